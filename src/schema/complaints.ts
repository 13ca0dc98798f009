import type { FieldConstraints } from '../../imports/field-table';
import type { Finding } from '../findings/finding';
import { isSecretAt, isSecretPath, kindOfValue, shownValue } from '../findings/secrets/shown-value';
import { suggestionFor } from '../findings/suggestion';
import { isDnsSubdomain } from '../kube/names';
import { isMap } from '../kube/object';
import type { Objection } from './check-scalar';
import type { Span } from './release-view';

/** A finding that does not know its object yet, with the place in steps. */
export interface Complaint extends Pick<Finding, 'code' | 'what' | 'why' | 'fix'> {
  readonly steps: Steps;
  /** Absent where the API server rejects the object. */
  readonly severity?: Finding['severity'];
  /** Whether it is said of null, which only server-side apply rejects. */
  readonly isNull?: true;
}

/** Whose fields they are, for messages. */
export interface Owner {
  /** Component and release, as in `KubeVirt 1.9`. */
  readonly name: string;
  /** As in `virtualmachines`. */
  readonly plural: string;
}

const REFUSED = 'The API server rejects the object';
const DROPPED =
  'The API server rejects it under strict validation, as kubectl asks for, and drops it silently otherwise';

/** Beyond this, a key is no slip of the finger, and a search for the nearest field costs as much as it is long. */
const LONGEST_SUGGESTED = 64;

/** A field that no release has here. */
export function unknownField(steps: Steps, fields: readonly string[], owner: Owner): Complaint {
  const name = String(steps.at(-1));
  const suggestion = name.length > LONGEST_SUGGESTED ? undefined : suggestionFor(name, fields);
  const around = [owner.plural, ...steps.slice(0, -1).filter((step) => typeof step === 'string')].join('.');
  return {
    code: 'PV040',
    steps,
    what: `${owner.name} has no field ${shownValue(name)} here`,
    why: DROPPED,
    fix: suggestion === undefined ? `remove it, or see kubectl explain ${around}` : `did you mean "${suggestion}"?`,
  };
}

/** A field that only releases before or after this one have. */
export function absentField(steps: Steps, { since, until }: Span, isLater: boolean, owner: Owner): Complaint {
  const name = shownValue(steps.at(-1));
  return {
    code: 'PV045',
    steps,
    what: isLater
      ? `${owner.name} does not have ${name} yet: it came with ${since}`
      : `${owner.name} no longer has ${name}: ${until} was the last release with it`,
    why: DROPPED,
    fix: isLater ? `leave it out, or raise the target to ${since}` : 'leave it out',
  };
}

/** A namespace of an object that is in none, as its kind is cluster-scoped. */
export function namespaceIgnored(namespace: unknown, kind: string): Complaint {
  return {
    code: 'PV058',
    severity: 'info',
    steps: ['metadata', 'namespace'],
    what: `a ${kind} is cluster-scoped: the namespace ${shownValue(namespace)} is ignored`,
    why: 'The API server clears it: an object of this kind and name in another namespace is the same object',
    fix: 'leave it out',
  };
}

/** A field that must be there. */
export function missingField(steps: Steps): Complaint {
  const name = String(steps.at(-1));
  return { code: 'PV043', steps, what: `"${name}" is missing`, why: `${REFUSED} without it`, fix: `add ${name}` };
}

/** A value of another type than the field's. */
export function wrongType(steps: Steps, value: unknown, constraints: FieldConstraints): Complaint {
  const wanted = wantedOf(constraints);
  const isContainer = constraints.type === 'object' || constraints.type === 'array';
  const kind = kindOfValue(value);
  // Text in place of a map may be anything, also a script with passwords in it.
  const shown = isContainer ? 'this' : shownValue(value, steps);
  const what = shown === kind ? `${kind} is not ${wanted}` : `${shown} is ${kind}, not ${wanted}`;
  return {
    code: 'PV041',
    steps,
    what,
    why: REFUSED,
    fix: typeFix(value, constraints, wanted, isSecretAt(value, steps)),
  };
}

/** Null in a field that does not take it, and has no default in its place. */
export function nullField(steps: Steps, constraints: FieldConstraints): Complaint {
  return {
    ...wrongType(steps, null, constraints),
    severity: 'warning',
    isNull: true,
    why: 'Server-side apply rejects the object with it, as Flux and Argo CD with ServerSideApply send it; other clients have it dropped',
  };
}

