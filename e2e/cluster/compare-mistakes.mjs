// Objects with random mistakes: what a strict API server rejects, `polyvirt check` says; what it takes, check does not call refused.
import { createRequire } from 'node:module';
import { parse } from 'yaml';
import { Random } from '../../scripts/fuzz/random.mjs';
import { crdsOf, installCrds, ownCrdsOf } from './crds.mjs';
import { polyvirt, writeFolder } from './made.mjs';
import { isWritten, mistakeAt } from './mistakes.mjs';
import { isFor, RELEASES } from './releases.mjs';
import { sampleOf } from './schema-samples.mjs';

const require = createRequire(import.meta.url);
const { KNOWN_RELEASES } = require('../../lib/src/target/facts.js');
const { componentOf, tableOf } = require('../../lib/src/schema/tables.js');
const NEWEST_CDI = tableOf('cdi').kinds['cdi.kubevirt.io/v1beta1/DataVolume'].releases.at(-1);

const AT_ONCE = 8;
/** So many objects are one call of check. */
const IN_ONE_CALL = 500;
/** So many objects of each kind are made from its CRD, to begin with. */
const SAMPLES = 6;
/** Of each kind that polyvirt makes. */
const MADE = 6;

const BUILT_IN = [
  { apiVersion: 'v1', kind: 'ConfigMap', data: { a: 'b' } },
  { apiVersion: 'v1', kind: 'Secret', stringData: { a: 'b' } },
  { apiVersion: 'v1', kind: 'Pod', spec: { containers: [{ name: 'a', image: 'a' }] } },
  {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    spec: {
      selector: { matchLabels: { a: 'b' } },
      template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'a', image: 'a' }] } },
    },
  },
];

/** Codes of what is said of one object beside others, which stand in the same folder here. */
const ACROSS = /^PV(8\d\d|7\d\d|9\d\d)$/;

/** Findings that an API server itself gives, without a webhook. */
const OF_API_SERVER = /^PV0(0[1-5]|3\d|4\d|58)$/;

/** Random mistakes on the CRDs of the newest release, and a tenth of them on those of each other one that is asked for. */
export async function compareMistakes({ plane, crds, clusters, work, say, mistakes }) {
  const results = { passed: 0, failures: [] };
  const made = madeObjects(clusters);
  const others = RELEASES.slice(0, -1).filter(({ kubevirt }) => mistakes.releases.includes(kubevirt));
  for (const release of [NEWEST, ...others]) {
    const client = await plane.cluster(`mistakes-${release.kubevirt}`);
    await installCrds(client, crdsOf(crds, release === NEWEST ? { kubevirt: release.kubevirt } : release));
    // What is not kept of an older release has the CRD of the newest here, and is judged as its own release.
    const texts = release === NEWEST ? crdsOf(crds, { kubevirt: release.kubevirt }) : ownCrdsOf(crds, release);
    const count = release === NEWEST ? mistakes.count : Math.ceil(mistakes.count / 10);
    await compareOn({ client, release, texts, made, work, say, mistakes: { ...mistakes, count } }, results);
  }
  return results;
}

const NEWEST = RELEASES.at(-1);

/** What polyvirt makes for the newest release. */
export function madeObjects(clusters) {
  return clusters
    .filter(({ target }) => isFor(target, NEWEST))
    .flatMap(({ objects }) => objects.map(({ object }) => object));
}

/** The same on one API server that has the CRDs of a release. */
export async function compareOn({ client, release, texts, made, work, say, mistakes }, results) {
  const { seed, count, from = 0 } = mistakes;
  const bases = await acceptedBases(client, basesOf(texts, made, seed));
  const asked = Array.from({ length: count }, (_, i) => mistakeAt(bases, seed, from + i));
  const verdicts = await inParallel(asked, (each) => verdictOf(client, each));
  const said = saidOf(work, release, [...asked, ...bases]);
  const tally = { refused: 0, accepted: 0, missed: 0, false: 0, left: 0 };
  for (const [i, each] of asked.entries()) {
    const before = said[count + bases.findIndex(({ id }) => id === each.base)];
    const id = `${release.kubevirt} ${seed}/${from + i}`;
    judge({ ...each, id, verdict: verdicts[i], said: said[i], before }, tally, results, mistakes.show);
  }
  say(
    `mistakes: KubeVirt ${release.kubevirt}, seed ${seed}, ${bases.length} objects to begin with; ${count} with a mistake, ` +
      `${tally.refused} refused, ${tally.accepted} accepted, ${tally.left} that depend on the cluster; missed: ${tally.missed}, refused by check only: ${tally.false}`,
  );
}

