import type { FieldConstraints, FieldConstraintsUntil, FieldNode, FieldTable } from '../../imports/field-table';
import { own } from '../kube/object';
import { atLeast, compareReleases, minorOf, type Release } from '../kube/release';
import { byText, type Schema, type SchemaProperty } from './schema';

/**
 * A node of a field table as one release has it, prepared for being asked often.
 *
 * What every value is asked for is here and not only among the constraints: these come in a hundred shapes, and to look
 * something up in any of them costs several times as much as here, where all are alike.
 */
export interface NodeView {
  readonly constraints: FieldConstraints;
  readonly type: FieldConstraints['type'];
  readonly intOrString: boolean;
  /** Places of the fields that this release has. */
  readonly fields: ReadonlyMap<string, number>;
  /** Fields that only other releases have. */
  readonly absent: ReadonlyMap<string, Span>;
  /** Whether there are no fields but those. */
  readonly closed: boolean;
  /** Keys that must be written: a required field with a default need not be. */
  readonly required: readonly string[];
  readonly items: number | undefined;
  readonly values: number | undefined;
  readonly pattern: RegExp | undefined;
  /** Whether the type is all that there is to ask of a scalar: most are so. */
  readonly bare: boolean;
  /** The `typeof` of values that cannot be wrong; undefined where there is more to ask. */
  readonly plain: 'string' | 'boolean' | undefined;
  /** Scalars that nothing is wrong with, some of those met so far: many objects say the same. */
  readonly passed: Set<unknown>;
  /** Whether every integer of 32 bits is fine: most numbers have a format and nothing else. */
  readonly takesInt32: boolean;
  /** Whether a list or map can be too short or too long. */
  readonly counted: boolean;
  /** Whether no two items of a list may be alike. */
  readonly distinct: boolean;
  /** The node itself where it has alternatives, which few have. */
  readonly alternatives: FieldNode | undefined;
}

/** The nodes of a table as one release has them; each is prepared the first time it is asked for. */
export class ReleaseView {
  /** As long as it will be from the start: one that grows from its end becomes a map, which is slow to ask. */
  private readonly views: (NodeView | undefined)[];

  /** @param release One of those that the table was compared over; absent where it has no history. */
  constructor(
    private readonly table: FieldTable,
    public readonly release: Release | undefined,
  ) {
    this.views = new Array(table.nodes.length);
  }

  /** How many nodes there are. */
  public get size(): number {
    return this.table.nodes.length;
  }

  /** A node as all releases together have it. */
  public written(place: number): FieldNode {
    return this.table.nodes[place]!;
  }

  public at(place: number): NodeView {
    const known = this.views[place];
    if (known !== undefined) {
      return known;
    }
    const view = this.prepare(this.table.nodes[place]!);
    this.views[place] = view;
    return view;
  }

  private prepare(node: FieldNode): NodeView {
    const constraints = this.constraintsOf(node);
    const fields = new Map<string, number>();
    const absent = new Map<string, Span>();
    for (const [name, place] of Object.entries(node.properties ?? {})) {
      const span = this.missedSpan(node, name);
      if (span === undefined) {
        fields.set(name, place);
      } else {
        absent.set(name, span);
      }
    }
    const { type, intOrString, preserveUnknown, format, listType } = constraints;
    const has = (name: keyof FieldConstraints) => constraints[name] !== undefined;
    const bare = !SCALAR_CONSTRAINTS.some(has);
    const alternatives = (node.allOf ?? node.anyOf ?? node.oneOf ?? node.not) ? node : undefined;
    return {
      constraints,
      type,
      intOrString: intOrString === true,
      fields,
      absent,
      closed: type === 'object' && preserveUnknown === undefined && node.values === undefined,
      required: (constraints.required ?? []).filter((name) => !this.hasDefault(fields.get(name))),
      items: node.items,
      values: node.values,
      pattern: constraints.pattern === undefined ? undefined : patternOf(constraints.pattern),
      bare,
      plain: bare && alternatives === undefined && (type === 'string' || type === 'boolean') ? type : undefined,
      passed: new Set(),
      takesInt32:
        (format === 'int32' || format === 'int64') && !SCALAR_CONSTRAINTS.some((n) => n !== 'format' && has(n)),
      counted: COUNTS.some(has),
      distinct: listType === 'set' || listType === 'map',
      alternatives,
    };
  }

