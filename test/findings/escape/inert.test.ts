import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DOMParser } from '@xmldom/xmldom';
import { textsBelow } from '../../app-folder';
import { polyvirt } from '../../run-cli';
import { HOSTILE, hostileFile, hostileFolder } from './hostile-world';

type Format = 'text' | 'json' | 'objects' | 'yaml' | 'markdown' | 'html' | 'xml' | 'csv' | 'github' | 'sarif';

/** Everything that is run on every string: a command and what its output is. Words that are `BAD` become the string. */
const RUNS: readonly (readonly [format: Format, ...argv: string[]])[] = [
  ...(['text', 'json', 'sarif', 'github', 'markdown'] as const).flatMap((format) => [
    [format, 'check', 'head', '--format', format] as const,
    [format, 'check', 'head', '--nodes', 'nodes.yaml', '--strict', '--format', format] as const,
    [format, 'check', 'hco.yaml', 'crd.yaml', 'policy.yaml', 'BAD', '--format', format] as const,
    [format, 'check', 'broken', '--format', format] as const,
    [format, 'check', 'named/polyvirt.yaml', 'wrong/polyvirt.yaml', '--format', format] as const,
    [format, 'check', '--platform', 'platform', '--format', format] as const,
  ]),
  ['xml', 'check', 'head', '--format', 'junit'],
  ['xml', 'check', 'hco.yaml', 'machines.yaml', '--strict', '--format', 'junit'],
  ['text', 'check', 'head', '--crds', 'crd.yaml'],
  ['text', 'check', 'platform', '--fix', 'BAD'],
  ...(['text', 'json', 'sarif', 'markdown', 'html', 'diff'] as const).flatMap((format) => [
    [
      format === 'diff' ? 'text' : format,
      'review',
      'base',
      'head',
      '--policy',
      'policy.yaml',
      '--format',
      format,
    ] as const,
    [
      format === 'diff' ? 'text' : format,
      'review',
      'head',
      'base',
      '--nodes',
      'nodes.yaml',
      '--prune',
      '--format',
      format,
    ] as const,
  ]),
  ['markdown', 'review', 'base', 'head', '--mermaid', '--marker', 'BAD', '--forge', 'gitlab', '--format', 'markdown'],
  ['markdown', 'review', 'base', 'head', '--budget', '2000', '--link', 'https://x/)a(b', '--format', 'markdown'],
  ['text', 'review', 'base', 'head', '--link', 'javascript:BAD'],
  ['text', 'review', 'BAD', 'BAD'],
  ['text', 'review', 'base', 'head', '--write', 'BAD'],
  ...(['text', 'json', 'markdown', 'svg', 'html'] as const).flatMap((format) => [
    [format === 'svg' ? 'xml' : format, 'place', 'head', '--nodes', 'nodes.yaml', '--format', format] as const,
    [
      format === 'svg' ? 'xml' : format,
      'place',
      'head',
      '--nodes',
      'nodes.yaml',
      '--pack',
      '--migration',
      '--rollout',
      '--without',
      'good',
      '--format',
      format,
    ] as const,
    [format === 'svg' ? 'xml' : format, 'place', 'named', '--format', format] as const,
  ]),
  ['text', 'place', 'head', '--nodes', 'nodes.yaml', '--without', 'BAD'],
  ['text', 'place', 'platform', '--only', 'BAD'],
  ...(['text', 'json', 'markdown', 'csv'] as const).map(
    (format) => [format, 'gates', 'platform', '--enabled', '--format', format] as const,
  ),
  ['text', 'gates', 'named', '--enabled'],
  ['text', 'gates', '--arch', 'BAD'],
  ['text', 'gates', 'platform', '--enabled', '--cluster', 'BAD'],
  ...(['text', 'json', 'markdown'] as const).flatMap((format) => [
    [format, 'hypervisors', 'platform', '--format', format] as const,
    [format, 'images', 'hco.yaml', '--nodes', 'nodes.yaml', '--format', format] as const,
    [format, 'images', 'hco.yaml', '--format', format] as const,
    [format, 'upgrade', 'platform', '--to', '1.9', '--format', format] as const,
    [format, 'upgrade', 'head', '--from', '1.8', '--to', '1.9', '--format', format] as const,
    [format, 'upgrade', 'hco.yaml', '--from', 'hco:1.17', '--to', 'hco:1.18', '--format', format] as const,
  ]),
  ['text', 'upgrade', 'named', '--to', '1.9'],
  ['text', 'upgrade', 'head', '--to', 'BAD'],
  ['text', 'images', 'BAD'],
  ...(['text', 'json', 'yaml'] as const).flatMap((format) => [
    [format, 'explain', 'VirtualMachine/gone', 'base', '--format', format] as const,
    [
      format,
      'explain',
      'VirtualMachine/gone',
      'base',
      '--pod',
      '--format',
      format === 'text' ? 'yaml' : format,
    ] as const,
    [
      format === 'text' ? 'yaml' : format,
      'explain',
      'MachineDeployment/BAD',
      'machines.yaml',
      '--format',
      format,
    ] as const,
  ]),
  ['text', 'explain', 'BAD'],
  ['text', 'explain', 'gate/BAD'],
  ['text', 'explain', 'hypervisor/BAD'],
  ['text', 'explain', 'VirtualMachine/BAD', 'base'],
  ['text', 'explain', 'BAD/x', 'base'],
  ['yaml', 'synth', 'argo', '--stdout'],
  ['objects', 'synth', 'argo', '--stdout', '--format', 'json'],
  ['text', 'synth', 'argo', '--output', 'out'],
  ['text', 'synth', 'argo', '--check'],
  ['json', 'synth', 'argo', '--check', '--format', 'json'],
  ['text', 'synth', 'platform', '--stdout', '--cluster', 'BAD'],
  ['text', 'synth', 'named'],
  ['text', 'synth', 'wrong'],
  ['text', 'synth', 'broken'],
  ['text', 'synth', 'BAD'],
  ['yaml', 'argocd', 'generate', 'argo'],
  ['objects', 'argocd', 'generate', 'argo', '--format', 'json'],
  ['yaml', 'argocd', 'generate', 'platform'],
  ['yaml', 'argocd', 'generate', 'wrong'],
  ['objects', 'argocd', 'parameters', 'argo'],
  ['yaml', 'argocd', 'applications', 'argo', '--repo-url', 'BAD', '--revision', 'BAD'],
  ['objects', 'argocd', 'applications', 'argo', '--repo-url', 'BAD', '--plugin', '--format', 'json'],
  ['text', 'argocd', 'doctor', 'argo'],
  ['json', 'argocd', 'doctor', 'argo', '--format', 'json'],
  ['text', 'argocd', 'install', '--image', 'BAD'],
  ['yaml', 'argocd', 'install', '--stdout', '--namespace', 'BAD', '--instance', 'BAD', '--only', 'openshift'],
  ['yaml', 'argocd', 'simulate', 'application.yaml', '--repo', '.'],
  ['text', 'argocd', 'simulate', 'BAD'],
  ['text', 'import', 'crd.yaml', '--output', 'imports'],
  ['text', 'import', 'BAD', '--name', 'BAD'],
  ['text', 'init', '--BAD'],
  ['text', 'BAD'],
];

