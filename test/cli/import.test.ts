import { existsSync, mkdirSync, readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { GENERATED } from '../../src/schema/generate';
import { appFolder, textsBelow } from '../app-folder';
import { polyvirt } from '../run-cli';
import { lampCrd } from '../schema/tiny-crd';

const text = { type: 'string' };
const spec = (...names: string[]) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, text])),
});
const crd = (...names: string[]) => stringify(lampCrd({ v1: spec(...names) }));
const imports = (folder: string) => textsBelow(join(folder, 'imports'));

describe('good CRDs', () => {
  test('become types and tables in imports/, with a summary on stderr and nothing on stdout', async () => {
    const folder = appFolder({ 'lamps.yaml': crd('colour') });
    const { code, stdout, stderr } = await polyvirt(folder, ['import', 'lamps.yaml']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(stderr.replace(/\d+\.\d+ s/, 'N s')).toBe('example.com/v1 Lamp\nimports: 3 written, 0 unchanged, in N s\n');
    expect(Object.keys(imports(folder))).toEqual(['example-fields.ts', 'example.ts', 'field-table.ts']);
    expect(imports(folder)['example.ts']).toContain('export interface LampSpec {\n  colour?: string;\n}\n');
  });

  test('give the same bytes each time, and nothing is touched the second time', async () => {
    const folder = appFolder({ 'lamps.yaml': crd('colour') });
    await polyvirt(folder, ['import', 'lamps.yaml']);
    const first = imports(folder);
    const { stderr } = await polyvirt(folder, ['import', 'lamps.yaml']);
    expect(stderr).toContain('0 written, 3 unchanged');
    expect(imports(folder)).toEqual(first);
  });

  test('are the same in a stream, in a list, in a folder and in JSON', async () => {
    const lamp = lampCrd({ v1: spec('colour') });
    const shade = lampCrd({ v1: spec('size') }, 'Shade');
    const list = { apiVersion: 'v1', kind: 'List', items: [shade, { apiVersion: 'v1', kind: 'Secret' }, lamp] };
    const stream = `${stringify(lamp)}---\n# nothing\n---\n${stringify(shade)}`;
    const folder = appFolder({
      'stream.yaml': stream,
      'list.yaml': stringify(list),
      'list.json': JSON.stringify(list),
      'folder/lamp.yml': stringify(lamp),
      'folder/shade.json': JSON.stringify(shade),
      'folder/kustomization.yaml': 'resources: [lamp.yml]\n',
      'folder/deeper/other.yaml': crd('not this one'),
    });
    const outputs: unknown[] = [];
    for (const input of ['stream.yaml', 'list.yaml', 'list.json', 'folder']) {
      const { code } = await polyvirt(folder, ['import', input, '--output', `out-${outputs.length}`]);
      expect([input, code]).toEqual([input, 0]);
      outputs.push(textsBelow(join(folder, `out-${outputs.length}`)));
    }
    expect(outputs).toEqual(outputs.map(() => outputs[0]));
  });

  test('of kinds that only controllers write are in the table, and have no types', async () => {
    const shade = stringify(lampCrd({ v1: spec('size') }, 'Shade'));
    const folder = appFolder({ 'lamps.yaml': crd('colour'), 'shades.yaml': shade });
    const { code } = await polyvirt(folder, ['import', 'lamps.yaml', '--fields-only', 'shades.yaml']);
    expect(code).toBe(0);
    expect(imports(folder)['example-fields.ts']).toContain('"example.com/v1/Shade":');
    expect(imports(folder)['example.ts']).not.toContain('Shade');
  });

  test('of several releases tell since when and until when', async () => {
    const folder = appFolder({
      'new/lamps.yaml': crd('fresh', 'name'),
      'old/lamps.yaml': crd('gone', 'name'),
    });
    const { code, stderr } = await polyvirt(folder, ['import', 'new', '--release', 'v1.10.3', '--earlier', '1.9=old']);
    expect(code).toBe(0);
    expect(stderr).toContain('example.com/v1 Lamp, compared over 2 releases from 1.9 on\n');
    expect(imports(folder)['example-fields.ts']).toContain(
      '"properties":{"fresh":0,"gone":0,"name":0},"since":{"fresh":"1.10"},"until":{"gone":"1.9"}',
    );
    expect(imports(folder)['example.ts']).toContain('//   lamps.example.com: example.com/v1 Lamp, release 1.10\n');
    expect(imports(folder)['example.ts']).not.toContain('gone');
  });

  test('can be given a name and a folder; other imports in it stay', async () => {
    const folder = appFolder({ 'lamps.yaml': crd('colour') });
    await polyvirt(folder, ['import', 'lamps.yaml', '--output', 'made/here']);
    await polyvirt(folder, ['import', 'lamps.yaml', '--output', 'made/here', '--name', 'lamps-2']);
    expect(readdirSync(join(folder, 'made/here')).sort()).toEqual([
      'example-fields.ts',
      'example.ts',
      'field-table.ts',
      'lamps-2-fields.ts',
      'lamps-2.ts',
    ]);
  });

  test('never overwrite what somebody wrote', async () => {
    const folder = appFolder({ 'lamps.yaml': crd('colour'), 'imports/example.ts': 'export const mine = 1;\n' });
    const { code, stderr } = await polyvirt(folder, ['import', 'lamps.yaml']);
    expect(code).toBe(1);
    expect(stderr).toContain('error PV018 at imports/example.ts: ');
    expect(imports(folder)).toEqual({ 'example.ts': 'export const mine = 1;\n' });
  });
});

describe('bad input', () => {
  const noSchema = lampCrd({ v1: {} });
  Object.assign(noSchema.spec.versions[0]!, { schema: undefined });
  const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefghi'
    .split('')
    .map((name, i) => `${name}: &${name} [${Array(9).fill(`*${'abcdefgh'[i]}`).join(',')}]`)
    .join('\n')}\n`;

  test.each<{ what: string; text: string | Buffer; code: number; first: string }>([
    {
      what: 'a binary file',
      text: Buffer.from([0x1f, 0x8b, 8, 0, 1, 2]),
      code: 1,
      first: 'error PV034 at in.yaml: it is not text but binary.',
    },
    {
      what: 'text that is not YAML',
      text: 'a: [1\nb: }\n',
      code: 1,
      first: 'error PV030 at in.yaml:',
    },
    { what: 'a page of the web', text: '<!DOCTYPE html>\n<html>\n', code: 1, first: 'error PV022 at in.yaml: ' },
    { what: 'aliases that multiply', text: bomb, code: 1, first: 'error PV030 at in.yaml:1:1: ' },
    {
      what: 'an empty file',
      text: '',
      code: 1,
      first: 'error PV022 at in.yaml: it contains no CustomResourceDefinition.',
    },
    { what: 'a null document', text: '---\n---\n', code: 1, first: 'error PV022 at in.yaml: ' },
    {
      what: 'no CRD but an object',
      text: 'apiVersion: example.com/v1\nkind: Lamp\n',
      code: 1,
      first: 'error PV022 at in.yaml: ',
    },
    {
      what: 'a CRD of old',
      text: stringify({ ...noSchema, apiVersion: 'apiextensions.k8s.io/v1beta1' }),
      code: 1,
      first: 'error PV023 CustomResourceDefinition lamps.example.com at in.yaml:1, apiVersion: ',
    },
    {
      what: 'a CRD without a schema',
      text: `# a comment\n---\n${stringify(noSchema)}`,
      code: 1,
      first:
        'error PV024 CustomResourceDefinition lamps.example.com at in.yaml:3, spec.versions[v1].schema.openAPIV3Schema: version v1 has no schema.',
    },
    {
      what: 'a CRD without versions',
      text: stringify({ ...noSchema, spec: { ...noSchema.spec, versions: 3 } }),
      code: 1,
      first:
        'error PV025 CustomResourceDefinition lamps.example.com at in.yaml:1, spec.versions: no version is served.',
    },
    {
      what: 'a CRD of a group that is a path',
      text: stringify(lampCrd({ v1: spec('a') }, 'Lamp', '../up')),
      code: 1,
      first: 'error PV025 CustomResourceDefinition lamps.../up at in.yaml:1, spec: ',
    },
    {
      what: 'two CRDs of one name',
      text: `${crd('a')}---\n${crd('b')}`,
      code: 1,
      first: 'error PV026 at in.yaml:37: the CRD lamps.example.com differs from the one in in.yaml, line 1.',
    },
  ])('$what is rejected, and nothing is written', async ({ text, code, first }) => {
    const folder = appFolder();
    writeFileSync(join(folder, 'in.yaml'), text);
    const run = await polyvirt(folder, ['import', 'in.yaml']);
    expect(run.stderr.split('\n')[0]).toContain(first);
    expect(run.stderr).toContain(' Fix: ');
    expect({ code: run.code, stdout: run.stdout }).toEqual({ code, stdout: '' });
    expect(existsSync(join(folder, 'imports'))).toBe(false);
  });

  test('a file of more than 64 MiB is rejected before it is read whole', async () => {
    const folder = appFolder({ 'in.yaml': 'a: 1\n' });
    truncateSync(join(folder, 'in.yaml'), 2 ** 33);
    const { code, stderr } = await polyvirt(folder, ['import', 'in.yaml']);
    expect(code).toBe(1);
    expect(stderr).toContain('error PV034 at in.yaml: it is larger than 64 MiB');
  });

  test('all findings come at once, from all files; a wrong path makes it a wrong call', async () => {
    const folder = appFolder({ 'a.yaml': 'a: [\n', 'b.yaml': 'a: 1\n' });
    const { code, stderr } = await polyvirt(folder, ['import', 'a.yaml', 'b.yaml', 'c.yaml']);
    expect(stderr.match(/PV\d+/g)).toEqual(['PV030', 'PV022', 'PV034']);
    expect(code).toBe(2);
  });
});

