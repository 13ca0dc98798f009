/** One line of a diff: in both texts, only in the old one, or only in the new one. */
type Edit = readonly [sign: ' ' | '-' | '+', line: string];

/** Lines around a change. */
const CONTEXT = 3;

/** Longer texts are not compared line by line: all of the old one goes, all of the new one comes. */
const LONGEST = 2_000;

/** A unified diff of two texts, without the lines that name files; empty where they are the same. */
export function unifiedDiff(before: string, after: string): string {
  const edits = editsOf(lines(before), lines(after));
  let text = '';
  let [old, fresh] = [1, 1];
  for (let i = 0; i < edits.length; ) {
    const next = edits.findIndex(([sign], at) => at >= i && sign !== ' ');
    if (next === -1) {
      break;
    }
    const start = Math.max(i, next - CONTEXT);
    const end = endOfHunk(edits, next);
    const [skipped, hunk] = [edits.slice(i, start), edits.slice(start, end)];
    old += skipped.length;
    fresh += skipped.length;
    const [gone, came] = [count(hunk, '-'), count(hunk, '+')];
    text += `@@ -${range(old, gone)} +${range(fresh, came)} @@\n${hunk.map(([sign, line]) => `${sign}${line}\n`).join('')}`;
    old += gone;
    fresh += came;
    i = end;
  }
  return text;
}

function lines(text: string): string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

/** Where nothing changed for longer than two contexts, or the end. */
function endOfHunk(edits: readonly Edit[], from: number): number {
  let last = from;
  for (let i = from; i < edits.length && i - last <= 2 * CONTEXT; i++) {
    if (edits[i]![0] !== ' ') {
      last = i;
    }
  }
  return Math.min(last + CONTEXT + 1, edits.length);
}

/** Lines of one side of a hunk. */
function count(hunk: readonly Edit[], sign: '-' | '+'): number {
  return hunk.filter(([each]) => each === ' ' || each === sign).length;
}

/** As `diff -u` numbers lines: where a side has none, the line before counts. */
function range(start: number, length: number): string {
  return length === 1 ? String(start) : `${length === 0 ? start - 1 : start},${length}`;
}

function editsOf(before: readonly string[], after: readonly string[]): Edit[] {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) {
    head++;
  }
  let tail = 0;
  while (tail < before.length - head && tail < after.length - head && before.at(-1 - tail) === after.at(-1 - tail)) {
    tail++;
  }
  const [old, fresh] = [before.slice(head, before.length - tail), after.slice(head, after.length - tail)];
  const middle =
    old.length * fresh.length > LONGEST * LONGEST
      ? [...old.map((line): Edit => ['-', line]), ...fresh.map((line): Edit => ['+', line])]
      : middleEdits(old, fresh);
  const same = (line: string): Edit => [' ', line];
  return [...before.slice(0, head).map(same), ...middle, ...before.slice(before.length - tail).map(same)];
}

/** By the longest common subsequence. */
function middleEdits(old: readonly string[], fresh: readonly string[]): Edit[] {
  const width = fresh.length + 1;
  const lengths = new Uint32Array((old.length + 1) * width);
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = fresh.length - 1; j >= 0; j--) {
      lengths[i * width + j] =
        old[i] === fresh[j]
          ? lengths[(i + 1) * width + j + 1]! + 1
          : Math.max(lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!);
    }
  }
  const edits: Edit[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < fresh.length) {
    if (i < old.length && j < fresh.length && old[i] === fresh[j]) {
      edits.push([' ', old[i]!]);
      i++;
      j++;
    } else if (j >= fresh.length || (i < old.length && lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!)) {
      edits.push(['-', old[i++]!]);
    } else {
      edits.push(['+', fresh[j++]!]);
    }
  }
  return edits;
}
