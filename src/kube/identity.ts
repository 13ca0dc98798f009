import type { FindingObject } from '../findings/finding';
import { isMap, type KubeObject } from './object';

/** Identity of an object in a cluster: two objects that agree in all four overwrite each other. */
interface Identity {
  readonly group: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

/** The API group of an apiVersion: `kubevirt.io` of `kubevirt.io/v1`, nothing of `v1`. */
export function groupOf(apiVersion: string): string {
  const slash = apiVersion.indexOf('/');
  return slash === -1 ? '' : apiVersion.slice(0, slash);
}

/** The name of an object; nothing where it has none, or something that is no text. Metadata may hold anything. */
export function nameOf({ metadata }: KubeObject): string | undefined {
  return textIn(metadata, 'name');
}

/** The namespace of an object; nothing where it says none. */
export function namespaceOf({ metadata }: KubeObject): string | undefined {
  return textIn(metadata, 'namespace');
}

function textIn(metadata: unknown, key: string): string | undefined {
  const text = isMap(metadata) ? metadata[key] : undefined;
  return typeof text === 'string' && text !== '' ? text : undefined;
}

/** The version does not count: `kubevirt.io/v1` and `kubevirt.io/v1alpha3` are two views of one object. */
export function identityOf(object: KubeObject): Identity {
  return {
    group: groupOf(object.apiVersion),
    kind: object.kind,
    namespace: namespaceOf(object) ?? '',
    name: nameOf(object) ?? '',
  };
}

/** An identity as a key for maps. */
export function identityKey({ group, kind, namespace, name }: Identity): string {
  return `${group}\0${kind}\0${namespace}\0${name}`;
}

const named = new WeakMap<KubeObject, FindingObject>();

/**
 * How a finding names an object; one whose name the API server makes up, by what that begins with.
 *
 * The same value each time, so that the source of an object can tell which of two with one name a finding is about.
 */
export function findingObject(object: KubeObject): FindingObject {
  const { apiVersion, kind, metadata } = object;
  const namespace = namespaceOf(object);
  const name = nameOf(object) ?? textIn(metadata, 'generateName') ?? '';
  const known = named.get(object);
  // Objects are not frozen: a caller may have given it another name since.
  if (known?.name === name && known.namespace === namespace && known.kind === kind && known.apiVersion === apiVersion) {
    return known;
  }
  const made = namespace === undefined ? { apiVersion, kind, name } : { apiVersion, kind, namespace, name };
  named.set(object, made);
  return made;
}

/** A value and the way to it. */
interface Item {
  readonly value: unknown;
  readonly at: readonly (string | number)[];
}

/** A value, or what is in it if it is a List. Items of a VirtualMachineList need not say what they are, as for apimachinery. */
export function itemsOf(value: unknown): Item[] {
  if (!isMap(value) || typeof value.kind !== 'string' || !value.kind.endsWith(LIST) || !Array.isArray(value.items)) {
    return [{ value, at: [] }];
  }
  const { apiVersion, kind: listKind } = value;
  const kind = listKind.slice(0, -LIST.length);
  const typed = (item: unknown) =>
    kind !== '' && isMap(item) && item.apiVersion === undefined && item.kind === undefined
      ? { apiVersion, kind, ...item }
      : item;
  return value.items.map((item: unknown, i) => ({ value: typed(item), at: ['items', i] }));
}

const LIST = 'List';

/** Whether a value says what it is. What else an object must have, rules ask for. */
export function isKubeObject(value: unknown): value is KubeObject {
  return isMap(value) && isText(value.apiVersion) && isText(value.kind);
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

/**
 * What is the same for all objects of one version of a kind: made when the first of them is met.
 *
 * A stream has many objects and few kinds. A key put together of both texts would be a new text to hash for each object.
 */
export class PerKind<T> {
  private readonly _known = new Map<string, Map<string, T>>();
  /** One kind mostly follows another of the same; to compare two texts costs less than to hash one. */
  private _last: { readonly apiVersion: string; readonly kind: string; readonly made: T } | undefined;

  constructor(private readonly _make: (object: KubeObject) => T) {}

  public of(object: KubeObject): T {
    const { apiVersion, kind } = object;
    const last = this._last;
    if (last !== undefined && last.kind === kind && last.apiVersion === apiVersion) {
      return last.made;
    }
    const ofVersion = this._known.get(apiVersion) ?? new Map<string, T>();
    const made = ofVersion.get(kind) ?? this._make(object);
    this._known.set(apiVersion, ofVersion.set(kind, made));
    this._last = { apiVersion, kind, made };
    return made;
  }
}
