import type { Finding, FindingObject } from './finding';

/** What was found when a repository was taken on: known, and not to be said again. */
export interface Baseline {
  readonly findings: readonly KnownFinding[];
}

/** Findings that are alike: neither the line nor the words count, which change without the matter changing. */
interface KnownFinding {
  readonly code: string;
  readonly object?: FindingObject;
  readonly path?: string;
  /** Only where there is no object. */
  readonly file?: string;
  readonly count: number;
}

/** What is left of findings without the known ones. */
interface Compared<F extends Finding> {
  readonly fresh: readonly F[];
  readonly known: number;
  /** How many of the known ones are no more. */
  readonly gone: number;
}

/** Findings as a baseline, in an order that does not depend on them. */
export function baselineOf(findings: readonly Finding[]): Baseline {
  const counts = new Map<string, number>();
  for (const finding of findings) {
    counts.set(keyOf(finding), (counts.get(keyOf(finding)) ?? 0) + 1);
  }
  return {
    findings: [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, count]) => ({ ...JSON.parse(key), count })),
  };
}

/** Findings without the known ones; of several that are alike, as many as were known are. */
export function withoutKnown<F extends Finding>(findings: readonly F[], baseline: Baseline): Compared<F> {
  const left = new Map(baseline.findings.map((known) => [keyOf(known), known.count]));
  const fresh = findings.filter((finding) => {
    const key = keyOf(finding);
    const count = left.get(key) ?? 0;
    left.set(key, count - 1);
    return count <= 0;
  });
  const gone = [...left.values()].filter((count) => count > 0).reduce((sum, count) => sum + count, 0);
  return { fresh, known: findings.length - fresh.length, gone };
}

/** Whether a value read from a file is a baseline. */
export function isBaseline(value: unknown): value is Baseline {
  const findings = (value as Baseline | null)?.findings;
  return (
    Array.isArray(findings) &&
    findings.every(({ code, count }) => typeof code === 'string' && Number.isInteger(count) && count > 0)
  );
}

function keyOf({ code, object, path, file }: Finding | KnownFinding): string {
  const { apiVersion, kind, namespace, name } = object ?? {};
  return JSON.stringify({
    code,
    ...(object === undefined ? { file } : { object: { apiVersion, kind, namespace, name } }),
    path,
  });
}
