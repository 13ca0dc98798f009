// Reads the feature gates that a checkout of KubeVirt registers and prints the rows that our tables lack:
//
//     npm run gates -- path/to/kubevirt 1.10
//
// For a release that the tables know already it says whether they agree, and the exit code is 1 where they do not.
// KubeVirt 1.5 and later; before that it kept no stage of most gates.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(import.meta.url);
const { FEATURE_GATES, gatesOf, STAGES, stageOf } = require('../lib/src/gates/stages.js');
const { KNOWN_RELEASES } = require('../lib/src/target/facts.js');
const { minorOf, parseRelease } = require('../lib/src/kube/release.js');

const [checkout, written = ''] = process.argv.slice(2);
const parsed = parseRelease(written);
if (checkout === undefined || parsed === undefined) {
  fail('usage: npm run gates -- CHECKOUT-OF-KUBEVIRT RELEASE, as in: npm run gates -- ../kubevirt 1.10');
}
const release = minorOf(parsed);
const folder = join(checkout, 'pkg/virt-config/featuregate');
if (!existsSync(folder)) {
  fail(`${folder} is not there: is ${checkout} a checkout of kubevirt/kubevirt, 1.5 or later?`);
}

const registered = registrationsIn(
  readdirSync(folder)
    .filter((name) => name.endsWith('.go') && !name.endsWith('_test.go'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n'),
);
if (registered.size === 0) {
  fail(
    `no registration was found in ${folder}: KubeVirt may write them in another way now, which this script has to learn`,
  );
}
const isKnown = KNOWN_RELEASES.kubevirt.releases.includes(release);
const names = [...registered.keys()].sort(byName);
const added = names.filter((name) => !Object.hasOwn(FEATURE_GATES, name));
const changed = names.filter((name) => !added.includes(name) && stageOf(name, release) !== registered.get(name));
const gone = gatesOf(release).filter((name) => !registered.has(name));

console.log(
  `KubeVirt ${release} registers ${registered.size} gates: ${added.length} new, ${changed.length} at another stage, ${gone.length} gone`,
);
print(
  'Rows to add to FEATURE_GATES in src/gates/stages.ts',
  added.map((name) => row(name, {})),
);
print(
  'Rows to change there',
  changed.map((name) => row(name, FEATURE_GATES[name])),
);
print(
  'Rows to add to SUPPORT_BY_ARCH in src/gates/support.ts, with what is known, and to EVIDENCE with where it was read',
  added.map((name) => `  ${name}: {},`),
);
print(
  'Gone, for which the tables have no word yet',
  gone.map((name) => `  ${name}`),
);
process.exit(isKnown && added.length + changed.length + gone.length > 0 ? 1 : 0);

/** Names are constants beside the registrations: `RegisterFeatureGate(FeatureGate{Name: HostDiskGate, State: Alpha})`. */
function registrationsIn(text) {
  const constants = new Map(
    [...text.matchAll(/^\s*(?:const\s+)?(\w+)\s*=\s*"([^"]+)"/gm)].map(([, key, value]) => [key, value]),
  );
  const found = new Map();
  for (const [, name, state] of text.matchAll(
    /RegisterFeatureGate\(\s*FeatureGate\{\s*Name:\s*("?\w+"?)\s*,\s*State:\s*(\w+)/g,
  )) {
    const gate = name.startsWith('"') ? name.slice(1, -1) : constants.get(name);
    if (gate === undefined || !STAGES.includes(state)) {
      fail(`a registration of ${name} with the state ${state} is not understood`);
    }
    found.set(gate, state);
  }
  return found;
}

function row(name, history) {
  const stage = registered.get(name);
  const later = Object.keys(history).find((other) => STAGES.indexOf(other) > STAGES.indexOf(stage));
  const steps = { ...history, [stage]: history[stage] ?? release };
  const cells = STAGES.filter((each) => each in steps).map((each) => `${each}: '${steps[each]}'`);
  return `  ${name}: { ${cells.join(', ')} },${later === undefined ? '' : ` // back from ${later}: look twice`}`;
}

function print(title, lines) {
  if (lines.length > 0) {
    console.log(`\n${title}:\n\n${lines.join('\n')}`);
  }
}

function byName(a, b) {
  return a.toLowerCase() < b.toLowerCase() ? -1 : 1;
}

function fail(message) {
  console.error(message);
  process.exit(2);
}
