import type { FindingObject } from '../findings/finding';
import { isMap, type KubeObject } from './object';

/** What makes an object itself in a cluster: two objects that agree in all four overwrite each other. */
export interface Identity {
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
