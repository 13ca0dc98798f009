import { type StructuredPatchHunk, structuredPatch } from 'diff';

/** Lines around a change. */
const CONTEXT = 3;

/**
 * Lines that may go and come before texts are no longer compared: the work grows with the square of it, and a diff of more
 * lines than these is not read line by line.
 */
const MOST_EDITS = 500;

/** A unified diff of two texts, without the lines that name files; empty where they are the same. */
export function unifiedDiff(before: string, after: string): string {
  if (before === after) {
    return '';
  }
  const compared = structuredPatch('', '', before, after, '', '', { context: CONTEXT, maxEditLength: MOST_EDITS });
  const hunks = compared?.hunks ?? [replaced(before.split('\n').slice(0, -1), after.split('\n').slice(0, -1))];
  return hunks.map(hunkText).join('');
}

/** One hunk in which everything goes between the first and the last line that differ, and everything new comes. */
function replaced(old: readonly string[], fresh: readonly string[]): StructuredPatchHunk {
  const shorter = Math.min(old.length, fresh.length);
  let head = 0;
  while (head < shorter && old[head] === fresh[head]) {
    head++;
  }
  let tail = 0;
  while (tail < shorter - head && old.at(-1 - tail) === fresh.at(-1 - tail)) {
    tail++;
  }
  const [start, below] = [Math.max(0, head - CONTEXT), Math.min(tail, CONTEXT)];
  const signed = (lines: readonly string[], sign: string) => lines.map((line) => `${sign}${line}`);
  return {
    oldStart: start + 1,
    newStart: start + 1,
    oldLines: old.length - tail + below - start,
    newLines: fresh.length - tail + below - start,
    lines: [
      ...signed(old.slice(start, head), ' '),
      ...signed(old.slice(head, old.length - tail), '-'),
      ...signed(fresh.slice(head, fresh.length - tail), '+'),
      ...signed(old.slice(old.length - tail, old.length - tail + below), ' '),
    ],
  };
}

function hunkText({ oldStart, oldLines, newStart, newLines, lines }: StructuredPatchHunk): string {
  return `@@ -${range(oldStart, oldLines)} +${range(newStart, newLines)} @@\n${lines.map((line) => `${line}\n`).join('')}`;
}

/** As `diff -u` numbers lines: where a side has none, the line before counts. */
function range(start: number, length: number): string {
  return length === 1 ? String(start) : `${length === 0 ? start - 1 : start},${length}`;
}
