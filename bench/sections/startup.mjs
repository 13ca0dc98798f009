// One cluster with one VM: what it costs to start. The fastest run counts.
import { join } from 'node:path';
import { fleetOf } from '../fleet.mjs';
import { writeFiles } from '../places.mjs';
import { cdk8s, cdk8sOwn, cdk8sTyped } from '../renderers/cdk8s.mjs';
import { ALL_PEERS } from '../renderers/peers.mjs';
import { app, appFirst, plugin, yamlFile } from '../renderers/polyvirt.mjs';
import { busyNote, jobRows } from '../rows.mjs';
import { fastest } from '../statistics.mjs';

/** The baseline: a process that does nothing. */
export const bareNode = {
  id: 'node',
  name: 'bare node',
  prepare: (folder) => {
    writeFiles(folder, { 'empty.js': '' });
    return { command: process.execPath, args: [join(folder, 'empty.js')], cwd: folder };
  },
  objects: () => [],
};

const RENDERERS = [
  ...[bareNode, yamlFile, plugin(false), plugin(true), app, appFirst],
  ...[cdk8s, cdk8sOwn, cdk8sTyped],
  ...ALL_PEERS,
];

export async function startup(session) {
  const jobs = [];
  for (const renderer of RENDERERS.filter((each) => each === bareNode || session.wants(each))) {
    jobs.push(await session.job(renderer, fleetOf(1, 1)));
  }
  await session.measure(jobs, session.options.repetitions ?? (session.options.quick ? 8 : 20), fastest);
  const of = (id) => jobs.find(({ renderer }) => renderer.id === id);
  session.ratio('cold', of('yaml'), of('node'));
  session.ratio('cached', of('cached'), of('node'));
  session.ratio('synth-typed', of('synth-typed'), of('yaml'));
  session.ratio('synth-own', of('synth-own'), of('yaml'));
  if (session.context.classes === undefined && typeof session.measures['synth-typed'] === 'number') {
    session.measures['synth-typed'] = 'it needs the classes of cdk8s import: --crds DIR';
  }
  return {
    title: 'Start: one cluster with one VM',
    notes: ['The fastest of all runs; processor time is the mean.', ...busyNote(of('node'))],
    rows: jobRows(jobs, { name: '× bare node', base: of('node') }),
  };
}
