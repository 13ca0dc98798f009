// Many clusters. The median counts.
import { fleetOf } from '../fleet.mjs';
import { cdk8s, cdk8sAppEach } from '../renderers/cdk8s.mjs';
import { app, yamlFile, yamlFolder } from '../renderers/polyvirt.mjs';
import { busyNote, jobRows } from '../rows.mjs';
import { median } from '../statistics.mjs';
import { grouped } from '../table.mjs';

const RENDERERS = [cdk8s, cdk8sAppEach, app, yamlFile, yamlFolder];

export async function* fleets(session) {
  for (const { clusters, machines } of session.options.fleets) {
    const jobs = [];
    for (const renderer of RENDERERS.filter((each) => session.wants(each))) {
      jobs.push(await session.job(renderer, fleetOf(clusters, machines)));
    }
    await session.measure(jobs, session.options.repetitions ?? (session.options.quick ? 1 : 3), median);
    const base = jobs.find(({ renderer }) => renderer === cdk8s);
    yield {
      title: `${grouped(clusters)} clusters with ${machines} VMs each`,
      notes: ['The median of all runs. cdk8s writes a file per cluster, polyvirt one stream.', ...busyNote(base)],
      rows: jobRows(jobs, { name: 'quicker than cdk8s', base, isQuicker: true }),
    };
  }
}
