// Everything of which polyvirt makes manifests: the fleets, what `polyvirt init` begins with, and the examples of the docs.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gatherInputs, ROOT } from '../../scripts/baseline/inputs.mjs';
import { polyvirt, writeFolder } from './made.mjs';

const APP = 'language: typescript\napp: npx ts-node main.ts\n';
const HERE_DOCUMENT = /^cat > (\S+) <<'(\w+)'\n(.*?)^\2$/gms;
const PLATFORMS = join(ROOT, 'e2e/cluster/platforms');

/** Every input: where it is, and whether an error of polyvirt's own is what it is there for. */
export function inputsOf(work) {
  return [...examples(), ...starters(work), ...platforms()].map(({ files, folder, start, ...input }) => ({
    ...input,
    path: join(folder ?? writeFolder(work, files), start),
  }));
}

function examples() {
  return Object.entries(gatherInputs()).flatMap(([id, { files, commands, page, program }]) => {
    const mayFail = page?.startsWith('docs/findings/') || id.startsWith('sh-');
    const name = page === undefined ? id : `${page} ${id}`;
    const texts = id.startsWith('sh-') ? hereDocuments(commands[0]) : program ? { ...files, 'cdk8s.yaml': APP } : files;
    return startsOf(texts).map((start, i) => ({
      id: i === 0 ? name : `${name} ${start}`,
      files: texts,
      start,
      mayFail,
    }));
  });
}

function hereDocuments(script) {
  return Object.fromEntries([...script.matchAll(HERE_DOCUMENT)].map(([, name, , text]) => [name, text]));
}

/** A program or a platform of several files is a folder; every other platform is a file. */
function startsOf(files) {
  const names = Object.keys(files);
  if (names.includes('cdk8s.yaml') || names.some((name) => name.startsWith('clusters/'))) {
    return ['.'];
  }
  return names.filter((name) => name.endsWith('.yaml') && files[name].includes('kind: Platform'));
}

function starters(work) {
  return ['yaml', 'typescript'].map((language) => {
    const folder = join(work, `init-${language}`);
    polyvirt(work, ['init', `--${language}`, folder]);
    return { id: `init --${language}`, folder, start: '.', mayFail: false };
  });
}

/** Platforms with as much in them as there is to say, beyond what the docs have. */
function platforms() {
  return readdirSync(PLATFORMS).map((name) => ({
    id: `e2e/cluster/platforms/${name}`,
    files: { 'polyvirt.yaml': readFileSync(join(PLATFORMS, name), 'utf8') },
    start: 'polyvirt.yaml',
    mayFail: false,
  }));
}
