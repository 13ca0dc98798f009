// One cluster with more and more VMs. The median counts.
import { fleetOf } from '../fleet.mjs';
import { cdk8s } from '../renderers/cdk8s.mjs';
import { ALL_PEERS } from '../renderers/peers.mjs';
import { app, replicas, yamlFile } from '../renderers/polyvirt.mjs';
import { busyNote, jobRows } from '../rows.mjs';
import { median } from '../statistics.mjs';
import { grouped } from '../table.mjs';

const RENDERERS = [cdk8s, app, yamlFile, replicas, ...ALL_PEERS];
/** How many rounds for how many VMs. */
const ROUNDS = [
  [100, 10],
  [1_000, 7],
  [10_000, 5],
  [Number.POSITIVE_INFINITY, 1],
];
/** What the bounds are about. */
const BOUND_SIZE = 10_000;

export async function* throughput(session) {
  let earlier = [];
  for (const size of session.options.sizes) {
    const jobs = [];
    for (const renderer of RENDERERS.filter((each) => session.wants(each))) {
      const before = earlier.find((job) => job.renderer === renderer);
      jobs.push(await session.job(renderer, fleetOf(1, size), { earlier: before }));
    }
    const rounds = ROUNDS.find(([most]) => size <= most)[1];
    await session.measure(
      jobs,
      session.options.repetitions ?? (session.options.quick ? Math.min(3, rounds) : rounds),
      median,
    );
    earlier = jobs;
    const of = (id) => jobs.find(({ renderer }) => renderer.id === id);
    if (size === BOUND_SIZE) {
      for (const peer of ['cdk8s', 'helm', 'pkl']) {
        session.ratio(peer, of(peer), of('app'));
      }
    }
    if (size === 100 || size === 1000) {
      session.ratio(`yaml-${size}`, of('yaml'), of('helm'));
      session.ratio(`app-${size}`, of('app'), of('cdk8s'));
    }
    const base = of('cdk8s');
    yield {
      title: `One cluster with ${grouped(size)} ${size === 1 ? 'VM' : 'VMs'}`,
      notes: ['The median of all runs; processor time is the mean.', ...busyNote(base)],
      rows: jobRows(jobs, { name: 'quicker than cdk8s', base, isQuicker: true }),
    };
  }
}
