import { duration, times } from './table.mjs';

/** The rows of jobs: what each took, and a ratio; of one that did not run, why. */
export function jobRows(jobs, ratioName, ratioOf) {
  const isTimed = jobs.some(({ wall }) => wall !== undefined);
  return [
    ['', ...(isTimed ? ['wall', 'CPU'] : []), 'peak memory', ratioName],
    ...jobs.map((job) => {
      if (job.reason !== undefined) {
        return [job.renderer.name, job.reason];
      }
      const ratio = ratioOf(job);
      return [
        job.renderer.name,
        ...(isTimed ? [duration(job.wall), Number.isNaN(job.cpu) ? '–' : duration(job.cpu)] : []),
        job.memory === undefined ? '–' : `${job.memory.toFixed(0)} MiB`,
        ratio === undefined || Number.isNaN(ratio) ? '–' : times(ratio),
      ];
    }),
  ];
}
