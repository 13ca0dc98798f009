import type { FieldNode } from '../../imports/field-table';
import { asText } from '../kube/object';
import { compareReleases } from '../kube/release';
import { areNamedApart, defaultsOf, findDuplicates } from './check-duplicates';
import { checkScalar, type Objection, type Scalar } from './check-scalar';
import {
  absentField,
  type Complaint,
  duplicateItem,
  missingField,
  notAllowed,
  nullField,
  type Owner,
  unknownField,
  wrongType,
} from './complaints';
import type { NodeView, ReleaseView } from './release-view';

type AnyMap = Readonly<Record<string, unknown>>;

/** With more unknown fields than this, a map is something else altogether: the nearest field of each is not searched. */
const MOST_SUGGESTED = 20;

/** A fleet repeats the same few sizes, ports and policies; more than this many are names, which do not come again. */
const MOST_REMEMBERED = 64;

/** Everything that is wrong with a value by a node of a table. */
export function checkValue(value: unknown, place: number, view: ReleaseView, owner: Owner): readonly Complaint[] {
  // Nearly everything is well: where one is gets written down only if something is not.
  const first = new ValueWalk(view, owner, true, false);
  first.check(value, view.at(place));
  if (first.complaints.length === 0) {
    return first.complaints;
  }
  const second = new ValueWalk(view, owner, true, true);
  second.check(value, view.at(place));
  return second.complaints;
}

/**
 * Follows a value and the nodes of a table together.
 *
 * It goes as deep as the table does, which is a tree of finite depth: however deep a value is nested, what lies below
 * the last node is either one unknown field or kept unseen.
 */
class ValueWalk {
  public readonly complaints: Complaint[] = [];
  private readonly steps: (string | number)[] = [];

  /**
   * @param strict Whether unknown fields count; alternatives name only some of the fields.
   * @param places Whether complaints say where; else only that there are some counts.
   */
  constructor(
    private readonly view: ReleaseView,
    private readonly owner: Owner,
    private readonly strict: boolean,
    private readonly places: boolean,
  ) {}

  public check(value: unknown, node: NodeView): void {
    if (value === null || value === undefined) {
      this.checkNull(node);
      return;
    }
    if (!isOfType(value, node)) {
      // A number that no manifest can say is another finding, PV005, and of the wrong type only after that.
      if (typeof value !== 'number' || Number.isFinite(value)) {
        this.complaints.push(wrongType([...this.steps], value, node.constraints));
      }
      return;
    }
    if (isBeyondInt64(value) && (node.intOrString || node.type === 'integer')) {
      this.object(value, [BEYOND_INT64]);
    } else if (typeof value !== 'object') {
      if (!node.bare && !(node.takesInt32 && isInt32(value)) && !node.passed.has(value)) {
        this.checkScalar(value as Scalar, node);
      }
    } else if (Array.isArray(value)) {
      this.checkList(value, node);
    } else {
      this.checkMap(value as AnyMap, node);
    }
    if (node.alternatives !== undefined) {
      this.object(value, this.checkAlternatives(value, node.alternatives));
    }
  }

  private checkScalar(value: Scalar, node: NodeView): void {
    const objections = checkScalar(value, node);
    if (objections.length > 0) {
      this.object(value, objections);
    } else if (node.passed.size < MOST_REMEMBERED) {
      node.passed.add(value);
    }
  }

  /**
   * Null as a value, which must be allowed: as an item of a list, or in a field that takes it.
   *
   * In other fields it was dropped before, or a default took its place.
   */
  private checkNull({ constraints }: NodeView): void {
    const { type, intOrString, nullable } = constraints;
    if (constraints.default !== undefined && nullable === undefined) {
      return;
    }
    if (nullable === undefined && (type !== undefined || intOrString === true)) {
      this.complaints.push(wrongType([...this.steps], null, constraints));
    } else if (constraints.enum !== undefined && !constraints.enum.includes(null)) {
      // The API server asks the enum about null too, also where the field is nullable.
      const fix = `leave it out, or write one of ${constraints.enum.map(asText).join(', ')}`;
      this.object(null, [{ what: `is none of ${constraints.enum.map(asText).join(', ')}`, fix }]);
    }
  }

  private checkMap(map: AnyMap, node: NodeView): void {
    let count = 0;
    let unknown = 0;
    // Half as dear as a list of the keys. Objects of JSON inherit nothing that it would show.
    for (const name in map) {
      const value = map[name];
      const place = node.fields.get(name) ?? node.values;
      if (value === undefined) {
        continue;
      }
      if (value === null && this.isDropped(place)) {
        this.checkDropped(name, node, place);
        continue;
      }
      count++;
      if (place !== undefined) {
        const field = this.view.at(place);
        // Asked here as well as below: half of all values are plain texts, and a call costs more than the question.
        if (typeof value !== field.plain) {
          this.below(name, value, field);
        }
      } else if (node.closed && this.strict && !isImplied(name, node)) {
        this.complaints.push(this.strange(name, node, unknown++ < MOST_SUGGESTED));
      }
    }
    for (const name of node.required) {
      const value = map[name];
      const isThere = value !== undefined && Object.hasOwn(map, name);
      if (!isThere || (value === null && this.isDropped(node.fields.get(name) ?? node.values))) {
        this.complaints.push(missingField([...this.steps, name]));
      }
    }
    if (node.counted) {
      const { minProperties, maxProperties } = node.constraints;
      this.object(map, checkCount(count, 'entries', minProperties, maxProperties));
    }
  }

