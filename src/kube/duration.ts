const UNITS: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  '\u00b5s': 1e-3,
  '\u03bcs': 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
};

/** Milliseconds of a duration as Go writes them (`24h0m0s`); nothing where the text is none. */
export function parseDuration(text: string): number | undefined {
  const match = /^([+-]?)((?:(?:\d+\.?\d*|\.\d+)(?:ns|us|\u00b5s|\u03bcs|ms|s|m|h))+|0)$/.exec(text);
  if (match === null) {
    return undefined;
  }
  const sum = [...match[2]!.matchAll(/([\d.]+)([a-z\u00b5\u03bc]+)/g)].reduce(
    (total, [, count, unit]) => total + Number(count) * UNITS[unit!]!,
    0,
  );
  return match[1] === '-' ? -sum : sum;
}