/** Objects of every kind that is served: those that polyvirt makes, and those that a CRD allows. */
export function basesOf(texts, made, seed) {
  const bases = [];
  const served = new Map();
  for (const text of texts) {
    const { spec } = parse(text);
    for (const { name, served: isServed, schema } of spec.versions) {
      const apiVersion = `${spec.group}/${name}`;
      if (isServed && componentOf(apiVersion) !== undefined) {
        served.set(`${apiVersion} ${spec.names.kind}`, schema.openAPIV3Schema);
      }
    }
  }
  for (const [key, schema] of served) {
    const [apiVersion, kind] = key.split(' ');
    for (let i = 0; i < SAMPLES; i++) {
      const random = new Random(seed, -1 - i);
      const { status, metadata, ...object } = sampleOf(schema, random);
      bases.push({ object: { ...object, apiVersion, kind, metadata: { name: 'sample' } }, schema });
    }
  }
  const counts = new Map();
  for (const object of [...BUILT_IN, ...made]) {
    const key = `${object.apiVersion} ${object.kind}`;
    if (componentOf(object.apiVersion) !== undefined && !served.has(key)) {
      continue;
    }
    counts.set(key, (counts.get(key) ?? 0) + 1);
    if (counts.get(key) <= MADE) {
      const { namespace, ...metadata } = object.metadata ?? {};
      bases.push({ object: { ...object, metadata: { ...metadata, name: 'made' } }, schema: served.get(key) });
    }
  }
  return bases;
}

async function acceptedBases(client, bases) {
  const named = bases.map((each, i) => ({
    ...each,
    id: `b${i}`,
    object: { ...each.object, metadata: { ...each.object.metadata, name: `b${i}` } },
  }));
  const texted = named.map((each) => ({ ...each, text: JSON.stringify(each.object) }));
  const verdicts = await inParallel(texted, (each) => verdictOf(client, each));
  // Of files that look like templates check says so once for a folder.
  return texted.filter(({ text }, i) => verdicts[i].is === 'accepted' && !text.includes('{{'));
}

/**
 * What a strict API server says of the bytes, as created and as applied.
 *
 * An object that it does not serve, or without a name, has no address: kubectl says so before it asks.
 */
async function verdictOf(client, { object, text }) {
  const { apiVersion, kind, metadata } = object ?? {};
  if (typeof apiVersion !== 'string' || typeof kind !== 'string' || apiVersion === '' || kind === '') {
    return { is: 'refused', message: 'no apiVersion or kind' };
  }
  if (apiVersion.split('/').length > 2 || /[^\w.\-/]/.test(apiVersion)) {
    return { is: 'refused', message: 'no API version' };
  }
  const own = typeof metadata?.namespace === 'string' && metadata.namespace !== '' ? metadata.namespace : 'default';
  if (/[^\w.-]/.test(own)) {
    return { is: 'refused', message: 'no namespace' };
  }
  const collection = await client.collectionOf({ apiVersion, kind, metadata: { namespace: own } });
  if (collection === undefined) {
    return { is: 'refused', message: 'not served' };
  }
  const created = await client.request(
    'POST',
    `${collection}?dryRun=All&fieldValidation=Strict`,
    text,
    'application/yaml',
  );
  const answers = [created];
  if (typeof metadata?.name === 'string' && isWritten(metadata.name) && !['', '.', '..'].includes(metadata.name)) {
    const path = `${collection}/${encodeURIComponent(metadata.name)}`;
    answers.push(
      await client.request(
        'PATCH',
        `${path}?dryRun=All&force=true&fieldManager=polyvirt&fieldValidation=Strict`,
        text,
        'application/apply-patch+yaml',
      ),
    );
  }
  const refused = answers.filter(({ status }) => status >= 300);
  if (refused.length === 0) {
    return { is: 'accepted' };
  }
  const messages = refused.map(({ status, body }) => `${status} ${body.message ?? body}`);
  const isOfCluster = refused.some(
    ({ status, body }) =>
      status === 429 || /namespaces ".*" not found|no existing object was found/.test(body.message ?? ''),
  );
  return {
    is: isOfCluster ? 'left' : 'refused',
    by: answers.map(({ status }) => (status < 300 ? 'taken' : 'refused')).join(' '),
    message: messages.join(' | ').slice(0, 600),
  };
}

