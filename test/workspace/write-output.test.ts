import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileText, outputFiles } from '../../src/render/files';
import { compareOutput } from '../../src/workspace/output-folder';
import { WorkspaceError } from '../../src/workspace/workspace-error';
import { writeOutput } from '../../src/workspace/write-output';
import { appFolder, textsBelow, writeFiles } from '../app-folder';

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

test('a file of somebody else in the way is refused before anything is touched', () => {
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

test('what a killed run had decided is completed by the next one', () => {
  const folder = emptyFolder();
  writeOutput(folder, files(object('a'), object('b')));
  // As after a kill between the two renames: the journal is there, one file is moved, one is not.
  const stage = join(folder, '.polyvirt-999999999-x');
  mkdirSync(stage);
  writeFileSync(join(stage, '1.tmp'), fileText(object('c'), 'yaml'));
  writeFileSync(
    join(stage, 'journal.json'),
    JSON.stringify({
      moves: [
        ['0.tmp', 'edge/n/configmap-a.yaml'],
        ['1.tmp', 'edge/n/configmap-c.yaml'],
      ],
      removals: ['edge/n/configmap-b.yaml'],
    }),
  );
  expect(writeOutput(folder, files(object('a'), object('c')))).toEqual({ written: 0, removed: 0, unchanged: 2 });
  expect(names(folder)).toEqual(['edge/n/configmap-a.yaml', 'edge/n/configmap-c.yaml']);
});

test('what a killed run had not decided is cleared away', () => {
  const folder = emptyFolder();
  writeOutput(folder, files(object('a')));
  writeFiles(folder, { '.polyvirt-999999999-x/0.tmp': 'half a mani' });
  writeOutput(folder, files(object('a')));
  expect(readdirSync(folder)).toEqual(['edge']);
});

test('a journal cannot reach out of the folder', () => {
  const folder = emptyFolder();
  writeFiles(folder, {
    '.polyvirt-999999999-x/0.tmp': 'x',
    '.polyvirt-999999999-x/journal.json': JSON.stringify({ moves: [['0.tmp', '../evil.yaml']], removals: [] }),
  });
  expect(() => writeOutput(folder, files(object('a')))).toThrow(/outside of the output folder/);
  expect(existsSync(join(folder, '../evil.yaml'))).toBe(false);
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
