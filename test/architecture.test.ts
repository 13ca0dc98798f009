import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import * as ts from 'typescript';

const SRC = resolve(__dirname, '../src');

/** Which room may import which: the table of docs/architecture.md, executed. A room of a room has a row of its own. */
const ROOMS: Record<string, readonly string[]> = {
  'findings/escape': [],
  'findings/secrets': [],
  findings: ['findings/escape', 'findings/secrets'],
  kube: ['findings/escape', 'findings'],
  page: ['findings/escape', 'kube'],
  architectures: ['findings/secrets', 'findings', 'kube'],
  target: ['findings/secrets', 'findings', 'kube', 'architectures'],
  gates: ['findings', 'kube', 'target', 'architectures'],
  instancetypes: ['kube', 'architectures'],
  placement: ['findings/secrets', 'findings', 'kube', 'architectures'],
  'golden-images': ['findings/escape', 'findings/secrets', 'findings', 'kube', 'target', 'architectures', 'gates'],
  machines: ['findings/secrets', 'findings', 'kube', 'target', 'architectures', 'placement'],
  hypervisors: ['findings/secrets', 'findings', 'kube', 'architectures', 'gates'],
  pods: ['findings/escape', 'findings', 'kube', 'page', 'architectures', 'target', 'gates', 'hypervisors'],
  policies: ['findings', 'kube', 'target', 'architectures', 'gates', 'hypervisors'],
  argocd: ['findings/escape', 'findings/secrets', 'findings', 'kube', 'target'],
  model: [
    'findings/secrets',
    'findings',
    'kube',
    'target',
    'architectures',
    'gates',
    'instancetypes',
    'placement',
    'golden-images',
    'machines',
    'hypervisors',
    'policies',
    'argocd',
    'imports',
  ],
  schema: ['findings/secrets', 'findings', 'kube', 'target', 'imports'],
  cluster: [
    'findings',
    'kube',
    'target',
    'architectures',
    'gates',
    'instancetypes',
    'golden-images',
    'machines',
    'pods',
    'hypervisors',
    'argocd',
    'model',
    'schema',
  ],
  rules: [
    'findings/secrets',
    'findings',
    'kube',
    'target',
    'architectures',
    'gates',
    'instancetypes',
    'placement',
    'golden-images',
    'machines',
    'pods',
    'hypervisors',
    'argocd',
    'policies',
    'schema',
    'cluster',
  ],
  'cluster/judge': [
    'findings/secrets',
    'findings',
    'kube',
    'target',
    'architectures',
    'machines',
    'pods',
    'hypervisors',
    'argocd',
    'model',
    'schema',
    'cluster',
    'rules',
  ],
  'sources/host': ['findings', 'kube'],
  sinks: ['findings', 'kube', 'argocd', 'model', 'cluster', 'rules', 'cluster/judge', 'sources/host'],
  constructs: [
    'findings',
    'kube',
    'target',
    'architectures',
    'gates',
    'placement',
    'golden-images',
    'machines',
    'hypervisors',
    'policies',
    'pods',
    'argocd',
    'model',
    'rules',
    'cluster/judge',
    'sources/host',
  ],
  sources: [
    'findings/escape',
    'findings/secrets',
    'findings',
    'kube',
    'target',
    'golden-images',
    'argocd',
    'model',
    'schema',
    'cluster',
    'rules',
    'cluster/judge',
    'sources/host',
    'sinks',
    'constructs',
  ],
  review: [
    'findings/escape',
    'findings/secrets',
    'findings',
    'kube',
    'page',
    'target',
    'architectures',
    'gates',
    'golden-images',
    'pods',
    'argocd',
    'schema',
    'cluster',
    'rules',
    'cluster/judge',
  ],
  upgrade: [
    'findings/secrets',
    'findings',
    'kube',
    'target',
    'architectures',
    'gates',
    'golden-images',
    'pods',
    'schema',
    'cluster',
    'rules',
    'cluster/judge',
    'review',
    'imports',
  ],
  report: [
    'findings/escape',
    'findings',
    'kube',
    'page',
    'target',
    'architectures',
    'gates',
    'golden-images',
    'pods',
    'hypervisors',
    'cluster',
    'rules',
    'cluster/judge',
    'upgrade',
  ],
  adopt: ['findings/secrets', 'findings', 'kube', 'target', 'hypervisors', 'argocd', 'model', 'review'],
  plugin: [
    'findings/secrets',
    'findings',
    'kube',
    'argocd',
    'model',
    'cluster',
    'cluster/judge',
    'sources/host',
    'sinks',
    'sources',
  ],
  validation: ['findings/secrets', 'findings', 'kube', 'target', 'cluster/judge', 'sources/host', 'sources'],
  speed: [
    'findings',
    'kube',
    'argocd',
    'model',
    'schema',
    'cluster',
    'cluster/judge',
    'sources/host',
    'sinks',
    'sources',
  ],
  cli: [
    'findings/escape',
    'findings/secrets',
    'findings',
    'kube',
    'target',
    'architectures',
    'gates',
    'golden-images',
    'machines',
    'pods',
    'hypervisors',
    'policies',
    'argocd',
    'model',
    'schema',
    'cluster',
    'rules',
    'cluster/judge',
    'sources/host',
    'sinks',
    'sources',
    'review',
    'upgrade',
    'report',
    'adopt',
    'plugin',
    'speed',
  ],
};

