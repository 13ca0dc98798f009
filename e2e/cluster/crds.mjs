// The CRDs of one release: of KubeVirt and HyperConverged those of that release, of everything else the newest that is there.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'yaml';

const { KNOWN_RELEASES } = createRequire(import.meta.url)('../../lib/src/target/facts.js');

const ESTABLISHED_SECONDS = 60;

/**
 * The CRDs of a folder; those of an older release, or of one that is still a branch, in the place of the newest.
 *
 * @param kinds only these, where they are said
 */
export function crdsOf(folder, release, kinds) {
  const texts = textsIn([folder, ...foldersOf(folder, release)]);
  return kinds === undefined ? texts : texts.filter((text) => kinds.has(/^ {4}kind: (\w+)$/m.exec(text)?.[1]));
}

/** Only those that are kept of an older release itself. */
export function ownCrdsOf(folder, release) {
  return textsIn(foldersOf(folder, release));
}

function foldersOf(folder, { kubevirt, hco }) {
  return [
    join(folder, 'older', `v${kubevirt}.0`),
    ...(hco === undefined
      ? []
      : [hco === KNOWN_RELEASES.hco.branch ? join(folder, 'next') : join(folder, 'older', `v${hco}.0`)]),
  ];
}

function textsIn(folders) {
  const files = new Map(folders.flatMap(yamlFiles));
  return [...files.values()].map((file) => readFileSync(file, 'utf8'));
}

function yamlFiles(folder) {
  return existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.yaml'))
        .map((name) => [name, join(folder, name)])
    : [];
}

/** Applies all of them, and waits until their kinds are served. */
export async function installCrds(client, texts) {
  const objects = texts.map((text) => parse(text));
  const answers = await Promise.all(objects.map((object, i) => client.apply(object, texts[i])));
  const refused = answers.flatMap(({ status, body }, i) =>
    status < 300 ? [] : [`${objects[i].metadata.name}: ${body.message}`],
  );
  if (refused.length > 0) {
    throw new Error(`CRDs are rejected:\n${refused.join('\n')}`);
  }
  const until = performance.now() + ESTABLISHED_SECONDS * 1000;
  for (const object of objects) {
    while (!(await isServed(client, object))) {
      if (performance.now() > until) {
        throw new Error(`${object.metadata.name} was not served after ${ESTABLISHED_SECONDS} s`);
      }
      await sleep(50);
    }
  }
  return objects.length;
}

/** Its objects can be asked for, and discovery lists it: one of them comes later than the other. */
async function isServed(client, { spec }) {
  const { group, names, versions } = spec;
  const roots = versions.filter(({ served }) => served).map(({ name }) => `/apis/${group}/${name}`);
  const answers = await Promise.all(
    roots.map(async (root) => {
      const [discovery, objects] = await Promise.all([
        client.request('GET', root),
        client.request('GET', `${root}/${names.plural}?limit=1`),
      ]);
      return objects.status === 200 && (discovery.body.resources ?? []).some(({ name }) => name === names.plural);
    }),
  );
  return answers.every((answer) => answer);
}
