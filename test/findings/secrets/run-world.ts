import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { writeFiles } from '../../app-folder';
import { polyvirt } from '../../run-cli';
import { leaks, wordsOf } from './markers';
import { plantedObjects } from './planted-objects';
import { type PlantedRun, plantedRuns } from './planted-runs';
import type { PlantedWorld } from './planted-world';

/** Something that a person, a log or a disk gets to see. */
export interface Output {
  readonly of: string;
  readonly text: string;
}

/** Everything that commands say and write, except what is applied. In this process: two hundred starts would take minutes. */
export async function outputsOf(
  world: PlantedWorld,
  isWanted: (run: PlantedRun) => boolean = () => true,
  command: typeof polyvirt = polyvirt,
): Promise<Output[]> {
  const inputs = new Set(filesBelow(world.folder));
  rename(world.folder);
  const renamed = filesBelow(world.folder);
  const outputs: Output[] = [];
  for (const run of plantedRuns(world, objectNames()).filter(isWanted)) {
    outputs.push(...(await outputOf(world, run, command)));
  }
  const own = new Set([...inputs, ...renamed]);
  const written = filesBelow(world.folder).filter((file) => !own.has(file) && !isManifest(file));
  return [...outputs, ...written.map((file) => ({ of: file, text: readFileSync(join(world.folder, file), 'latin1') }))];
}

/** Places whose secret is in an output, and the first output that has it. */
export function leaksIn(outputs: readonly Output[], markers: ReadonlyMap<string, string>): string[] {
  const words = new Map(outputs.map((output) => [output, wordsOf(output.text)]));
  return [...markers].flatMap(([place, secret]) => {
    const found = outputs.find((output) => leaks(words.get(output)!, secret));
    return found === undefined ? [] : [`${place} | ${found.of} | ${excerpt(found.text, secret)}`];
  });
}

/** What a reader of a failing test needs, and no more. */
function excerpt(text: string, secret: string): string {
  const at = Math.max(0, text.search(secret.slice(0, 12)));
  return JSON.stringify(text.slice(Math.max(0, at - 120), at + 40));
}

async function outputOf({ folder, env }: PlantedWorld, run: PlantedRun, command: typeof polyvirt): Promise<Output[]> {
  const { stdout, stderr } = await command(folder, run.argv, { ...env, POLYVIRT_CACHE: 'off', ...run.env });
  const of = run.argv.join(' ');
  return [...(run.isApplied ? [] : [{ of: `stdout of ${of}`, text: stdout }]), { of: `stderr of ${of}`, text: stderr }];
}

/** All objects again, under other names: what a review calls renamed. */
function rename(folder: string): void {
  for (const file of readdirSync(join(folder, 'base'))) {
    const object = JSON.parse(readFileSync(join(folder, 'base', file), 'utf8').slice(4));
    writeFiles(folder, {
      [`renamed/${file}`]: `---\n${JSON.stringify({ ...object, metadata: { ...object.metadata, name: `${object.metadata.name}-2` } })}\n`,
    });
  }
}

function objectNames(): { kind: string; name: string }[] {
  const objects = plantedObjects((place) => place.replace(/\W/g, '')) as { kind: string; metadata: { name: string } }[];
  return objects.map(({ kind, metadata }) => ({ kind, name: metadata.name }));
}

/** What was rendered to be applied, and types made of a CRD. */
function isManifest(file: string): boolean {
  return /^(applied|imports[a-z-]*)\//.test(file);
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}