/** A value of the right type that is not allowed. */
export function notAllowed(steps: Steps, value: unknown, { what, fix }: Objection): Complaint {
  // What is to be written instead may be near to what is written.
  const isSecret = isSecretAt(value, steps);
  const shown = shownValue(value, steps);
  return { code: 'PV042', steps, what: `${shown} ${what}`, why: REFUSED, fix: isSecret ? 'correct it' : fix };
}

/** An item that its list has twice. */
export function duplicateItem(steps: Steps, key: string, secondOf: number): Complaint {
  return {
    code: 'PV044',
    steps,
    what: `${isSecretPath(steps) ? 'this item' : key} is in the list twice, first at ${secondOf}`,
    why: `${REFUSED}: the items of this list are told apart by it`,
    fix: 'remove one of the two, or change it',
  };
}

function wantedOf({ type, intOrString }: FieldConstraints): string {
  switch (type) {
    case 'object':
      return 'a map';
    case 'array':
      return 'a list';
    case 'string':
      return 'a text';
    case 'integer':
      return 'a whole number';
    case 'boolean':
      return 'true or false';
    default:
      return intOrString === true ? 'a whole number or a text' : 'a number';
  }
}

function typeFix(value: unknown, { type }: FieldConstraints, wanted: string, secret: boolean): string {
  if (value === null || value === undefined) {
    return `leave it out, or write ${wanted}`;
  }
  const isPlain = typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean';
  if (type === 'string' && isPlain && !secret) {
    return `write it in quotes, as "${value}"`;
  }
  if (typeof value === 'string' && !secret && isWritten(value, type)) {
    return `write it without quotes, as ${value}`;
  }
  return `write ${wanted}`;
}

/** Whether a text says a value of the type, in quotes by mistake. */
function isWritten(text: string, type: FieldConstraints['type']): boolean {
  switch (type) {
    case 'integer':
      return /^-?\d{1,15}$/.test(text);
    case 'number':
      return /^-?\d{1,15}(\.\d{1,15})?$/.test(text);
    case 'boolean':
      return text === 'true' || text === 'false';
    default:
      return false;
  }
}

const LONGEST_RULE = 160;

/** A rule of a CRD on one line, cut where it is long. */
export function shownRule(rule: string): string {
  const line = rule.trim().replace(/\s+/g, ' ');
  return line.length > LONGEST_RULE ? `${line.slice(0, LONGEST_RULE)}…` : line;
}

/** Keys and list positions from the root of an object. */
export type Steps = readonly (string | number)[];

const PLAIN_KEY = /^[A-Za-z_$][\w$-]*$/;

/** Longer lists are not searched for a second item of the same name: a path must not cost as much as its list. */
const LONGEST_NAMED_LIST = 256;

/** Longer keys are cut: one may be a whole file. */
const LONGEST_KEY = 80;

/** A path as people read it: `spec.template.spec.domain.devices.disks[os].disk.bus`. */
export function fieldPath(root: unknown, steps: Steps): string {
  let path = '';
  let around: unknown;
  let value = root;
  for (const step of steps) {
    around = value;
    value = childOf(around, step);
    path += typeof step === 'number' ? `[${nameIn(around, value) ?? step}]` : keyText(step, path === '');
  }
  return path;
}

function keyText(key: string, first: boolean): string {
  if (!PLAIN_KEY.test(key)) {
    return `[${JSON.stringify(key.length > LONGEST_KEY ? `${key.slice(0, LONGEST_KEY)}…` : key)}]`;
  }
  const shown = key.length > LONGEST_KEY ? `${key.slice(0, LONGEST_KEY)}…` : key;
  return first ? shown : `.${shown}`;
}

/** The name of an item, where it names no other item of its list and cannot be taken for a position. */
function nameIn(list: unknown, item: unknown): string | undefined {
  const name = nameOf(item);
  if (name === undefined || !Array.isArray(list) || list.length > LONGEST_NAMED_LIST) {
    return undefined;
  }
  const isClear = isDnsSubdomain(name) && !/^\d+$/.test(name);
  return isClear && list.every((other) => other === item || nameOf(other) !== name) ? name : undefined;
}

/** Templates of data volumes are objects in a list, with a name in their metadata. */
function nameOf(item: unknown): string | undefined {
  const name = isMap(item) ? (item.name ?? (isMap(item.metadata) ? item.metadata.name : undefined)) : undefined;
  return typeof name === 'string' ? name : undefined;
}

function childOf(value: unknown, step: string | number): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, step)
    ? (value as Readonly<Record<string | number, unknown>>)[step]
    : undefined;
}
