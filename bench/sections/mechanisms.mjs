// What each part of src/speed buys: the same command with the part and without it, in turn. The fastest run counts.
import { join } from 'node:path';
import { fleetOf } from '../fleet.mjs';
import { app, plugin, yamlFile } from '../renderers/polyvirt.mjs';
import { QUESTIONS } from '../renderers/questions.mjs';
import { fastest } from '../statistics.mjs';
import { duration, times } from '../table.mjs';

const check = QUESTIONS.find(({ id }) => id === 'check');
const OFF = { POLYVIRT_SPEED: 'off' };

/** A row: what is turned off, for which job of how many VMs, and by what. */
const MECHANISMS = [
  ['compiled code that is kept', yamlFile, 1, OFF],
  ['compiled code, and usual YAML read without events', yamlFile, 1000, OFF],
  ['the same, of manifests', check, 1000, OFF],
  ['the bundle of a program that is kept', app, 1, { POLYVIRT_CACHE: 'off' }],
  ['what the plugin rendered before', plugin(true), 1, OFF],
];

export async function mechanisms(session) {
  const pairs = [];
  for (const [what, renderer, size, env] of MECHANISMS.filter(([, renderer]) => session.wants(renderer))) {
    const without = {
      ...renderer,
      prepare: (folder, ...asked) => {
        const prepared = renderer.prepare(folder, ...asked);
        return { ...prepared, env: { ...prepared.env, POLYVIRT_CACHE: join(folder, 'cache'), ...env } };
      },
    };
    const jobs = [];
    for (const each of [renderer, without]) {
      jobs.push(await session.job(each, fleetOf(1, size)));
    }
    pairs.push({ what, size, jobs });
  }
  await session.measure(
    pairs.flatMap(({ jobs }) => jobs),
    session.options.repetitions ?? (session.options.quick ? 3 : 10),
    fastest,
  );
  return {
    title: 'What each mechanism buys',
    notes: [
      'Each is turned off alone, as far as a user can turn it off; the fastest of all runs, processor time is the mean.',
    ],
    rows: [
      ['', 'VMs', 'with, CPU', 'without, CPU', 'without, × wall', 'without, × CPU'],
      ...pairs.map(({ what, size, jobs: [on, off] }) => [
        what,
        String(size),
        duration(on.CPU),
        duration(off.CPU),
        times(off.wall / on.wall),
        times(off.CPU / on.CPU),
      ]),
    ],
  };
}