/** Which packages a room may use. What is not listed is pure: no package and no `node:` module. */
const PACKAGES: Record<string, readonly (string | RegExp)[]> = {
  'findings/secrets': ['fastest-levenshtein'],
  findings: ['fastest-levenshtein'],
  kube: ['js-yaml', 'yaml'],
  schema: ['@bufbuild/cel', '@bufbuild/cel/ext'],
  model: ['zod/mini', 'fast-json-patch'],
  'sources/host': [/^node:/],
  speed: [/^node:/],
  sinks: [/^node:/],
  constructs: ['cdk8s', 'constructs'],
  sources: [/^node:/, 'esbuild', 'cdk8s', 'quickjs-wasi'],
  plugin: [/^node:/],
  cli: [/^node:/, 'commander', 'diff'],
};

interface Import {
  readonly file: string;
  readonly room: string;
  readonly imported: string;
}

/** The room that a path in `src` is in. */
function roomOf(path: string): string {
  const [room, inner] = path.split('/');
  return `${room}/${inner}` in ROOMS ? `${room}/${inner}` : room!;
}

function importsOf(file: string): Import[] {
  const room = roomOf(relative(SRC, file));
  // Also type imports, `import()` and `require()`.
  return ts
    .preProcessFile(readFileSync(file, 'utf8'), true, true)
    .importedFiles.map(({ fileName }) => ({ file: relative(SRC, file), room, imported: fileName }));
}

function isAllowed({ file, room, imported }: Import): boolean {
  if (!imported.startsWith('.')) {
    return (PACKAGES[room] ?? []).some((allowed) =>
      typeof allowed === 'string' ? allowed === imported : allowed.test(imported),
    );
  }
  const target = relative(SRC, resolve(SRC, dirname(file), imported));
  const other = roomOf(target.startsWith('../') ? target.slice('../'.length) : target);
  // What every command is given first: see src/in-node.ts.
  return imported === '../../in-node' || other === room || (ROOMS[room] ?? []).includes(other);
}

const FILES = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !['index.ts', 'in-node.ts'].includes(name))
  .map((name) => join(SRC, name));

test('every folder of src is a room of the table', () => {
  const rooms = new Set(FILES.map((file) => roomOf(relative(SRC, file))));
  expect([...rooms].sort()).toEqual(Object.keys(ROOMS).sort());
});

test('a room imports only what the table allows', () => {
  expect(FILES.flatMap(importsOf).filter((found) => !isAllowed(found))).toEqual([]);
});

test('the table has no circle', () => {
  const order = Object.keys(ROOMS);
  for (const [room, allowed] of Object.entries(ROOMS)) {
    for (const other of allowed.filter((name) => name !== 'imports')) {
      expect(order.indexOf(other)).toBeLessThan(order.indexOf(room));
    }
  }
});

test('a forbidden import would be noticed', () => {
  const file = 'kube/quantity.ts';
  expect(isAllowed({ file, room: 'kube', imported: '../render/yaml' })).toBe(false);
  expect(isAllowed({ file, room: 'kube', imported: 'node:fs' })).toBe(false);
  expect(isAllowed({ file, room: 'kube', imported: '../findings/finding' })).toBe(true);
});

test('the reference fleet uses the public API only', () => {
  const charts = resolve(__dirname, '../charts');
  const imported = readdirSync(charts)
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => ts.preProcessFile(readFileSync(join(charts, name), 'utf8')).importedFiles)
    .map(({ fileName }) => fileName);
  expect(
    imported.filter((name) => !['cdk8s', 'constructs', 'polyvirt'].includes(name) && !/^\.\/[a-z-]+$/.test(name)),
  ).toEqual([]);
});

test('no file is longer than 400 lines', () => {
  const long = FILES.filter((file) => readFileSync(file, 'utf8').split('\n').length > 400);
  // What npm run pages writes is not read.
  expect(long.map((file) => relative(SRC, file)).filter((file) => file !== 'model/read/sentences.ts')).toEqual([]);
});
