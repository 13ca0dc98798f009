// What polyvirt makes, against a real control plane: etcd, kube-apiserver and kube-scheduler, on the loopback interface.
//
//     npm run e2e:cluster
//     npm run e2e:cluster -- --part apply --part policies   only these of apply, policies, enforcement, placement,
//                                                           argocd and mistakes
//     npm run e2e:cluster -- --part mistakes --seed 7 --count 4000 --release 1.3 --show   random mistakes; also for older CRDs; each with its bytes
//     npm run e2e:cluster -- --cases   also what is recorded of kube-scheduler in the oracles, of which place misses some
//
// Needs Go, to build the control plane once, and the CRDs of POLYVIRT_ORACLES (default: ../shared). Where one of them is
// missing there is nothing to do, and that is no failure.
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { applyEverything } from './cluster/apply-everything.mjs';
import { controlPlane, goVersion } from './cluster/build.mjs';
import { compareArgocd } from './cluster/compare-argocd.mjs';
import { compareEnforcement } from './cluster/compare-enforcement.mjs';
import { compareMistakes } from './cluster/compare-mistakes.mjs';
import { comparePlacement } from './cluster/compare-placement.mjs';
import { comparePolicies } from './cluster/compare-policies.mjs';
import { inputsOf } from './cluster/inputs.mjs';
import { everythingMade, workFolder } from './cluster/made.mjs';
import { ControlPlane } from './cluster/start.mjs';

const MOST_MINUTES = 30;

const PARTS = {
  apply: applyEverything,
  policies: comparePolicies,
  enforcement: compareEnforcement,
  placement: comparePlacement,
  argocd: compareArgocd,
  mistakes: compareMistakes,
};
const { values } = parseArgs({
  options: {
    part: { type: 'string', multiple: true, default: Object.keys(PARTS) },
    cases: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '1000' },
    release: { type: 'string', multiple: true, default: [] },
    show: { type: 'boolean', default: false },
  },
});
const unknown = values.part.find((name) => !Object.hasOwn(PARTS, name));
if (unknown !== undefined) {
  console.error(`error: there is no part ${unknown}; there are ${Object.keys(PARTS).join(', ')}`);
  process.exit(2);
}

const { named, oracle, hasOracle } = createRequire(import.meta.url)('../scripts/oracles.cjs');
const crds = oracle('crds');
if (!hasOracle('crds')) {
  skip(`there are no CRDs in ${join(named, 'crds')}`);
}
const go = goVersion();
if (go === undefined) {
  skip('there is no Go to build a control plane with');
}

const program = await controlPlane(go);
const scratch = mkdtempSync(join(tmpdir(), 'polyvirt-cluster-'));
const plane = new ControlPlane(program, scratch);
process.on('exit', () => {
  plane.stop();
  rmSync(scratch, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => process.exit(1));
}
setTimeout(() => {
  console.error(`still not done after ${MOST_MINUTES} minutes`);
  process.exit(1);
}, MOST_MINUTES * 60_000).unref();

const started = performance.now();
await plane.open();
const work = workFolder(scratch);
const inputs = inputsOf(work);
const { clusters, failures } = await everythingMade(inputs);
const count = clusters.reduce((sum, { objects }) => sum + objects.length, 0);
console.log(`inputs: ${inputs.length}, of which polyvirt makes ${clusters.length} clusters with ${count} objects`);
const context = {
  plane,
  crds,
  cases: values.cases ? oracle('cases') : undefined,
  recorded: hasOracle('cases/admission.jsonl') ? oracle('cases/admission.jsonl') : undefined,
  go,
  mistakes: { seed: Number(values.seed), count: Number(values.count), releases: values.release, show: values.show },
  work,
  inputs,
  clusters,
  say: console.log,
};
let passed = 0;
for (const name of values.part) {
  const result = await PARTS[name](context);
  passed += result.passed;
  failures.push(...result.failures);
}
for (const failure of failures) {
  console.log(`FAILED ${failure}`);
}
console.log(`${Math.round((performance.now() - started) / 1000)} s`);
console.log(`${passed} passed, ${failures.length} failed`);
process.exit(failures.length === 0 ? 0 : 1);

function skip(why) {
  console.log(`skipped: ${why}`);
  process.exit(0);
}
