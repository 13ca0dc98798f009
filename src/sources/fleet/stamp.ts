import type { Stats } from 'node:fs';

/**
 * What tells a file that was changed from one that was not, without reading it: its size, the time of its last change, and
 * which file it is. The system sets that time, nobody else can.
 */
export type Stamp = readonly [size: number, changedMs: number, inode: number];

/** Clocks of file systems tick this slowly: two changes within one tick look like one. */
const TICK_MS = 20;

/**
 * How a file looks, unless it was changed only just now: then it may be changed again without looking different.
 *
 * @param lookedMs a time before which nobody looked at the file
 */
export function stampOf({ size, ctimeMs, ino }: Stats, lookedMs: number): Stamp | undefined {
  return ctimeMs < lookedMs - TICK_MS ? [size, ctimeMs, ino] : undefined;
}

/** Whether a file looks as it did. */
export function isSame([size, changedMs, inode]: Stamp, now: Stats): boolean {
  return size === now.size && changedMs === now.ctimeMs && inode === now.ino;
}