describe('a wrong call', () => {
  test.each<{ what: string; args: string[]; says: string }>([
    { what: 'no CRD', args: [], says: "missing required argument 'crd'" },
    {
      what: 'a path that does not exist',
      args: ['nope.yaml'],
      says: 'PV034 at nope.yaml: it cannot be read: it does not exist.',
    },
    { what: 'a release that is none', args: ['in.yaml', '--release', 'new'], says: '"new" is not a release' },
    { what: 'an older release without a path', args: ['in.yaml', '--earlier', '1.8'], says: 'as in 1.8=crds/v1.8' },
    {
      what: 'an older release without the newest',
      args: ['in.yaml', '--earlier', '1.8=in.yaml'],
      says: 'with --release',
    },
    {
      what: 'an older release that is not older',
      args: ['in.yaml', '--release', '1.9', '--earlier', '1.10=in.yaml'],
      says: '--earlier 1.10 is not older than --release 1.9',
    },
    {
      what: 'an older release whose path does not exist',
      args: ['in.yaml', '--release', '1.9', '--earlier', '1.8=nope'],
      says: 'PV034 at nope: ',
    },
    { what: 'a name that is a path', args: ['in.yaml', '--name', '../x'], says: 'first part of a file name' },
  ])('with $what exits with 2', async ({ args, says }) => {
    const folder = appFolder({ 'in.yaml': crd('a') });
    const { code, stderr } = await polyvirt(folder, ['import', ...args]);
    expect(stderr).toContain(says);
    expect(code).toBe(2);
    expect(existsSync(join(folder, 'imports'))).toBe(false);
  });

  test('a folder without a CRD is no folder of CRDs', async () => {
    const folder = appFolder();
    mkdirSync(join(folder, 'empty'));
    const { code, stderr } = await polyvirt(folder, ['import', 'empty']);
    expect(stderr).toContain('error PV022 at empty: ');
    expect(code).toBe(1);
  });
});

test('a generated file begins with what makes it replaceable', async () => {
  const folder = appFolder({ 'lamps.yaml': crd('colour') });
  await polyvirt(folder, ['import', 'lamps.yaml']);
  expect(Object.values(imports(folder)).map((each) => each.startsWith(GENERATED))).toEqual([true, true, true]);
});

test('--help has examples and exit codes', async () => {
  const { code, stdout } = await polyvirt(appFolder(), ['import', '--help']);
  expect(code).toBe(0);
  expect(stdout).toContain('Examples:');
  expect(stdout).toContain('Exit codes:');
});
