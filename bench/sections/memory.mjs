// The most memory that 100,000 VMs take: one run each, not timed.
import { fleetOf } from '../fleet.mjs';
import { app, replicas, yamlFolder } from '../renderers/polyvirt.mjs';
import { jobRows } from '../rows.mjs';
import { grouped } from '../table.mjs';
import { bareNode } from './startup.mjs';

const MACHINES_PER_CLUSTER = 50;
/** It is run once, so it may take longer than what is run in rounds. */
const PATIENCE = 5;

export async function memory(session) {
  const count = session.options.quick ? 10_000 : 100_000;
  const fleet = fleetOf(count / MACHINES_PER_CLUSTER, MACHINES_PER_CLUSTER);
  const wanted = [
    [bareNode, fleetOf(1, 1)],
    [yamlFolder, fleet, 'memory-fleet'],
    [replicas, fleetOf(1, count), 'memory-replicas'],
    [app, fleet],
  ];
  const jobs = [];
  for (const [renderer, of, bound] of wanted.filter(([each]) => each === bareNode || session.wants(each))) {
    const job = await session.job(renderer, of, { patience: PATIENCE });
    jobs.push(job);
    if (bound !== undefined) {
      session.measures[bound] = session.options.quick ? `${grouped(count)} VMs only` : (job.memory ?? job.reason);
    }
  }
  return {
    title: `Memory: ${grouped(count)} VMs, ${grouped(fleet.clusters)} clusters of ${MACHINES_PER_CLUSTER} or one of replicas`,
    notes: ['One run each; the sum of all processes.'],
    rows: jobRows(jobs, { name: '× bare node', base: jobs[0] }),
  };
}
