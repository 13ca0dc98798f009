// Writes src/instancetypes/bundled.ts: the instance types and preferences that virt-operator installs, by release.
//   npm run instancetypes -- path/to/kubevirt.git
// Reads the bundles at every tag from v1.3.0 on, so that a change in a patch release is a range of its own.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadAll } from 'js-yaml';

const DATA = 'pkg/virt-operator/resource/generate/components/data';
const KINDS = { instancetypes: 'VirtualMachineClusterInstancetype', preferences: 'VirtualMachineClusterPreference' };

const [repository] = process.argv.slice(2);
if (repository === undefined) {
  process.stderr.write('usage: npm run instancetypes -- path/to/kubevirt.git\n');
  process.exit(2);
}
const git = (...args) => execFileSync('git', ['-C', repository, ...args], { encoding: 'utf8', maxBuffer: 1 << 28 });

const numbers = (tag) => tag.slice(1).split('.').map(Number);
const tags = git('tag', '--list', 'v1.*')
  .split('\n')
  .filter((tag) => /^v1\.([3-9]|\d\d)\.\d+$/.test(tag))
  .sort((a, b) => numbers(a)[1] - numbers(b)[1] || numbers(a)[2] - numbers(b)[2]);

/** The specs of one kind at a tag, as text, by name. */
function specsAt(tag, plural) {
  const files = git('ls-tree', '-r', '--name-only', tag, DATA).split('\n');
  const file = files.find((each) => each.endsWith(`common-cluster${plural}-bundle.yaml`));
  const objects = file === undefined ? [] : loadAll(git('show', `${tag}:${file}`)).filter(Boolean);
  return new Map(
    objects
      .filter(({ kind }) => kind === KINDS[plural])
      .map(({ metadata, spec }) => [metadata.name, JSON.stringify(spec)]),
  );
}

const specs = [];
const numberOf = (spec) => {
  const at = specs.indexOf(spec);
  return at === -1 ? specs.push(spec) - 1 : at;
};

/** By name: the first release of each spec, the first that has it no more or null, and its number. */
function rangesOf(plural) {
  const ranges = {};
  for (const tag of tags) {
    const release = tag.slice(1);
    const found = specsAt(tag, plural);
    for (const [name, list] of Object.entries(ranges)) {
      const last = list.at(-1);
      if (last[1] === null && (!found.has(name) || numberOf(found.get(name)) !== last[2])) {
        last[1] = release;
      }
    }
    for (const [name, spec] of found) {
      ranges[name] ??= [];
      if (ranges[name].at(-1)?.[1] !== null) {
        ranges[name].push([release, null, numberOf(spec)]);
      }
    }
  }
  return Object.fromEntries(Object.entries(ranges).sort(([a], [b]) => (a < b ? -1 : 1)));
}

const table = { instancetypes: rangesOf('instancetypes'), preferences: rangesOf('preferences') };
const names = (list) =>
  Object.keys(list)
    .map((name) => `  '${name}',`)
    .join('\n');
const text = JSON.stringify({ ...table, specs: specs.map((spec) => JSON.parse(spec)) });

writeFileSync(
  join(dirname(fileURLToPath(import.meta.url)), '../src/instancetypes/bundled.ts'),
  `// Written by scripts/bundled-instancetypes.mjs; do not edit.
// Source: kubevirt/kubevirt ${DATA}, ${tags[0]} to ${tags.at(-1)}.

/** Instance types that virt-operator installs, in some release. */
export const BUNDLED_INSTANCETYPES = [
${names(table.instancetypes)}
] as const;

/** Preferences that virt-operator installs, in some release. */
export const BUNDLED_PREFERENCES = [
${names(table.preferences)}
] as const;

/** A spec from one release to the one that has it no more, or null: by its number. */
export type BundledRange = readonly [since: string, before: string | null, spec: number];

/** The bundles, by name; read when the first of them is asked for. */
export const bundles = (): {
  readonly instancetypes: Readonly<Record<string, readonly BundledRange[]>>;
  readonly preferences: Readonly<Record<string, readonly BundledRange[]>>;
  readonly specs: readonly Readonly<Record<string, unknown>>[];
} =>
  JSON.parse(
    '${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}',
  );
`,
);
