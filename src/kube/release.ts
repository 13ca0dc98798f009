/** A release of some component, as `major.minor`, which stands for its newest patch, or `major.minor.patch`; without a `v`. */
export type Release = string;

const RELEASE = /^v?(\d+)\.(\d+)(?:\.(\d+))?(?:[-+].*)?$/;

/** `v1.9.0-rc.1` → `1.9.0`; nothing where the text is not a release. */
export function parseRelease(text: string): Release | undefined {
  const match = RELEASE.exec(text.trim());
  if (match === null) {
    return undefined;
  }
  const [, major, minor, patch] = match;
  return patch === undefined
    ? `${Number(major)}.${Number(minor)}`
    : `${Number(major)}.${Number(minor)}.${Number(patch)}`;
}

/** The `major.minor` part: what most facts are recorded by. */
export function minorOf(release: Release): Release {
  return release.split('.').slice(0, 2).join('.');
}

/** Facts are asked for the same few releases over and over. */
const numbers = new Map<Release, readonly number[]>();

function numbersOf(release: Release): readonly number[] {
  let found = numbers.get(release);
  if (found === undefined) {
    found = release.split('.').map(Number);
    numbers.set(release, found);
  }
  return found;
}

/** Negative, zero or positive, as for `sort`. A release without a patch counts as its first one. */
export function compareReleases(a: Release, b: Release): number {
  const left = numbersOf(a);
  const right = numbersOf(b);
  for (let i = 0; i < 3; i++) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0);
    if (difference !== 0) {
      return difference;
    }
  }
  return 0;
}

/**
 * Whether a release is this one or a later one. A release without a patch stands for its newest: `1.8` is at least `1.8.3`.
 *
 * Facts begin and end at patches too, since upstream backports.
 */
export function atLeast(release: Release, since: Release): boolean {
  const left = numbersOf(release);
  const right = numbersOf(since);
  return left[0] !== right[0]
    ? left[0]! > right[0]!
    : left[1] !== right[1]
      ? (left[1] ?? 0) > (right[1] ?? 0)
      : left[2] === undefined || left[2] >= (right[2] ?? 0);
}

/** The span of releases in which a fact is true. */
export interface ReleaseRange {
  /** First release in which it is true; always, where absent. */
  readonly since?: Release;
  /** First release in which it is no longer true; for ever, where absent. */
  readonly before?: Release;
}

/** Whether a fact holds in a release. */
export function holdsIn(range: ReleaseRange, release: Release): boolean {
  return (
    (range.since === undefined || atLeast(release, range.since)) &&
    (range.before === undefined || !atLeast(release, range.before))
  );
}
