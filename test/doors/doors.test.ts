import type { Finding } from '../../src/findings/finding';
import { PAGES } from '../../src/rules/pages';
import { CANNOT } from './cannot';
import { type Answer, answers, DOORS, type Door, placeOf, type Said } from './doors';

/** A finding is shown where it was written, whichever way its object came to be: each code, through each door. */
let all: ReadonlyMap<string, Answer>;

beforeAll(async () => {
  all = await answers();
});

const CODES = PAGES.map(({ code }) => code);

/** What was said of a code through a door. */
function saidOf(code: string, door: Door): readonly Finding[] {
  return all.get(code)?.[door]?.findings.filter((finding) => finding.code === code) ?? [];
}

/** A finding without what differs from door to door: its place, its path, and the construct that some name. */
function textOf({ code, object, what }: Finding): string {
  return `${code} ${object?.kind} ${object?.namespace}/${object?.name}: ${whatOf(what)}`;
}

function whatOf(what: string): string {
  return what.replace(/ \(construct .*\)$/, '');
}

test('what a door cannot say is in the table with a reason, and nothing else is', () => {
  const table = CANNOT.flatMap(({ codes, doors }) => codes.flatMap((code) => doors.map((door) => `${code} ${door}`)));
  const unsaid = CODES.flatMap((code) =>
    DOORS.filter((door) => saidOf(code, door).length === 0).map((door) => `${code} ${door}`),
  );
  expect(table.sort()).toEqual(unsaid.sort());
});

test('nothing is said twice', () => {
  const twice = [...all].flatMap(([of, answer]) =>
    DOORS.flatMap((door) => {
      const texts = (answer[door]?.findings ?? []).map((finding) => `${textOf(finding)} at ${finding.path}`);
      return texts.filter((text, i) => texts.indexOf(text) !== i).map((text) => `${of} ${door}: ${text}`);
    }),
  );
  expect(twice).toEqual([]);
});

test.each(CODES)('%s is where its key or its manifest says it', (code) => {
  for (const door of ['key', 'manifest'] as const) {
    const said = saidOf(code, door);
    const right = said.map((finding) => all.get(code)![door]!.right(finding));
    expect(said.filter((finding, i) => right[i]?.includes(placeOf(finding)) === false).map(placed)).toEqual([]);
  }
});

test.each(CODES)('the objects of %s give the same findings in a manifest, an included file and patches', (code) => {
  const { manifest, include, patch } = all.get(code)!;
  for (const door of [include, patch]) {
    if (manifest !== undefined && door !== undefined) {
      expectTwins(door, withoutOpen(code, door.findings), withoutOpen(code, manifest.findings), textOf);
    }
  }
});

test.each(CODES)('the keys and props of %s give the same findings', (code) => {
  const { prop } = all.get(code)!;
  // Where only one of the two can say it, the other may say something else.
  if (prop !== undefined && saidOf(code, 'key').length > 0 && saidOf(code, 'prop').length > 0) {
    // The reader of a file knows no objects.
    expectTwins(
      prop,
      prop.findings,
      all.get(code)!.key!.findings,
      (finding) => `${finding.code} ${whatOf(finding.what)}`,
    );
  }
});

/** A platform could say the architecture that manifests of an unknown cluster may leave open. */
function withoutOpen(code: string, findings: readonly Finding[]): readonly Finding[] {
  return findings.filter((finding) => code === 'PV102' || finding.code !== 'PV102');
}

/** Expects findings to be the same as others, and each to be where it ought to be. */
function expectTwins(
  { right }: Said,
  findings: readonly Finding[],
  others: readonly Finding[],
  text: (finding: Finding) => string,
): void {
  const key = (finding: Finding) => `${text(finding)} ${finding.path?.replace(/^.*[.[]/, '')}`;
  const inOrder = (all: readonly Finding[]) => [...all].sort((a, b) => (key(a) < key(b) ? -1 : 1));
  const [said, twins] = [inOrder(findings), inOrder(others)];
  expect(said.map(text)).toEqual(twins.map(text));
  expect(said.filter((finding, i) => right(twins[i]!)?.includes(placeOf(finding)) === false).map(placed)).toEqual([]);
}

function placed(finding: Finding): string {
  return `${textOf(finding)} at ${placeOf(finding)}`;
}
