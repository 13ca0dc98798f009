// Tables, for a terminal and for a page.

/** Rows in columns: the first to the left, the others to the right. */
export function textTable([head, ...rows]) {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => (row[column] ?? '').length)));
  return all
    .map((row) =>
      widths
        .map((width, column) => (column === 0 ? (row[0] ?? '').padEnd(width) : (row[column] ?? '').padStart(width)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

export function markdownTable([head, ...rows]) {
  const line = (row) => `| ${head.map((_, column) => (row[column] ?? '').replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), `|${head.map((_, i) => (i === 0 ? '---' : '--:')).join('|')}|`, ...rows.map(line)].join('\n');
}

const BEGIN = '<!-- bench: begin -->';
const END = '<!-- bench: end -->';

/** A page with what is between its markers replaced. */
export function withinMarkers(page, text) {
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (begin === -1 || end < begin) {
    throw new Error(`there is no ${BEGIN} followed by ${END}`);
  }
  return `${page.slice(0, begin + BEGIN.length)}\n\n${text.trim()}\n\n${page.slice(end)}`;
}

/** 1,000 */
export const grouped = (number) => number.toLocaleString('en-US');

/** A time as people say it: 41 ms, 3.2 s. */
export function duration(milliseconds) {
  return milliseconds < 1000 ? `${milliseconds.toFixed(0)} ms` : `${(milliseconds / 1000).toFixed(2)} s`;
}

/** Three digits: 0.98×, 12.3×, 104×. */
export function times(ratio) {
  return `${ratio < 10 ? ratio.toFixed(2) : ratio < 100 ? ratio.toFixed(1) : ratio.toFixed(0)}×`;
}