  /** With what was otherwise in this release; null there is a constraint that was not there. */
  private constraintsOf(node: FieldNode): FieldConstraints {
    const { release } = this;
    const older = release === undefined ? undefined : node.was?.find(({ until }) => atLeast(until, release));
    if (older === undefined) {
      return node;
    }
    const { until: _, ...differences } = older;
    return Object.fromEntries(
      Object.entries({ ...node, ...differences }).filter(([, value]) => value !== null),
    ) as FieldConstraints;
  }

  /** The releases that have a field, where this one is not among them. */
  private missedSpan(node: FieldNode, name: string): Span | undefined {
    const { release } = this;
    const since = own(node.since ?? {}, name);
    const until = own(node.until ?? {}, name);
    const again = release === undefined ? undefined : own(own(node.gaps ?? {}, name) ?? {}, release);
    if (again !== undefined) {
      return { since: again };
    }
    const isThere =
      release === undefined ||
      ((since === undefined || atLeast(release, since)) && (until === undefined || atLeast(until, release)));
    return isThere
      ? undefined
      : { ...(since === undefined ? {} : { since }), ...(until === undefined ? {} : { until }) };
  }

  private hasDefault(place: number | undefined): boolean {
    return place !== undefined && this.constraintsOf(this.table.nodes[place]!).default !== undefined;
  }
}

const views = new WeakMap<FieldTable, Map<Release | undefined, ReleaseView>>();

/** The view of a table in a release: made once, as there are only as many as releases were compared. */
export function viewOf(table: FieldTable, release: Release | undefined): ReleaseView {
  const ofTable = views.get(table) ?? new Map<Release | undefined, ReleaseView>();
  const view = ofTable.get(release) ?? new ReleaseView(table, release);
  views.set(table, ofTable.set(release, view));
  return view;
}

/**
 * The release among those compared that stands for a wanted one: the newest that is not newer, else the oldest.
 *
 * Where a patch changed the schema, its series is compared as `1.6.0` and `1.6.4`: `1.6` is then the latter, 1.6.2 the former.
 * Nothing where none was compared; the newest where none is wanted.
 */
export function comparedRelease(compared: readonly Release[], wanted: Release | undefined): Release | undefined {
  if (wanted === undefined) {
    return compared.at(-1);
  }
  // Asked for every object: to find a release by its text costs a tenth of what it costs to compare its numbers.
  return compared.includes(wanted) ? wanted : (compared.findLast((release) => atLeast(wanted, release)) ?? compared[0]);
}

/** How a message calls the release that was compared: as the wanted one where they are of one series. */
export function shownRelease(compared: Release | undefined, wanted: Release | undefined): Release | undefined {
  return compared !== undefined && wanted !== undefined && minorOf(compared) === minorOf(wanted) ? wanted : compared;
}

/** Whether a wanted release is newer than all that were compared, and may have what they have not. */
export function isBeyond(compared: readonly Release[], wanted: Release | undefined): boolean {
  const newest = compared.at(-1);
  return wanted !== undefined && newest !== undefined && compareReleases(minorOf(wanted), minorOf(newest)) > 0;
}

const COUNTS: readonly (keyof FieldConstraints)[] = ['minItems', 'maxItems', 'minProperties', 'maxProperties'];

const SCALAR_CONSTRAINTS: readonly (keyof FieldConstraints)[] = [
  'enum',
  'format',
  'pattern',
  'minimum',
  'maximum',
  'multipleOf',
  'minLength',
  'maxLength',
];

/**
 * The API server reads patterns as RE2. The two languages agree on what CRDs use; where JavaScript cannot read a
 * pattern (`(?i)`, `\z`), nothing is said rather than something wrong. In RE2 `\s` is ASCII only, here it is not.
 */
export function patternOf(source: string): RegExp | undefined {
  for (const flags of ['u', '']) {
    try {
      return new RegExp(source, flags);
    } catch {
      // Tried again without `u`, which is stricter about needless backslashes than RE2 is.
    }
  }
  return undefined;
}

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
