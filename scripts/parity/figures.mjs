// Figures of parity: what is recorded, what fell, and the tables of the page.
import { KIND_NAMES } from './kinds.mjs';

/** What is worse than it was recorded. Kinds of which there are other cases now are compared by their share. */
export function fallen(before, after) {
  const problems = before.examples > after.examples ? [`examples: ${after.examples}, recorded ${before.examples}`] : [];
  for (const [release, kinds] of Object.entries(before.cases)) {
    for (const [kind, was] of Object.entries(kinds)) {
      const is = after.cases[release]?.[kind];
      if (is === undefined) {
        problems.push(`KubeVirt ${release}, ${kind}: no cases, recorded ${was.cases}`);
      } else if (share(is.found, is.refused) < share(was.found, was.refused)) {
        problems.push(
          `KubeVirt ${release}, ${kind}: found ${is.found} of ${is.refused}, recorded ${was.found} of ${was.refused}`,
        );
      } else if (share(is.falseAlarms, is.cases) > share(was.falseAlarms, was.cases)) {
        problems.push(`KubeVirt ${release}, ${kind}: ${is.falseAlarms} false alarms, recorded ${was.falseAlarms}`);
      }
    }
  }
  return problems;
}

function share(part, whole) {
  return whole === 0 ? 0 : part / whole;
}

/** The page with the tables of these figures; the rows of predictions are made by what compares them. */
export function withTables(page, figures, rows) {
  const head = '| prediction | of | question | asked | agree | unknown | differ |\n|---|---|---|---|---|---|---|';
  return withPart(withPart(page, 'figures', tablesOf(figures)), 'predictions', `${head}\n${rows.join('\n')}\n`);
}

function withPart(page, name, text) {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
  const [above, rest] = page.split(begin);
  return `${above}${begin}\n\n${text}\n${end}${rest.split(end)[1]}`;
}

function tablesOf({ cases }) {
  return Object.entries(cases)
    .map(([release, kinds]) => {
      const rows = KIND_NAMES.filter((kind) => kinds[kind] !== undefined).map((kind) => [kind, kinds[kind]]);
      const all = rows.reduce(
        (sum, [, row]) => Object.fromEntries(Object.entries(row).map(([key, value]) => [key, value + (sum[key] ?? 0)])),
        {},
      );
      const lines = [...rows, ['**all**', all]].map(
        ([kind, row]) =>
          `| ${kind} | ${row.cases} | ${row.cases - (row.refused - row.found) - row.falseAlarms} | ${row.found} of ${row.refused} | ${row.falseAlarms} |`,
      );
      return `### KubeVirt ${release}\n\n| kind of rule | cases | agree | refused, and found | false alarms |\n|---|---|---|---|---|\n${lines.join('\n')}\n`;
    })
    .join('\n');
}
