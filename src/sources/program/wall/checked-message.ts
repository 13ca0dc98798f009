import { isMap } from '../../../kube/object';
import type { ChildMessage } from '../told-app';
import type { WallLimits } from './wall-limits';

export type { ChildMessage };

/** What came out of the wall and is no message of the hand-over. */
export class NoMessage extends Error {}

type Form = (value: unknown) => boolean;

const text: Form = (value) => typeof value === 'string';
const number: Form = (value) => typeof value === 'number' && Number.isFinite(value);
const place: Form = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const flag: Form = (value) => typeof value === 'boolean';
const map: Form = isMap;
const anything: Form = () => true;
const listOf =
  (item: Form): Form =>
  (value) =>
    Array.isArray(value) && value.every(item);
const maybe =
  (form: Form): Form =>
  (value) =>
    value === undefined || form(value);
const shape =
  (forms: Readonly<Record<string, Form>>): Form =>
  (value) =>
    isMap(value) &&
    Object.entries(forms).every(([key, form]) => form(Object.hasOwn(value, key) ? value[key] : undefined));
const pair =
  (first: Form, second: Form): Form =>
  (value) =>
    Array.isArray(value) && value.length === 2 && first(value[0]) && second(value[1]);

const reference = shape({ kind: text, name: text, apiVersion: maybe(text), namespace: maybe(text) });
const finding = shape({
  code: (value) => typeof value === 'string' && /^PV\d{3}$/.test(value),
  severity: (value) => ['error', 'warning', 'info'].includes(value as string),
  what: text,
  why: text,
  fix: text,
  path: maybe(text),
  file: maybe(text),
  line: maybe(place),
  column: maybe(place),
  source: maybe(text),
  object: maybe(reference),
});
/** A step into an object: none that would reach what all objects have. */
const step: Form = (value) => place(value) || (text(value) && value !== '__proto__');
const frames = listOf(pair(place, place));
const origin = shape({
  frames,
  metadata: maybe(listOf(shape({ keys: listOf(text), frames }))),
  before: maybe(map),
  patches: maybe(listOf(shape({ pointers: listOf(text), frames, after: maybe(map) }))),
  readFrom: maybe(shape({ file: text, document: place, at: maybe(listOf(step)) })),
  laid: maybe(map),
});
const parameterType: Form = (value) => ['string', 'number', 'boolean', 'array', 'map'].includes(value as string);

/** The form of each message: the compiler asks for all of them. */
const FORMS: Readonly<Record<ChildMessage['type'], Form>> = {
  app: anything,
  handed: anything,
  cluster: shape({
    cluster: text,
    path: text,
    isPlatform: flag,
    target: map,
    policy: shape({ severity: maybe(map), allow: maybe(listOf(map)) }),
    architectures: maybe(listOf(text)),
    supportByArch: anything,
    hypervisorsInUse: anything,
    nodes: maybe(listOf(map)),
    distribution: maybe(text),
    argocd: maybe(map),
  }),
  object: shape({ cluster: text, path: text, owner: text, object: map }),
  group: shape({ representative: map, places: listOf(listOf(step)) }),
  member: shape({ cluster: text, path: text, owner: text, group: place, texts: listOf(text) }),
  dependency: shape({ cluster: text, dependent: text, dependency: text }),
  finding: shape({ cluster: text, path: text, finding }),
  vms: shape({ cluster: text, path: text }),
  complete: shape({ cluster: text, path: text }),
  invalid: shape({ path: text, message: text }),
  parameter: shape({
    parameter: shape({ name: text, type: parameterType, title: maybe(text), tooltip: maybe(text) }),
  }),
  'wrong-parameter': shape({ finding }),
  thrown: shape({ message: text, frames }),
  compiled: () => false,
  exit: shape({ code: number }),
  origins: shape({ origins: listOf(pair(text, origin)) }),
};

/**
 * A message that came out of the wall, when it is one.
 *
 * The program shares its engine with our side of the hand-over, so that what comes may be anything: other types, other forms,
 * levels without end, keys that mean something to JavaScript.
 *
 * @throws NoMessage where it is none
 */
export function checkedMessage(line: string, { depth }: Pick<WallLimits, 'depth'>): ChildMessage {
  let message: unknown;
  try {
    message = JSON.parse(line);
  } catch {
    throw new NoMessage('no JSON');
  }
  const type = isMap(message) && typeof message.type === 'string' ? message.type : '';
  if (!Object.hasOwn(FORMS, type) || !FORMS[type as ChildMessage['type']](message) || !isHarmless(message, depth)) {
    throw new NoMessage(`no message of the type ${type}`);
  }
  return message as ChildMessage;
}

/** Whether nothing is nested deeper than that, and no key would reach what all objects have. */
function isHarmless(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) {
    return true;
  }
  if (levels === 0) {
    return false;
  }
  if (Array.isArray(value)) {
    return value.every((each) => isHarmless(each, levels - 1));
  }
  for (const key in value) {
    if (key === '__proto__' || !isHarmless((value as Record<string, unknown>)[key], levels - 1)) {
      return false;
    }
  }
  return true;
}

/** Counts what a program hands over. */
export class Meter {
  private _objects = 0;
  private _length = 0;
  private readonly _groups: number[] = [];

  constructor(private readonly limits: Pick<WallLimits, 'objects' | 'saidMiB'>) {}

  /** @returns the limit that is exceeded */
  public take(message: ChildMessage, length: number): keyof WallLimits | undefined {
    if (message.type === 'group') {
      this._groups.push(length);
    } else if (message.type === 'object' || message.type === 'member') {
      this._objects++;
      // A member is as large as what it is like.
      this._length += length + (message.type === 'member' ? (this._groups[message.group] ?? 0) : 0);
    }
    return this._objects > this.limits.objects
      ? 'objects'
      : this._length > this.limits.saidMiB << 20
        ? 'saidMiB'
        : undefined;
  }
}