/** By what Unicode says, and not by our own list. A newline is ours, also as CSV writes it. */
const HIDDEN = /(?![\n\t]|\r\n)[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/u;

/** What a runner of GitHub obeys. */
const OBEYED =
  /^\s*::(error|warning|notice|debug|group|add-mask|stop-commands|set-output|set-env|add-path|echo|save-state)|##\[/m;

/** What is wrong with a text for a person, of any format. */
function wrongInText(text: string, format: Format): string[] {
  return [
    ...(HIDDEN.test(text) ? [`hidden: ${JSON.stringify(HIDDEN.exec(text)![0])}`] : []),
    // Bytes that are applied are what they are: a script in a manifest may have any line.
    ...(!['github', 'yaml', 'objects'].includes(format) && OBEYED.test(text)
      ? [`obeyed: ${OBEYED.exec(text)![0]}`]
      : []),
  ];
}

interface MarkdownNode {
  readonly type: string;
  readonly literal: string | null;
  readonly destination: string | null;
}
const { Parser } = require('commonmark') as {
  Parser: new () => { parse(text: string): { walker(): { next(): { node: MarkdownNode } | null } } };
};

const OUR_TAGS = /^<\/?(details|summary)>|^<!-- polyvirt-review: [\w./-]+ -->$/;

function wrongInMarkdown(text: string): string[] {
  const wrong: string[] = [];
  const walker = new Parser().parse(text).walker();
  for (let step = walker.next(); step !== null; step = walker.next()) {
    const { type, literal, destination } = step.node;
    if (type === 'image' || (type === 'link' && !destination?.startsWith('https://x/'))) {
      wrong.push(`${type}: ${destination}`);
    }
    if (type === 'html_inline' || type === 'html_block') {
      const tags = literal!.match(/<[^>]*>?/g) ?? [];
      wrong.push(...tags.filter((tag) => !OUR_TAGS.test(tag)).map((tag) => `tag: ${tag}`));
    }
    if (type === 'heading' || type === 'code_block' || type === 'block_quote') {
      wrong.push(...(/pwned/.test(literal ?? '') ? [`${type}: ${literal}`] : []));
    }
  }
  return [
    ...wrong,
    ...(/(?<!\w)@\w/.test(text) ? ['mention'] : []),
    ...(/[#!]\d/.test(text.replace(/&#\d+;/g, ' ')) ? ['reference'] : []),
    ...(/!\[(?!CAUTION)|\]\((?!https:\/\/x\/)|javascript:|^# pwned|^```(?!mermaid|$)/m.test(text.replace('> [!', ''))
      ? ['a link, an image or a fence']
      : []),
  ];
}

function wrongInXml(text: string): string[] {
  const wrong: string[] = [];
  try {
    const document = new DOMParser({
      onError: (level, message) =>
        // It stands for what XML cannot write.
        message.includes('replacement character') ? 0 : wrong.push(`${level}: ${message}`),
    }).parseFromString(text, 'text/xml');
    const elements = [...document.getElementsByTagName('*')];
    wrong.push(
      ...elements
        .filter(({ tagName }) => /^(script|img|b|i)$/.test(tagName))
        .map(({ tagName }) => `element ${tagName}`),
    );
    wrong.push(
      ...elements
        .flatMap((each) => [...each.attributes])
        .filter(({ name }) => /^(on|style$|href)/.test(name))
        .map(({ name }) => `attribute ${name}`),
    );
  } catch (error) {
    wrong.push(String(error));
  }
  return wrong;
}

function wrongInHtml(text: string): string[] {
  const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(text)?.[1] ?? '';
  const hashes = [...text.matchAll(/<(script|style)>([\s\S]*?)<\/\1>/g)].map(
    ([, , own]) => `'sha256-${createHash('sha256').update(own!).digest('base64')}'`,
  );
  // Without what is no XML in our own part, a page is XML: that is how it is read here, strictly.
  const body = text
    .replace('<!doctype html>', '')
    .replace(/<(meta|input)([^>]*)>/g, '<$1$2/>')
    .replace(/<(script|style)[^>]*>[\s\S]*?<\/\1>/g, '');
  return [
    ...(policy.includes("default-src 'none'") && /style-src 'sha256-/.test(policy) ? [] : ['no policy']),
    ...hashes
      .filter((hash) => !policy.includes(hash))
      .map((hash) => `a script or style that the policy forbids: ${hash}`),
    ...(/unsafe/.test(policy) ? ['an unsafe policy'] : []),
    ...((text.match(/<script/g) ?? []).length > 2 ? ['a script too many'] : []),
    ...wrongInXml(body),
  ];
}

function wrongInJson(text: string): string[] {
  try {
    for (const part of text.startsWith('{\n') || text.startsWith('[') ? [text] : text.trimEnd().split('\n')) {
      JSON.parse(part || 'null');
    }
    return [];
  } catch (error) {
    return [String(error)];
  }
}

/** Every line is one command of ours, and none is inside of another. */
function wrongInCommands(text: string): string[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !/^::(error|warning|notice) ([a-z]+=[^:,]*,?)+::[^\r]*$/.test(line))
    .map((line) => `no command of ours: ${line}`);
}

function wrongIn(text: string, format: Format): string[] {
  const own: Partial<Record<Format, (text: string) => string[]>> = {
    markdown: wrongInMarkdown,
    html: wrongInHtml,
    xml: wrongInXml,
    json: wrongInJson,
    objects: wrongInJson,
    sarif: wrongInJson,
    github: wrongInCommands,
  };
  return text === '' ? [] : [...wrongInText(text, format), ...(own[format]?.(text) ?? [])];
}

describe.each(Object.entries(HOSTILE))('with names that are %s', (_, bad) => {
  const folder = hostileFolder(bad);
  const noisy = new Set<string>();

  test.each(RUNS.map(([format, ...argv]) => [argv.join(' '), format, argv] as const))(
    'what polyvirt %s writes is inert',
    async (name, format, argv) => {
      const words = argv.map((word) => word.replaceAll('BAD', bad.replaceAll('\0', '')));
      const { stdout, stderr } = await polyvirt(folder, words);
      expect(wrongIn(stdout, format)).toEqual([]);
      expect(wrongIn(stderr, 'text')).toEqual([]);
      expect(stderr).not.toContain('stopped unexpectedly');
      // A name with several lines begins none that looks like one of ours.
      if (format === 'text' || format === 'markdown') {
        expect(`${stdout}\n${stderr}`).not.toMatch(/^\s*(# |> |::error.*)?pwned/m);
      }
      if (/pwned|onerror|8;;http/.test(stdout + stderr)) {
        noisy.add(name);
      }
    },
  );

  test('the strings really arrive in most outputs, so that this tests something', () => {
    expect(noisy.size).toBeGreaterThan(RUNS.length / 2);
  });

  test('files that a review is written to are inert too', async () => {
    const files = {
      'r.txt': 'text',
      'r.md': 'markdown',
      'r.html': 'html',
      'r.json': 'json',
      'r.sarif': 'json',
      'r.diff': 'text',
    } as const;
    await polyvirt(folder, ['review', 'base', 'head', ...Object.keys(files).flatMap((file) => ['--write', file])]);
    for (const [file, format] of Object.entries(files)) {
      expect([file, wrongIn(readFileSync(join(folder, file), 'utf8'), format)]).toEqual([file, []]);
    }
  });

  test('files that are applied hide nothing, and say the same as before', async () => {
    await polyvirt(folder, ['synth', 'argo', '--output', 'applied']);
    const files = textsBelow(join(folder, 'applied'));
    expect(Object.keys(files).length).toBeGreaterThan(1);
    expect(Object.entries(files).filter(([, text]) => HIDDEN.test(text))).toEqual([]);
    const { parse } = require('yaml') as typeof import('yaml');
    const web = Object.entries(files).find(([name]) => name.includes('web'))![1];
    expect(parse(web).metadata.annotations.note).toBe(bad);
  });

  test('the file name is what the reports are about', () => {
    expect(existsSync(join(folder, 'head', hostileFile(bad)))).toBe(true);
  });
});
