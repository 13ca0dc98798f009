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

/** The oldest that a release may mean: `1.8.0` where it names no patch, else itself. */
export function firstPatchOf(release: Release): Release {
  return numbersOf(release).length < 3 ? `${release}.0` : release;
}

/** Stands for the patch of a release that names none. */
const NEWEST_PATCH = Number.MAX_SAFE_INTEGER;

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

/** Negative, zero or positive, as for `sort`. A release without a patch is its newest, so it comes after `1.8.4`. */
export function compareReleases(a: Release, b: Release): number {
  const left = numbersOf(a);
  const right = numbersOf(b);
  const minor = left[0]! - right[0]! || (left[1] ?? 0) - (right[1] ?? 0);
  return minor || (left[2] ?? NEWEST_PATCH) - (right[2] ?? NEWEST_PATCH);
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
  /** First release in which it is no longer true; forever, where absent. */
  readonly before?: Release;
}

/** Where a fact is true: in one span, or in several, since upstream backports to series that it still maintains. */
export type Releases = ReleaseRange | readonly ReleaseRange[];

/**
 * Whether a fact holds in a release.
 *
 * `[{ since: '1.7.2', before: '1.8' }, { since: '1.8.1' }]` is a fix of 1.8.1 that was backported to 1.7.2: 1.8.0 lacks it.
 */
export function holdsIn(releases: Releases, release: Release): boolean {
  return isSeveral(releases) ? releases.some((range) => isWithin(range, release)) : isWithin(releases, release);
}

function isSeveral(releases: Releases): releases is readonly ReleaseRange[] {
  return Array.isArray(releases);
}

function isWithin({ since, before }: ReleaseRange, release: Release): boolean {
  return (since === undefined || atLeast(release, since)) && (before === undefined || !atLeast(release, before));
}
