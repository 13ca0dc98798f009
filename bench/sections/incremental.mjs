// One changed cluster of many, each in a file of its own, to the files of an output folder. The fastest run counts, as for a
// start: what is measured is what remains to be done.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fleetOf } from '../fleet.mjs';
import { time } from '../measure.mjs';
import { BIN } from '../places.mjs';
import { fileOf, yamlFolder } from '../renderers/polyvirt.mjs';
import { fastest, mean } from '../statistics.mjs';
import { duration, grouped, times } from '../table.mjs';

const MACHINES = 20;

export async function incremental(session) {
  const { quick, repetitions = quick ? 3 : 7 } = session.options;
  const clusters = quick ? 100 : 1000;
  const one = written(session, fleetOf(1, MACHINES), 'off');
  const many = written(session, fleetOf(clusters, MACHINES), undefined);
  const unchanged = { ...many };
  const changed = { ...many, before: () => change(many.folder, clusters) };
  session.progress(`${grouped(clusters)} clusters, written for the first time`);
  const cold = await time(many);
  await time(one);
  const found = { one: [], unchanged: [], changed: [] };
  for (let round = 0; round < repetitions; round++) {
    found.one.push(await time(one));
    found.unchanged.push(await time(unchanged));
    found.changed.push(await time(changed));
  }
  const walls = Object.fromEntries(
    Object.entries(found).map(([name, runs]) => [name, fastest(runs.map((r) => r.wall))]),
  );
  const cpuOf = (name) => mean(found[name].map(({ cpu }) => cpu));
  if (quick) {
    session.measures.incremental = `${grouped(clusters)} clusters only`;
  } else {
    session.measures.incremental = walls.changed / walls.one;
    session.processor.incremental = cpuOf('changed') / cpuOf('one');
  }
  const row = (what, wall, cpu) => [what, duration(wall), duration(cpu), times(wall / walls.one)];
  return {
    title: `One changed cluster of ${grouped(clusters)}, ${MACHINES} VMs each`,
    notes: ['polyvirt synth to an output folder, a file per cluster as input; the fastest run.'],
    rows: [
      ['', 'wall', 'CPU', '× cold render of one'],
      row('one cluster alone, cold', walls.one, cpuOf('one')),
      row(`all ${grouped(clusters)}, for the first time`, cold.wall, cold.cpu),
      row('all again, nothing changed', walls.unchanged, cpuOf('unchanged')),
      row('all again, one changed', walls.changed, cpuOf('changed')),
    ],
  };
}

function written(session, fleet, cache) {
  const folder = session.folder();
  yamlFolder.prepare(folder, fleet);
  return {
    folder,
    command: process.execPath,
    args: [BIN, 'synth', '.', '--output', join(folder, 'rendered')],
    cwd: folder,
    deadline: 1000 * session.options.limit,
    env: { POLYVIRT_CACHE: cache ?? join(folder, '.cache-of-bench') },
  };
}

let changes = 0;

/** Another amount of memory for one VM of one cluster, each time another one. */
function change(folder, clusters) {
  changes += 1;
  const file = join(folder, fileOf((changes * 37) % clusters));
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace(/memory: \d+Gi/, `memory: ${16 + changes}Gi`));
}