  /** The API server drops null from fields that do not take it, before it looks at anything else. */
  private isDropped(place: number | undefined): boolean {
    // Alternatives do not repeat the fields that they ask for.
    return place === undefined ? !this.strict : this.view.at(place).constraints.nullable === undefined;
  }

  /** Where there is a default, it takes the place of null; what has to be there is missing. */
  private checkDropped(name: string, node: NodeView, place: number | undefined): void {
    const constraints = place === undefined ? {} : this.view.at(place).constraints;
    const isTyped = constraints.type !== undefined || constraints.intOrString === true;
    if (this.strict && isTyped && constraints.default === undefined && !node.required.includes(name)) {
      this.complaints.push(nullField([...this.steps, name], constraints));
    }
  }

  private checkList(list: readonly unknown[], node: NodeView): void {
    const { items, constraints } = node;
    if (items !== undefined) {
      const item = this.view.at(items);
      for (let i = 0; i < list.length; i++) {
        this.below(i, list[i], item);
      }
    }
    if (node.counted) {
      const { minItems, maxItems } = constraints;
      this.object(list, checkCount(list.length, 'items', minItems, maxItems));
    }
    if (node.distinct && list.length > 1 && !areNamedApart(list, constraints)) {
      const at = (place: number) => this.view.at(place);
      const defaults = defaultsOf(items === undefined ? undefined : at(items), at);
      for (const { index, key, secondOf } of findDuplicates(list, constraints, defaults)) {
        this.complaints.push(duplicateItem([...this.steps, index], key, secondOf));
      }
    }
  }

  private checkAlternatives(value: unknown, { allOf = [], anyOf, oneOf, not }: FieldNode): Objection[] {
    const fits = (place: number) => {
      const walk = new ValueWalk(this.view, this.owner, false, false);
      walk.check(value, this.view.at(place));
      return walk.complaints.length === 0;
    };
    const fix = 'see the description of the field in its CRD';
    return [
      ...(allOf.every(fits) ? [] : [{ what: 'does not satisfy all constraints of the field', fix }]),
      ...(anyOf === undefined || anyOf.some(fits) ? [] : [{ what: 'matches none of the forms of the field', fix }]),
      ...(oneOf === undefined || oneOf.filter(fits).length === 1
        ? []
        : [{ what: 'does not match exactly one form of the field', fix }]),
      ...(not === undefined || !fits(not) ? [] : [{ what: 'matches a form that the field excludes', fix }]),
    ];
  }

  private below(step: string | number, value: unknown, node: NodeView): void {
    if (this.places) {
      this.steps.push(step);
      this.check(value, node);
      this.steps.pop();
    } else {
      this.check(value, node);
    }
  }

  private object(value: unknown, objections: readonly Objection[]): void {
    for (const objection of objections) {
      this.complaints.push(notAllowed([...this.steps], value, objection));
    }
  }

  /** A field that is not there: in this release, or in any. */
  private strange(name: string, { absent, fields }: NodeView, suggest: boolean): Complaint {
    const steps = [...this.steps, name];
    const span = absent.get(name);
    if (span === undefined) {
      return unknownField(steps, suggest ? [...fields.keys()] : [], this.owner);
    }
    const isLater = span.since !== undefined && compareReleases(this.view.release ?? '', span.since) < 0;
    return absentField(steps, span, isLater, this.owner);
  }
}

/** An object within an object always has these, whether its node names them or not. */
function isImplied(name: string, { constraints }: NodeView): boolean {
  return constraints.embeddedResource === true && ['apiVersion', 'kind', 'metadata'].includes(name);
}

const NOTHING_WRONG: readonly never[] = [];

function checkCount(
  count: number,
  noun: string,
  least: number | undefined,
  most: number | undefined,
): readonly Objection[] {
  if ((least === undefined || count >= least) && (most === undefined || count <= most)) {
    return NOTHING_WRONG;
  }
  return [
    ...(least !== undefined && count < least
      ? [{ what: `has ${count} ${noun}, fewer than ${least}`, fix: `write at least ${least} ${noun}` }]
      : []),
    ...(most !== undefined && count > most
      ? [{ what: `has ${count} ${noun}, more than ${most}`, fix: `write at most ${most} ${noun}` }]
      : []),
  ];
}

/** Asked of a value that is neither null nor undefined. */
function isOfType(value: unknown, { type, intOrString }: NodeView): boolean {
  switch (type) {
    case 'object':
      return typeof value === 'object' && !Array.isArray(value);
    case 'string':
    case 'boolean':
      return typeof value === type;
    case 'array':
      return Array.isArray(value);
    case 'integer':
      return Number.isInteger(value) || typeof value === 'bigint';
    case 'number':
      return Number.isFinite(value) || typeof value === 'bigint';
    default:
      return !intOrString || typeof value === 'string' || Number.isInteger(value) || typeof value === 'bigint';
  }
}

/** The API server reads a longer number as one with a fraction, which is neither an integer nor a text. */
const BEYOND_INT64: Objection = { what: 'does not fit into int64', fix: 'write a smaller number, or a text in quotes' };

function isBeyondInt64(value: unknown): boolean {
  return (typeof value === 'number' || typeof value === 'bigint') && (value >= 2 ** 63 || value < -(2 ** 63));
}

function isInt32(value: unknown): boolean {
  return typeof value === 'number' && (value | 0) === value;
}