/** What check says of each object, by its position. */
function saidOf(work, release, objects) {
  const all = [];
  for (let from = 0; from < objects.length; from += IN_ONE_CALL) {
    const some = objects.slice(from, from + IN_ONE_CALL);
    const folder = writeFolder(work, Object.fromEntries(some.map(({ text }, i) => [`f${i}.yaml`, text])));
    const hco = release === NEWEST ? KNOWN_RELEASES.hco.releases.at(-1) : release.hco;
    const { stdout, stderr } = polyvirt(folder, [
      ...[
        'check',
        '--no-platform',
        '--kubevirt',
        release.kubevirt,
        ...(hco === undefined ? [] : ['--hco', hco]),
        '--cdi',
        NEWEST_CDI,
      ],
      ...['--format', 'json'],
      ...some.map((_, i) => `f${i}.yaml`),
    ]);
    if (!stdout.startsWith('{')) {
      throw new Error(`check says nothing: ${stderr.slice(0, 2000)}`);
    }
    const lists = some.map(() => []);
    for (const finding of JSON.parse(stdout).findings) {
      lists[Number(/f(\d+)\.yaml$/.exec(finding.file ?? '')?.[1])]?.push(finding);
    }
    all.push(...lists);
  }
  return all;
}

function judge({ id, object, what, text, isStructural, verdict, said, before }, tally, results, show) {
  if (verdict.is === 'left') {
    tally.left++;
    return;
  }
  const known = new Set(before.map(keyOf));
  const fresh = said.filter((each) => !ACROSS.test(each.code) && !known.has(keyOf(each)));
  // virt-api writes back what is missing before the API server looks at it; other clients than server-side apply drop null.
  const errors = fresh.filter(
    ({ severity, why }) => severity === 'error' || /writes it back empty|^Server-side apply rejects/.test(why),
  );
  const ofServer = errors.filter(
    ({ code, severity, why }) => severity === 'error' && OF_API_SERVER.test(code) && /API server/.test(why),
  );
  if (isRewritten(object, verdict) || (!isStructural && isUnjudged(verdict))) {
    tally.left++;
    return;
  }
  tally[verdict.is]++;
  const fail = (problem) => {
    const shown = show ? `\n${text}` : '';
    results.failures.push(`${id} ${object.apiVersion} ${object.kind}, ${what}: ${problem}${shown}`);
  };
  if (verdict.is === 'refused' && errors.length === 0) {
    tally.missed++;
    fail(`missed (${verdict.by}): ${verdict.message}`);
  } else if (verdict.is === 'accepted' && ofServer.length > 0) {
    tally.false++;
    fail(`refused by check only: ${ofServer.map(keyOf).join('; ')}`);
  } else {
    results.passed++;
  }
}

/** Null in the spec of a VM: virt-api's mutating webhook, which is not here, writes it anew. */
function isRewritten({ apiVersion, kind }, { by, message }) {
  return (
    by === 'taken refused' &&
    /^kubevirt\.io\/v1/.test(String(apiVersion)) &&
    ['VirtualMachine', 'VirtualMachineInstance'].includes(kind) &&
    /Invalid value: "null"/.test(message)
  );
}

/** Of other kinds check judges metadata only, and the kinds of the groups that it knows. */
function isUnjudged({ message }) {
  return /not served|unknown field "(status|specs|Spec|metdata|data|items|apiversion|labels)"|\.status/.test(message);
}

function keyOf({ code, path, what }) {
  return `${code} ${path} ${what}`;
}

async function inParallel(list, work) {
  const results = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (next < list.length) {
        const at = next++;
        results[at] = await work(list[at]);
      }
    }),
  );
  return results;
}
