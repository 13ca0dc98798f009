import { duration, times } from './table.mjs';

/**
 * The rows of jobs: what each took, and how that relates to a baseline; of one that did not run, why.
 *
 * @param ratio what it is called, of which job, and whether it says how many times as much or how many times quicker
 */
export function jobRows(jobs, { name, base, isQuicker = false }) {
  const isTimed = jobs.some(({ wall }) => wall !== undefined);
  const columns = isTimed ? ['wall', 'CPU'] : ['memory'];
  const related = (job, column) => {
    const ratio = isQuicker ? base?.[column] / job[column] : job[column] / base?.[column];
    return Number.isFinite(ratio) ? times(ratio) : '–';
  };
  return [
    [
      '',
      ...(isTimed ? columns : []),
      'peak memory',
      ...columns.map((column) => `${name}${isTimed ? `, ${column}` : ''}`),
    ],
    ...jobs.map((job) =>
      job.reason !== undefined
        ? [job.renderer.name, job.reason]
        : [
            job.renderer.name,
            ...(isTimed ? [job.wall, job.CPU].map((time) => (Number.isNaN(time) ? '–' : duration(time))) : []),
            job.memory === undefined ? '–' : `${job.memory.toFixed(0)} MiB`,
            ...columns.map((column) => related(job, column)),
          ],
    ),
  ];
}

export const BUSY = '**The machine was busy**';

/** A process with one thread that was kept waiting: its wall time is then that of others. */
const MOST_WAITING = 1.3;

/** A word about a machine that was too busy for wall times to mean much, where one is due. */
export function busyNote(baseline) {
  return baseline?.wall > MOST_WAITING * baseline?.CPU
    ? [
        `${BUSY}: ${baseline.renderer.name} took ${duration(baseline.wall)} for ${duration(baseline.CPU)} of processor time, so rely on the latter.`,
      ]
    : [];
}
