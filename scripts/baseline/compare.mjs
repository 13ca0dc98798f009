// Two baselines: what differs in bytes, and which findings are lost, new, or said in other words.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FINDING = /^(?:error|warning|info) PV\d{3}\b.*$/gm;

/** The words for a person, `show` of each sort, and whether anything differs. */
export function compare(before, after, show) {
  const parts = [compareRuns(join(before, 'runs'), join(after, 'runs'))];
  for (const name of namesIn(join(before, 'cases'))) {
    parts.push(compareCases(name, join(before, 'cases', name), join(after, 'cases', name)));
  }
  const lines = parts.flatMap(({ title, total, differing, lost, gained, reworded }) => [
    '',
    `${title}: ${total - differing.length} of ${total} equal; findings: ${lost.length} lost, ${gained.length} new, ${reworded} in other words`,
    ...some('differs', differing, show),
    ...some('lost', lost, show),
    ...some('new', gained, show),
  ]);
  const differs = parts.some(({ differing }) => differing.length > 0);
  return { lines: [...lines, '', differs ? 'something differs' : 'nothing differs'], differs };
}

function some(word, items, show) {
  const rest = items.length - show;
  return [...items.slice(0, show).map((item) => `  ${word} ${item}`), ...(rest > 0 ? [`  … ${rest} more`] : [])];
}

function namesIn(folder) {
  return existsSync(folder) ? readdirSync(folder).sort() : [];
}

function compareRuns(before, after) {
  const result = part('fleets and docs');
  for (const id of namesIn(before)) {
    result.total++;
    const [old, now] = [textsBelow(join(before, id)), textsBelow(join(after, id))];
    const files = [...new Set([...Object.keys(old), ...Object.keys(now)])].sort();
    const changed = files.filter((file) => old[file] !== now[file]);
    if (changed.length > 0) {
      result.differing.push(`${id}: ${changed.join(', ')}`);
      note(result, id, findingsInTexts(old), findingsInTexts(now));
    }
  }
  return result;
}

function textsBelow(folder) {
  if (!existsSync(folder)) {
    return {};
  }
  return Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [file.slice(folder.length + 1), readFileSync(file, 'latin1')]),
  );
}

/** Findings as text, of the streams of a run only: files may quote some. */
function findingsInTexts(texts) {
  return Object.entries(texts)
    .filter(([name]) => /^\d+\.(stdout|stderr)$/.test(name))
    .flatMap(([, text]) => text.match(FINDING) ?? [])
    .map((line) => ({ key: line.split(':')[0], text: line }));
}

function compareCases(name, before, after) {
  const result = part(name);
  const now = casesOf(after);
  for (const [id, old] of casesOf(before)) {
    result.total++;
    const answer = now.get(id);
    if (JSON.stringify(old) !== JSON.stringify(answer)) {
      result.differing.push(id);
      note(result, id, findingsInAnswer(old), findingsInAnswer(answer));
    }
  }
  return result;
}

function casesOf(file) {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  return new Map(lines.map((line) => JSON.parse(line)).map((each) => [each.id, each]));
}

/** Wherever they are in an answer: a finding is what has a code of ours and says what. */
function findingsInAnswer(value) {
  if (typeof value !== 'object' || value === null) {
    return [];
  }
  if (/^PV\d{3}$/.test(value.code) && typeof value.what === 'string') {
    return [
      {
        key: [value.severity, value.code, value.path].join(' '),
        text: `${value.severity} ${value.code} ${value.what}`,
      },
    ];
  }
  return Object.values(value).flatMap(findingsInAnswer);
}

function part(title) {
  return { title, total: 0, differing: [], lost: [], gained: [], reworded: 0 };
}

/** Findings of the same code at the same place are the same, also in other words. */
function note(result, id, before, after) {
  const left = groupBy(after);
  for (const finding of before) {
    const twin = left.get(finding.key)?.shift();
    if (twin === undefined) {
      result.lost.push(`${id}: ${finding.text}`);
    } else if (twin.text !== finding.text) {
      result.reworded++;
    }
  }
  result.gained.push(...[...left.values()].flat().map(({ text }) => `${id}: ${text}`));
}

function groupBy(findings) {
  const groups = new Map();
  for (const finding of findings) {
    groups.set(finding.key, [...(groups.get(finding.key) ?? []), finding]);
  }
  return groups;
}
