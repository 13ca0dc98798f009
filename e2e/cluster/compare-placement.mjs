// What kube-scheduler really does with foretold launcher pods, beside what `polyvirt place` says.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ROOT } from '../../scripts/baseline/inputs.mjs';
import { nodesOf } from './fake-nodes.mjs';
import { distinct } from './made.mjs';
import { Schedule } from './schedule.mjs';

const { launcherPod, NodeInventory, place } = createRequire(import.meta.url)(ROOT);

const GUESTS = /^VirtualMachine(Instance)?$/;
const RECORDED = 'place.jsonl';

/** The guests of every platform with nodes; the recorded cases where they are asked for. */
export async function comparePlacement({ plane, clusters, cases, say }) {
  const schedule = new Schedule(await plane.cluster('placement', { scheduler: true }));
  const platforms = distinct(clusters).filter(({ context }) => (context.nodes ?? []).length > 0);
  const results = new Results();
  for (const cluster of platforms) {
    await comparePlatform(schedule, cluster, results);
  }
  say(`placement, ${platforms.length} platforms: ${results.line()}`);
  if (cases !== undefined) {
    const recorded = await compareRecorded(schedule, cases);
    say(`placement, recorded cases: ${recorded.line()}`);
    results.add(recorded);
  }
  return results;
}

/**
 * On nodes that are made from the pools of the platform, one guest after the other, each of which stays.
 *
 * `place` is given what the API server has, as kubectl would print it.
 */
async function comparePlatform(schedule, { id, objects, target, context: { nodes, hypervisorsInUse } }, results) {
  const all = objects.map(({ object }) => object);
  const options = { target, existing: all, ...(hypervisorsInUse === undefined ? {} : { hypervisorsInUse }) };
  await schedule.setUp({ nodes: nodesOf(nodes) });
  for (const guest of all.filter(({ kind }) => GUESTS.test(kind))) {
    const { pod } = launcherPod(guest, options);
    // Its instance type was not found, for example; place has nothing to say of such a guest either.
    if (pod === undefined) {
      results.unknown++;
      continue;
    }
    const there = { nodes: NodeInventory.of(await schedule.nodes()), pods: (await schedule.running()).items };
    const [workload] = place([guest], { ...options, ...there }).workloads;
    const wrong = await schedule.compare(pod, workload, nodes.length);
    results.take(`${id}: ${guest.kind} ${guest.metadata.name}`, nodes.length, wrong);
    await schedule.leave(pod);
  }
}

async function compareRecorded(schedule, folder) {
  const results = new Results();
  const file = join(folder, RECORDED);
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  for (const { id, objects, nodes, pods, namespaces } of lines.map((line) => JSON.parse(line))) {
    const target = { kubevirt: '1.9' };
    const { pod } = launcherPod(objects[0], { target, existing: objects.slice(1) });
    const inventory = NodeInventory.of({ apiVersion: 'v1', kind: 'List', items: nodes });
    const [workload] = place(objects, { target, nodes: inventory, pods, existing: namespaces }).workloads;
    await schedule.setUp({ nodes, pods, namespaces });
    results.take(`${RECORDED} ${id}`, nodes.length, await schedule.compare(pod, workload, nodes.length));
  }
  return results;
}

class Results {
  pods = 0;
  nodes = 0;
  unknown = 0;
  passed = 0;
  failures = [];

  take(name, nodes, wrong) {
    this.pods++;
    this.nodes += nodes;
    if (wrong.length === 0) {
      this.passed++;
    } else {
      this.failures.push(`placement: ${name}: ${wrong.join('; ')}`);
    }
  }

  add(other) {
    this.passed += other.passed;
    this.failures.push(...other.failures);
  }

  line() {
    const figures = `${this.pods} pods, ${this.nodes} verdicts on nodes, ${this.passed} pods as foretold`;
    return this.unknown === 0 ? figures : `${figures}; ${this.unknown} guests without a foretold pod`;
  }
}
