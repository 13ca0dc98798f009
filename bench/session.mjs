// One run of the benchmark: makes jobs of renderers, asserts that they give what they must, measures them in rounds.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { assertObjects } from './equal.mjs';
import { objectsOf } from './fleet.mjs';
import { observe, rounds, TooLate } from './measure.mjs';
import { mean } from './statistics.mjs';
import { duration, grouped } from './table.mjs';

/** Above this many VMs objects are counted on by what was asserted of fewer: reading them takes longer than all else. */
const MOST_COMPARED = 10_000;
/** A job that takes longer than this takes part in a few rounds only. */
const SLOW = 3000;
const SLOW_ROUNDS = 3;

export class Session {
  constructor({ scratch, options, classes, crds }) {
    this.scratch = scratch;
    this.options = options;
    this.context = { classes, crds };
    this.folders = 0;
    /** What the sections found out, by the id of its bound: a number, or why there is none. */
    this.measures = {};
    /** The same ratios of processor time, which others on the machine disturb less. */
    this.processor = {};
  }

  folder() {
    const folder = join(this.scratch, String(this.folders++));
    mkdirSync(folder);
    return folder;
  }

  /** Whether a renderer was asked for. */
  wants({ id }) {
    return this.options.renderers === undefined || this.options.renderers.includes(id);
  }

  /**
   * A job: its program is written, it has run once, what it gave was compared, and its memory is known.
   *
   * Where it cannot run, or would take too long, a word instead of `command` says so.
   */
  async job(renderer, fleet, { earlier, patience = 1 } = {}) {
    const { limit } = this.options;
    const reason = renderer.missing?.(fleet, this.context) ?? tooSlow(earlier, fleet, limit);
    if (reason !== undefined) {
      return { renderer, fleet, reason };
    }
    const folder = this.folder();
    const { env, ...prepared } = renderer.prepare(folder, fleet, this.context);
    const deadline = limit * patience * 1000;
    const job = {
      renderer,
      fleet,
      deadline,
      out: join(folder, 'out.yaml'),
      ...prepared,
      // What V8 compiled is kept, as users have it. Answers are kept only by jobs that bring a cache of their own.
      env: { POLYVIRT_CACHE: join(this.scratch, 'code'), ...env },
    };
    this.progress(`${renderer.name}, ${fleet.clusters} × ${fleet.machines}`);
    try {
      if (job.remembers) {
        await observe(job);
      }
      const started = performance.now();
      job.memory = await observe(job);
      job.first = performance.now() - started;
    } catch (error) {
      if (error instanceof TooLate) {
        return { renderer, fleet, reason: `ended after ${limit * patience} s` };
      }
      throw error;
    }
    job.rounds = job.first > SLOW ? SLOW_ROUNDS : undefined;
    if (fleet.count <= MOST_COMPARED && renderer.isQuestion !== true) {
      this.compare(job);
    }
    return job;
  }

  compare({ renderer, fleet, out, output = out }) {
    const expected = (renderer.objects ?? objectsOf)(fleet);
    assertObjects(output, expected, renderer.name, renderer.comparable);
  }

  /** Times of all jobs that can run: `pick` says which one of its wall times stands for a job. */
  async measure(jobs, count, pick) {
    const able = jobs.filter((job) => job.reason === undefined);
    this.progress(`${able.length} programs, up to ${count} rounds`);
    for (const [job, runs] of await rounds(able, count)) {
      job.wall = pick(runs.map(({ wall }) => wall));
      job.CPU = mean(runs.map(({ cpu }) => cpu));
      job.runs = runs.length;
    }
    return jobs;
  }

  /** Keeps how many times as long one took as the other, or why that is not known. */
  ratio(bound, above, below) {
    const missing = [above, below].filter((job) => job?.wall === undefined);
    if (missing.length > 0) {
      this.measures[bound] = missing[0]?.reason ?? 'not asked for';
      return;
    }
    this.measures[bound] = above.wall / below.wall;
    this.processor[bound] = above.CPU / below.CPU;
  }

  /** Keeps how many seconds a job took, or why that is not known. */
  seconds(bound, job) {
    this.measures[bound] = job?.wall === undefined ? (job?.reason ?? 'not asked for') : job.wall / 1000;
    if (job?.CPU !== undefined) {
      this.processor[bound] = job.CPU / 1000;
    }
  }

  progress(text) {
    process.stderr.write(`… ${text}\n`);
  }
}

/** Below this many VMs a time is mostly that of the start, and says nothing about more of them. */
const FEWEST_TELLING = 1000;

/** Of so many times the VMs at least so many times the time is expected. */
function tooSlow(earlier, fleet, limit) {
  if (earlier?.reason !== undefined || earlier === undefined) {
    return earlier?.reason;
  }
  const took = earlier.wall ?? earlier.first;
  const expected = (took * fleet.count) / earlier.fleet.count;
  return earlier.fleet.count >= FEWEST_TELLING && expected > limit * 1000
    ? `not run: ${duration(took)} at ${grouped(earlier.fleet.count)}`
    : undefined;
}
