// The cost of commands that write nothing, beside peers that are asked about the same files. The median counts.
import { fleetOf } from '../fleet.mjs';
import { helm } from '../renderers/peers.mjs';
import { QUESTIONS } from '../renderers/questions.mjs';
import { busyNote, jobRows } from '../rows.mjs';
import { median } from '../statistics.mjs';
import { grouped } from '../table.mjs';
import { bareNode } from './startup.mjs';

const SIZES = [100, 1000];
/** What the bounds are about. */
const BOUND_SIZE = 1000;

export async function* questions(session) {
  const { quick, repetitions } = session.options;
  for (const size of SIZES) {
    const jobs = [];
    for (const renderer of [bareNode, helm, ...QUESTIONS].filter((each) => each === bareNode || session.wants(each))) {
      jobs.push(await session.job(renderer, fleetOf(1, size)));
    }
    await session.measure(jobs, repetitions ?? (quick ? 3 : 7), median);
    const of = (id) => jobs.find(({ renderer }) => renderer.id === id);
    if (size === BOUND_SIZE) {
      session.ratio('check', of('check'), of('kubeconform'));
      session.seconds('review', of('review'));
    }
    yield {
      title: `Questions about ${grouped(size)} VMs`,
      notes: [
        'The median of all runs; processor time is the mean. kubeconform and kubectl-validate know structure only; the review is of one changed VM.',
        ...busyNote(of('node')),
      ],
      rows: jobRows(jobs, { name: '× bare node', base: of('node') }),
    };
  }
}
