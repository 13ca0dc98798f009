import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { COMMANDS } from '../../src/cli/start/commands';
import { main } from '../../src/cli/start/main';
import { CODES } from '../../src/findings/codes';
import { appFolder, BIN, polyvirt, ROOT, writeFiles } from '../app-folder';

const PAGES = readFileSync(join(ROOT, 'docs/findings.md'), 'utf8').split(/^## /m).slice(1);
const EXAMPLE = /^\*\*Example\.\*\*\n\n```(\w+)\n(.*?)^```$/ms;

interface Example {
  readonly code: string;
  readonly language: string;
  readonly text: string;
}

const EXAMPLES = PAGES.flatMap((page): Example[] => {
  const [, language, text] = EXAMPLE.exec(page) ?? [];
  return text === undefined ? [] : [{ code: page.slice(0, 5), language: language!, text }];
});

/** What a file is called by the command that reads it. */
const FILES: Readonly<Record<string, string>> = {
  synth: 'polyvirt.yaml',
  check: 'example.yaml',
  import: 'example.yaml',
};

/** The words after `polyvirt` on the first line of an example. */
function wordsOf({ text }: Example): string[] {
  return /^(?:#|\/\/) polyvirt (.*)$/m.exec(text.split('\n')[0]!)?.[1]?.split(' ') ?? [];
}

/** Runs the command of an example over it, in this process, and gives everything that it says. */
async function saidOf(example: Example): Promise<string> {
  const [command = '', ...flags] = wordsOf(example);
  const file = FILES[command]!;
  const folder = join(appFolder(), 'example');
  writeFiles(folder, { [file]: example.text });
  const before = process.cwd();
  let said = '';
  const hear = (text: string) => {
    said += text;
  };
  process.chdir(folder);
  try {
    await main([command, ...flags, ...(command === 'synth' ? [] : [file])], COMMANDS, {
      out: hear,
      err: hear,
      colour: false,
    });
  } finally {
    process.chdir(before);
  }
  return said;
}

/** Runs a program through the built command, which bundles it. */
function saidOfProgram(example: Example): string {
  return polyvirt(appFolder({ 'main.ts': example.text }), wordsOf(example)).stderr;
}

/** Runs the commands of an example in an empty folder. */
function saidOfScript({ text }: Example): string {
  const above = appFolder();
  mkdirSync(join(above, 'bin'));
  mkdirSync(join(above, 'example'));
  symlinkSync(BIN, join(above, 'bin/polyvirt'));
  const { stdout, stderr } = spawnSync('sh', ['-c', text], {
    cwd: join(above, 'example'),
    encoding: 'utf8',
    env: { ...process.env, PATH: `${join(above, 'bin')}:${process.env.PATH}` },
  });
  return stdout + stderr;
}

function codesIn(said: string): string[] {
  return [...said.matchAll(/^(?:error|warning|info) (PV\d{3})/gm)].map(([, code]) => code!);
}

test('every code has an example', () => {
  expect(EXAMPLES.map(({ code }) => code)).toEqual(Object.keys(CODES));
});

test('every example is a file with its command on the first line, or a script', () => {
  const odd = EXAMPLES.filter(
    (example) =>
      !(example.language === 'yaml' && FILES[wordsOf(example)[0] ?? ''] !== undefined) &&
      !(example.language === 'ts' && wordsOf(example)[0] === 'synth') &&
      !(example.language === 'sh' && example.text.includes('polyvirt ')),
  );
  expect(odd.map(({ code }) => code)).toEqual([]);
});

test.each(EXAMPLES.map((example) => [example.code, example] as const))(
  'the example of %s gives it',
  async (code, example) => {
    const said =
      example.language === 'sh'
        ? saidOfScript(example)
        : example.language === 'ts'
          ? saidOfProgram(example)
          : await saidOf(example);
    expect({ codes: codesIn(said), said }).toEqual({ codes: expect.arrayContaining([code]), said });
  },
);
