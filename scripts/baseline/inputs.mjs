// What a baseline is made of: files, and the commands to run over them.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../..');

const PLATFORM = ['polyvirt synth . --output out', 'polyvirt synth . --stdout', 'polyvirt check --format json'];
const FILE = ['polyvirt synth platform.yaml --output out', 'polyvirt synth platform.yaml --stdout'];
const MANIFEST = ['polyvirt check manifest.yaml --format json'];

/** Every input by its id: { files: { name: text }, commands: [shell command] }. */
export function gatherInputs() {
  return { ...fleets(), ...examples() };
}

export function readInputs(folder) {
  return JSON.parse(readFileSync(join(folder, 'inputs.json'), 'utf8'));
}

function fleets() {
  return {
    'fleet-reference': {
      files: { ...textsBelow('charts', 'charts/'), 'cdk8s.yaml': readFileSync(join(ROOT, 'cdk8s.yaml'), 'utf8') },
      commands: PLATFORM,
    },
    'fleet-yaml': { files: textsBelow('test/fleet', ''), commands: PLATFORM },
  };
}

function textsBelow(folder, prefix) {
  const names = readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(ROOT, folder).length + 1))
    .sort();
  return Object.fromEntries(names.map((name) => [prefix + name, readFileSync(join(ROOT, folder, name), 'utf8')]));
}

/** The fenced blocks of README and docs. An example is known by its text, as pages and lines change. */
function examples() {
  const pages = [
    'README.md',
    ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .sort()
      .map((name) => join('docs', name)),
  ];
  const found = {};
  for (const page of pages) {
    for (const [, language, text] of readFileSync(join(ROOT, page), 'utf8').matchAll(/^```(\w*)\n(.*?)^```$/gms)) {
      const input = exampleInput(language, text);
      if (input !== undefined) {
        found[`${language}-${createHash('sha256').update(text).digest('hex').slice(0, 12)}`] = { page, ...input };
      }
    }
  }
  return found;
}

function exampleInput(language, text) {
  // The examples of findings have their command on the first line; some of them are wrong on purpose.
  const command = /^(?:#|\/\/) (polyvirt (\w+).*)\n/.exec(text);
  if (language === 'ts') {
    return { files: { 'main.ts': text }, commands: PLATFORM, program: true };
  }
  if (language === 'sh') {
    return { files: {}, commands: [text] };
  }
  if (language !== 'yaml') {
    return undefined;
  }
  if (command?.[2] === 'synth') {
    return { files: { 'polyvirt.yaml': text }, commands: PLATFORM };
  }
  if (command !== null) {
    return { files: { 'example.yaml': text }, commands: [`${command[1]} example.yaml`] };
  }
  return text.includes('kind: Platform')
    ? { files: { 'platform.yaml': text }, commands: FILE }
    : { files: { 'manifest.yaml': text }, commands: MANIFEST };
}
