import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileText, outputFiles } from '../../src/kube/yaml/files';
import { WorkspaceError } from '../../src/sources/host/open-text';
import { appFolder, textsBelow, writeFiles } from '../app-folder';
import { compareOutput, writeOutput } from '../write-output';

const object = (name: string, value = 1) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: 'n' },
  data: { value },
});
const files = (...objects: ReturnType<typeof object>[]) => outputFiles('edge', objects, 'yaml');
const names = (folder: string) => Object.keys(textsBelow(folder)).sort();
const emptyFolder = () => join(appFolder(), 'dist');

test('writes what is missing, replaces what changed, removes what is stale, and leaves the rest alone', () => {
  const folder = emptyFolder();
  expect(writeOutput(folder, files(object('a'), object('b')))).toEqual({ written: 2, removed: 0, unchanged: 0 });
  const before = statSync(join(folder, 'edge/n/configmap-a.yaml')).ino;
  expect(writeOutput(folder, files(object('a'), object('c')))).toEqual({ written: 1, removed: 1, unchanged: 1 });
  expect(names(folder)).toEqual(['edge/n/configmap-a.yaml', 'edge/n/configmap-c.yaml']);
  expect(statSync(join(folder, 'edge/n/configmap-a.yaml')).ino).toBe(before);
});

test('a cluster that is gone takes its folder with it', () => {
  const folder = emptyFolder();
  writeOutput(folder, [...files(object('a')), ...outputFiles('old', [object('a')], 'yaml')]);
  writeOutput(folder, files(object('a')));
  expect(readdirSync(folder)).toEqual(['edge']);
});

test('files of others stay', () => {
  const folder = emptyFolder();
  writeFiles(folder, {
    'edge/kustomization.yaml': 'resources: []\n',
    'edge/n/notes.txt': 'x',
    'edge/n/own.json': '{"a": 1}',
  });
  writeOutput(folder, files(object('a')));
  writeOutput(folder, files(object('b')));
  expect(names(folder)).toEqual([
    'edge/kustomization.yaml',
    'edge/n/configmap-b.yaml',
    'edge/n/notes.txt',
    'edge/n/own.json',
  ]);
});

test('a file of somebody else in the way is rejected before anything is touched', () => {
  const folder = emptyFolder();
  writeFiles(folder, { 'edge/n/configmap-a.yaml': 'written: by hand\n' });
  expect(() => writeOutput(folder, files(object('a'), object('b')))).toThrow(WorkspaceError);
  expect(textsBelow(folder)).toEqual({ 'edge/n/configmap-a.yaml': 'written: by hand\n' });
});

test('JSON takes the place of YAML, and YAML that of JSON', () => {
  const folder = emptyFolder();
  writeOutput(folder, files(object('a')));
  writeOutput(folder, outputFiles('edge', [object('a')], 'json'));
  expect(names(folder)).toEqual(['edge/n/configmap-a.json']);
  writeOutput(folder, files(object('a')));
  expect(names(folder)).toEqual(['edge/n/configmap-a.yaml']);
});

test('what killed runs left behind is cleared away, what another run is writing is not', () => {
  const folder = emptyFolder();
  writeFiles(folder, {
    '.polyvirt-999999999-x/0.tmp': 'half a mani',
    [`.polyvirt-${process.ppid}-x/0.tmp`]: 'at work',
  });
  writeOutput(folder, files(object('a')));
  expect(readdirSync(folder).sort()).toEqual([`.polyvirt-${process.ppid}-x`, 'edge']);
});

test('a run that was killed between its renames is completed by the next one', () => {
  const folder = emptyFolder();
  writeOutput(folder, files(object('a'), object('b'), object('c')));
  // As after a kill: one file is new, one is old, one that should be gone is still there.
  writeFiles(folder, { 'edge/n/configmap-a.yaml': fileText(object('a', 2), 'yaml') });
  expect(writeOutput(folder, files(object('a', 2), object('b', 2)))).toEqual({ written: 1, removed: 1, unchanged: 1 });
});

test('output of others below the folder is not ours, whatever its header', () => {
  const folder = emptyFolder();
  writeOutput(join(folder, 'nested'), files(object('a')));
  writeOutput(folder, files(object('b')));
  expect(names(folder)).toEqual(['edge/n/configmap-b.yaml', 'nested/edge/n/configmap-a.yaml']);
});

test('a path that cannot be a folder is explained', () => {
  const folder = appFolder({ file: 'x' });
  try {
    writeOutput(join(folder, 'file/dist'), files(object('a')));
    throw new Error('not reached');
  } catch (error) {
    expect((error as WorkspaceError).findings).toMatchObject([
      { code: 'PV018', what: 'the output cannot be written: a part of the path is a file' },
    ]);
  }
  expect(readFileSync(join(folder, 'file'), 'utf8')).toBe('x');
});

test('differences are told by what they are', () => {
  const folder = emptyFolder();
  writeOutput(folder, files(object('changed'), object('stale'), object('same')));
  writeFiles(folder, { 'edge/n/configmap-foreign.yaml': 'x' });
  expect(
    compareOutput(folder, files(object('changed', 2), object('same'), object('missing'), object('foreign'))),
  ).toEqual([
    { file: 'edge/n/configmap-changed.yaml', change: 'changed' },
    { file: 'edge/n/configmap-foreign.yaml', change: 'foreign' },
    { file: 'edge/n/configmap-missing.yaml', change: 'missing' },
    { file: 'edge/n/configmap-stale.yaml', change: 'stale' },
  ]);
});
