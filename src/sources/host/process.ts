import { unlinkSync } from 'node:fs';
import type { Hash } from '../../kube/hash';

/** The only clock: allowances for findings have a last day. No manifest depends on it. */
export function today(): string {
  return new Date().toISOString().slice(0, 10);
}

/** Milliseconds since the process began: what `performance` says too, which takes one of them to load. */
export function elapsedMs(): number {
  return process.uptime() * 1000;
}

/** The hash of Node. `node:crypto` takes 3 ms to load, so it is loaded with the first digest. */
export const hash: Hash = (algorithm, data, encoding = 'hex') =>
  process.getBuiltinModule('node:crypto').hash(algorithm, data, encoding);

/** Whether there is a process with this number; one of another user counts. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Removes what can be removed: a disk that became read-only is no reason to fail. */
export function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // Gone already, or it stays, and is replaced or ignored.
  }
}
