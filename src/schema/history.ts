import type { FieldConstraints, FieldConstraintsUntil } from '../../imports/field-table';
import { minorOf, type Release } from '../kube/release';
import { byText, type Schema, type SchemaProperty } from './schema';

/** Something as one release has it. */
export interface Dated<T> {
  readonly release: Release;
  readonly value: T;
}

/** The span of releases that have something, as far as it is not all of them. */
export interface Span {
  readonly since?: Release;
  readonly until?: Release;
  readonly gaps?: Readonly<Record<Release, Release>>;
}

/** Which of these releases have it: `all` and `having` from the oldest to the newest. */
export function spanOf(all: readonly Dated<unknown>[], having: readonly Dated<unknown>[]): Span {
  const [oldest, first] = [all[0], having[0]];
  const [newest, last] = [all.at(-1), having.at(-1)];
  const gaps = gapsIn(all, having);
  return {
    ...(first === undefined || first.release === oldest?.release ? {} : { since: firstOf(first.release) }),
    ...(last === undefined || last.release === newest?.release ? {} : { until: lastOf(last.release, all) }),
    ...(gaps.length === 0 ? {} : { gaps: Object.fromEntries(gaps) }),
  };
}

function gapsIn(all: readonly Dated<unknown>[], having: readonly Dated<unknown>[]): (readonly [Release, Release])[] {
  const places = having.map(({ release }) => all.findIndex((each) => each.release === release));
  return all.slice(places[0] ?? all.length, places.at(-1)).flatMap(({ release }, i) => {
    const next = places.find((place) => place >= places[0]! + i)!;
    return all[next]!.release === release ? [] : [[release, all[next]!.release] as const];
  });
}

/** A series of which a patch was compared too begins with `1.6.0`; what came with that came with `1.6`. */
export function firstOf(release: Release): Release {
  return release.endsWith('.0') ? minorOf(release) : release;
}

/** The last patch of a series that was compared stands for those after it. */
function lastOf(release: Release, all: readonly Dated<unknown>[]): Release {
  const next = all[all.findIndex((each) => each.release === release) + 1];
  return next !== undefined && minorOf(next.release) !== minorOf(release) ? minorOf(release) : release;
}

/**
 * One schema from those of several releases, oldest first: as the newest says it, with the fields that it no longer has,
 * and with what was otherwise before.
 *
 * A field is compared among the releases that have the object around it, so that a new structure says once that it is
 * new, and is shared with the same structure elsewhere.
 */
export function mergeReleases(releases: readonly Dated<Schema>[]): Schema {
  const { was: _none, ...newest } = releases.at(-1)!.value;
  if (releases.length === 1) {
    return newest;
  }
  const was = earlierConstraints(releases);
  const properties = mergeProperties(releases);
  return {
    ...newest,
    ...(properties.size === 0 ? {} : { properties }),
    ...(newest.items === undefined ? {} : { items: mergeReleases(having(releases, ({ items }) => items)) }),
    ...(newest.values === undefined ? {} : { values: mergeReleases(having(releases, ({ values }) => values)) }),
    ...(was.length === 0 ? {} : { was }),
  };
}

function mergeProperties(releases: readonly Dated<Schema>[]): Map<string, SchemaProperty> {
  const names = new Set(releases.flatMap(({ value }) => [...(value.properties?.keys() ?? [])]));
  return new Map(
    [...names].sort(byText).map((name) => {
      const found = having(releases, ({ properties }) => properties?.get(name)?.schema);
      return [name, { schema: mergeReleases(found), ...spanOf(releases, found) }];
    }),
  );
}

function having(releases: readonly Dated<Schema>[], part: (schema: Schema) => Schema | undefined): Dated<Schema>[] {
  return releases.flatMap(({ release, value }) => {
    const found = part(value);
    return found === undefined ? [] : [{ release, value: found }];
  });
}

/** Spans of releases, oldest first, whose own constraints are not those of the newest. */
function earlierConstraints(releases: readonly Dated<Schema>[]): FieldConstraintsUntil[] {
  const newest = releases.at(-1)!.value.constraints;
  const spans: { until: Release; differences: Partial<Record<keyof FieldConstraints, unknown>> }[] = [];
  for (const { release, value } of releases) {
    const differences = differencesFrom(newest, value.constraints);
    const last = spans.at(-1);
    if (last !== undefined && JSON.stringify(last.differences) === JSON.stringify(differences)) {
      last.until = release;
    } else {
      spans.push({ until: release, differences });
    }
  }
  // A span without a difference between two that have one stays: it is where the search for a release stops.
  return spans
    .slice(0, -1)
    .map(({ until, differences }) => ({ until: lastOf(until, releases), ...differences }) as FieldConstraintsUntil);
}

function differencesFrom(newest: FieldConstraints, older: FieldConstraints) {
  const names = [...new Set([...Object.keys(older), ...Object.keys(newest)])].sort(
    byText,
  ) as (keyof FieldConstraints)[];
  return Object.fromEntries(
    names
      .filter((name) => JSON.stringify(older[name]) !== JSON.stringify(newest[name]))
      .map((name) => [name, older[name] ?? null]),
  );
}
