// What kube-scheduler really does with foretold launcher pods, beside what `polyvirt place` says.
import { createRequire } from 'node:module';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../scripts/baseline/inputs.mjs';
import { nodesOf } from './fake-nodes.mjs';
import { distinct } from './made.mjs';
import { Schedule } from './schedule.mjs';

const { launcherPod, NodeInventory, place } = createRequire(import.meta.url)(ROOT);

const GUESTS = /^VirtualMachine(Instance)?$/;
const CASES = 'place.jsonl';

/** The guests of every platform with nodes, and the recorded cases where they are at hand. */
export async function comparePlacement({ plane, clusters, cases, say }) {
  const schedule = new Schedule(await plane.cluster('placement', { scheduler: true }));
  const results = { pods: 0, nodes: 0, passed: 0, failures: [] };
  const platforms = distinct(clusters).filter(({ context }) => (context.nodes ?? []).length > 0);
  for (const cluster of platforms) {
    await comparePlatform(schedule, cluster, results);
  }
  say(`placement of ${platforms.length} platforms: ${results.pods} pods, ${results.nodes} verdicts on nodes, ${results.passed} pods as foretold`);
  const before = { ...results };
  const recorded = existsSync(join(cases, CASES)) ? readFileSync(join(cases, CASES), 'utf8').trim().split('\n') : [];
  for (const line of recorded) {
    await compareCase(schedule, JSON.parse(line), results);
  }
  say(
    `placement of ${recorded.length} recorded cases: ${results.pods - before.pods} pods, ${results.nodes - before.nodes} verdicts on nodes, ${results.passed - before.passed} pods as foretold`,
  );
  return results;
}

/** On nodes that are made from the pools of the platform, with plenty of whatever a pool does not say. */
async function comparePlatform(schedule, { id, objects, target, context }, results) {
  const all = objects.map(({ object }) => object);
  const nodes = nodesOf(context.nodes);
  const options = { target, existing: all, ...(context.hypervisorsInUse === undefined ? {} : { hypervisorsInUse: context.hypervisorsInUse }) };
  for (const guest of all.filter(({ kind }) => GUESTS.test(kind))) {
    const { pod } = launcherPod(guest, options);
    const report = place([guest], { ...options, nodes: NodeInventory.of({ apiVersion: 'v1', kind: 'List', items: nodes }) });
    await compare(schedule, `${id}: ${guest.kind} ${guest.metadata.name}`, { pod, nodes, workload: report.workloads[0] }, results);
  }
}

async function compareCase(schedule, { id, objects, nodes, pods, namespaces, pod, real }, results) {
  if (real.invalid) {
    return;
  }
  const options = { target: { kubevirt: '1.9' }, existing: namespaces };
  const report = place(objects, { ...options, nodes: NodeInventory.of({ apiVersion: 'v1', kind: 'List', items: nodes }), pods });
  const foretold = pod === undefined ? objects[0] : launcherPod(objects[0], { ...options, existing: objects.slice(1) }).pod;
  await compare(schedule, `${CASES} ${id}`, { pod: foretold, nodes, pods, namespaces, workload: report.workloads[0] }, results);
}

async function compare(schedule, name, { pod, nodes, pods = [], namespaces = [], workload }, results) {
  results.pods++;
  results.nodes += nodes.length;
  const wrong = await schedule.compare({ pod, nodes, pods, namespaces, workload });
  if (wrong.length === 0) {
    results.passed++;
  } else {
    results.failures.push(`placement: ${name}: ${wrong.join('; ')}`);
  }
}
