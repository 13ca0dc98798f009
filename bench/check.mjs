// What `polyvirt check` costs, against what it costs to read the same stream:
//
//     npm run bench:check                    10,000 VMs, 7 repetitions
//     npm run bench:check -- 2000 15         other numbers
//
// Medians of interleaved repetitions, so that a machine that is busy for a while slows both sides. The bounds that the
// project has set itself are in the last column; the exit code is 1 where one is not met.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fleetOf } from './stream.mjs';

const require = createRequire(import.meta.url);
const { readObjects } = require('../lib/src/sources/read-objects.js');
const { checkObjects } = require('../lib/src/cluster/judge/apply-rules.js');
const { validatorFor } = require('../lib/src/schema/validate.js');

const MOST_PER_MACHINE = 60;
const MOST_RATIO = 1.25;

const [count = 10_000, repetitions = 7] = process.argv.slice(2).map(Number);
const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const context = { target: { kubevirt: '1.9' } };

const folder = mkdtempSync(join(tmpdir(), 'polyvirt-bench-'));
const file = join(folder, 'fleet.yaml');
const text = fleetOf(count);
writeFileSync(file, text);

try {
  process.exitCode = bench() ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true });
}

function bench() {
  console.log(
    `${count} VMs, ${(text.length / 2 ** 20).toFixed(1)} MiB, ${repetitions} repetitions, Node ${process.versions.node}\n`,
  );
  const inside = repeated(insideOnce);
  const outside = repeated(outsideOnce);
  const perMachine = ((inside.rules + inside.structure) * 1000) / count;
  const rows = [
    ['in one process', 'ms', 'µs per VM', 'ratio', 'bound'],
    row('read', inside.read, inside.read),
    row('structure', inside.structure, inside.read),
    row('rules', inside.rules, inside.read),
    [...row('structure and rules', inside.structure + inside.rules, inside.read), `${MOST_PER_MACHINE} µs`],
    [...row('read and check', inside.read + inside.check, inside.read), `${MOST_RATIO}`],
    [],
    ['as a process', 'wall ms', 'CPU ms', 'peak MiB', 'ratio', 'bound'],
    processRow('read', outside.readWall, outside.readCpu, outside.readMemory, 1),
    [
      ...processRow(
        'polyvirt check',
        outside.checkWall,
        outside.checkCpu,
        outside.checkMemory,
        outside.checkWall / outside.readWall,
      ),
      `${MOST_RATIO}`,
    ],
  ];
  console.log(
    rows.map((cells) => cells.map((cell, i) => (i === 0 ? cell.padEnd(22) : cell.padStart(11))).join('')).join('\n'),
  );
  return (
    perMachine <= MOST_PER_MACHINE &&
    1 + inside.check / inside.read <= MOST_RATIO &&
    outside.checkWall / outside.readWall <= MOST_RATIO
  );
}

/** Each side once, in this process. `check` is everything that the command does with what it read, but printing. */
function insideOnce() {
  const [read, { objects }] = timed(() => readObjects([file]));
  const [structure] = timed(() => objects.forEach(validatorFor(context.target)));
  const [check, findings] = timed(() => checkObjects(objects, context));
  if (objects.length !== count || findings.length > 0) {
    throw new Error(`${objects.length} objects, ${findings.length} findings: ${findings[0]?.what}`);
  }
  return { read, structure, check, rules: check - structure };
}

/** Each side once, as a process of its own. */
function outsideOnce() {
  const read = run(here('read.cjs'), file);
  const check = run(here('../lib/src/cli/start/bin.js'), 'check', file);
  return {
    readWall: read.wall,
    readCpu: read.cpu,
    readMemory: read.memory,
    checkWall: check.wall,
    checkCpu: check.cpu,
    checkMemory: check.memory,
  };
}

function run(...args) {
  const [wall, { status, stderr, output }] = timed(() =>
    spawnSync(process.execPath, ['--require', here('usage.cjs'), ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    }),
  );
  if (status !== 0) {
    throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`);
  }
  return { wall, ...JSON.parse(output[3]) };
}

function timed(work) {
  global.gc?.();
  const started = performance.now();
  const result = work();
  return [performance.now() - started, result];
}

/** The median of every number; the first repetition warms up and does not count. */
function repeated(once) {
  once();
  const all = Array.from({ length: repetitions }, once);
  const median = (numbers) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
  return Object.fromEntries(Object.keys(all[0]).map((key) => [key, median(all.map((each) => each[key]))]));
}

function row(name, time, read) {
  return [name, time.toFixed(0), ((time * 1000) / count).toFixed(1), (time / read).toFixed(3)];
}

function processRow(name, wall, cpu, memory, ratio) {
  return [name, wall.toFixed(0), cpu.toFixed(0), memory.toFixed(0), ratio.toFixed(3)];
}
