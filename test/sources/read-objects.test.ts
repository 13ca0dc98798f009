import { join } from 'node:path';
import { checkObjects } from '../../src/cluster/judge/apply-rules';
import { readObjects } from '../../src/sources/read-objects';
import { appFolder, writeFiles } from '../app-folder';

test('of two objects with one name each finding has the place of its own', () => {
  const vm = (model: string) => `apiVersion: kubevirt.io/v1
kind: VirtualMachine
metadata: {name: web}
spec:
  runStrategy: Always
  template: {spec: {architecture: arm64, domain: {cpu: {model: ${model}}, devices: {}, memory: {guest: 1Gi}}}}
`;
  const folder = join(appFolder(), 'twice');
  writeFiles(folder, { 'a.yaml': vm('host-passthrough'), 'b.yaml': `${vm('Haswell')}---\n${vm('Skylake')}` });
  const { objects, locate } = readObjects([folder]);
  const found = locate(checkObjects(objects, { target: { kubevirt: '1.9' } }));
  expect(found.map(({ code, file, line }) => `${code} ${file?.split('/').at(-1)}:${line}`)).toEqual([
    'PV105 b.yaml:6',
    'PV801 b.yaml:3',
    'PV105 b.yaml:13',
    'PV801 b.yaml:10',
  ]);
});

test.each<{ what: string; text: string; found: string[] }>([
  { what: 'no kind', text: 'apiVersion: kubevirt.io/v1\nmetadata: { name: web }', found: ['PV043 kind 2'] },
  { what: 'an empty kind', text: 'metadata: { name: web }\napiVersion: v1\nkind:', found: ['PV043 kind 4'] },
  { what: 'no apiVersion', text: 'kind: KubeVirt\nmetadata: { name: web }', found: ['PV043 apiVersion 2'] },
  { what: 'a kind that is no text', text: 'apiVersion: v1\nkind: 1\nmetadata: { name: a }', found: ['PV041 kind 3'] },
  { what: 'neither', text: 'metadata: { name: web }\nspec: {}', found: [] },
  { what: 'a word that is no kind', text: 'kind: small\nmetadata: { name: web }', found: [] },
  { what: 'no name', text: 'kind: Small\nmetadata: {}', found: [] },
])('a document with $what', ({ text, found }) => {
  const folder = join(appFolder(), 'half');
  writeFiles(folder, { 'a.yaml': `---\n${text}\n` });
  const { findings, objects, skipped } = readObjects([folder]);

  expect(findings.map(({ code, path, line }) => `${code} ${path} ${line}`)).toEqual(found);
  expect(objects.length).toBe(0);
  expect(skipped.length).toBe(1 - found.length);
});
