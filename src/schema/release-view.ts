import type { FieldConstraints, FieldNode, FieldTable } from '../../imports/field-table';
import { own } from '../kube/object';
import { atLeast, compareReleases, minorOf, type Release } from '../kube/release';
import type { Span } from './history';

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
