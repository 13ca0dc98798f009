// Many renders of the plugin at once, as repo-server starts them: the memory of all of them, and how long each takes.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** What a process takes for itself, and its part of what it shares with others, in KiB. */
function proportional(pid) {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0; // it is over
  }
}

function withChildren(pid) {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const children = threads.flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean),
    );
    return [pid, ...children.flatMap(withChildren)];
  } catch {
    return [pid];
  }
}

/** Between two looks at the memory of all. */
const EVERY_MS = 500;

/**
 * Starts as many at once, and waits for all.
 *
 * @returns the most memory of all together in MiB, where the kernel tells, and times in ms from the start to the end of each
 */
export async function manyRenders(count, start) {
  const pids = new Set();
  const times = [];
  const failed = [];
  const renders = Array.from({ length: count }, async (_, i) => {
    const begun = performance.now();
    const { args, env } = start(i);
    const child = spawn(process.execPath, args, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    pids.add(String(child.pid));
    let said = '';
    child.stderr.on('data', (text) => {
      said += text;
    });
    const code = await new Promise((resolve) => child.on('close', resolve));
    pids.delete(String(child.pid));
    times.push(performance.now() - begun);
    if (code !== 0) {
      failed.push(said.split('\n')[0]);
    }
  });
  let peak = 0;
  const looking = setInterval(() => {
    const all = [...pids].flatMap(withChildren);
    peak = Math.max(
      peak,
      all.reduce((sum, pid) => sum + proportional(pid), 0),
    );
  }, EVERY_MS);
  await Promise.all(renders);
  clearInterval(looking);
  const sorted = times.sort((a, b) => a - b);
  const at = (part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
  return { failed, memory: peak === 0 ? undefined : peak / 1024, p50: at(0.5), p99: at(0.99) };
}
