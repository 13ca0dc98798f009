import { groupOf } from '../../kube/identity';
import { isMap, type KubeObject } from '../../kube/object';
import { LIVE_ROWS, type LiveRow } from './noise-rows';

/** Whether an object was read from a cluster, as opposed to written by hand: the API server gave it a UID. */
export function isLive({ metadata }: KubeObject): boolean {
  return isMap(metadata) && (typeof metadata.uid === 'string' || typeof metadata.resourceVersion === 'string');
}

/** Whether a row is about objects of this kind. */
export function isAbout({ kind }: LiveRow, object: KubeObject): boolean {
  const group = groupOf(object.apiVersion);
  return kind === undefined || kind === (group === '' ? object.kind : `${object.kind}.${group}`);
}

/** What made an object and makes it again: its controller, by the API's own rule. */
export function ownerOf({ metadata }: KubeObject): Readonly<Record<string, unknown>> | undefined {
  const owners: unknown[] = isMap(metadata) && Array.isArray(metadata.ownerReferences) ? metadata.ownerReferences : [];
  return owners.filter(isMap).find(({ controller }) => controller === true);
}

/** A live object without what servers wrote into it, as far as its other state says nothing about that: an apply leaves it there. */
export function withoutServerMade(object: KubeObject, other: KubeObject): KubeObject {
  return isLive(object)
    ? (LIVE_ROWS.reduce<unknown>(
        (left, row) => (isAbout(row, object) ? without(left, row, other) : left),
        object,
      ) as KubeObject)
    : object;
}

/** A value without the row's field. What another state says at the same path stays. */
export function without(value: unknown, row: LiveRow, other?: unknown, at = 0): unknown {
  const step = row.path[at]!;
  if (step === '*') {
    if (!Array.isArray(value)) {
      return value;
    }
    const items = value.map((item) => without(item, row, undefined, at + 1));
    return items.every((item, i) => item === value[i]) ? value : items;
  }
  if (!isMap(value) || !Object.hasOwn(value, step)) {
    return value;
  }
  const { [step]: part, ...others } = value;
  const said = isMap(other) && Object.hasOwn(other, step) ? other[step] : undefined;
  const left = at === row.path.length - 1 ? remaining(part, row, said) : without(part, row, said, at + 1);
  if (left === part) {
    return value;
  }
  // A map that held nothing else was made for what is left out now.
  const isGone = left === undefined || (isMap(left) && Object.keys(left).length === 0);
  return isGone ? others : { ...value, [step]: left };
}

/** The rest of a value of the row's field. */
function remaining(part: unknown, { values }: LiveRow, said: unknown): unknown {
  if (values === undefined) {
    return said === undefined ? undefined : part;
  }
  if (!Array.isArray(part)) {
    return values.includes(part) && said === undefined ? undefined : part;
  }
  const wanted: readonly unknown[] = Array.isArray(said) ? said : [];
  const rest = part.filter((item) => wanted.includes(item) || !values.includes(item));
  return rest.length === part.length ? part : rest.length === 0 ? undefined : rest;
}
