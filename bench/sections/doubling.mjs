// Twice the work, again and again: what is not linear shows here. The median counts.
import { fleetOf } from '../fleet.mjs';
import { app, replicas, yamlFile, yamlFolder } from '../renderers/polyvirt.mjs';
import { median } from '../statistics.mjs';
import { duration, grouped, times } from '../table.mjs';

const MACHINES_PER_CLUSTER = 20;
const SERIES = [
  { renderer: app, of: (size) => fleetOf(1, size), what: 'compiled app, one cluster' },
  { renderer: yamlFile, of: (size) => fleetOf(1, size), what: 'polyvirt.yaml, one cluster' },
  { renderer: replicas, of: (size) => fleetOf(1, size), what: 'replicas, one cluster' },
  { renderer: app, of: clustersOf, what: 'compiled app, clusters of 20' },
  { renderer: yamlFolder, of: clustersOf, what: 'a file per cluster, of 20' },
];

function clustersOf(size) {
  return fleetOf(size / MACHINES_PER_CLUSTER, MACHINES_PER_CLUSTER);
}

export async function doubling(session) {
  const { steps, quick, repetitions } = session.options;
  const sizes = Array.from({ length: steps + 1 }, (_, step) => 1000 * 2 ** step);
  const rows = [['time, and × the step before', ...sizes.map(grouped)]];
  let worst = { ratio: 0 };
  for (const { renderer, of, what } of SERIES.filter((each) => session.wants(each.renderer))) {
    const jobs = [];
    for (const size of sizes) {
      jobs.push(await session.job(renderer, of(size)));
    }
    await session.measure(jobs, repetitions ?? (quick ? 3 : 5), median);
    const ratios = jobs.map(({ wall }, i) => (i === 0 ? 0 : wall / jobs[i - 1].wall));
    rows.push([what, ...jobs.map((job, i) => cell(job, ratios[i]))]);
    for (const [i, ratio] of ratios.entries()) {
      const processor = i === 0 ? 0 : jobs[i].CPU / jobs[i - 1].CPU;
      session.processor.doubling = Math.max(session.processor.doubling ?? 0, processor || 0);
      if (ratio > worst.ratio) {
        worst = { ratio, what, size: sizes[i] };
      }
    }
  }
  session.measures.doubling = worst.ratio;
  return {
    title: 'Twice the work',
    notes: [`The median of all runs. The worst step is that to ${grouped(worst.size)}, ${worst.what}.`],
    rows,
  };
}

function cell({ wall, reason }, ratio) {
  return wall === undefined ? reason : `${duration(wall)}${ratio > 0 ? ` (${times(ratio)})` : ''}`;
}
