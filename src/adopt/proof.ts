import type { FindingObject } from '../findings/finding';
import { findingObject, identityKey, identityOf } from '../kube/identity';
import { isMap, type KubeObject } from '../kube/object';
import { type PathStep, pathOfSteps } from '../kube/path';
import { itemName } from '../model/object-steps';
import { isSame } from '../model/rows/row';
import { compareObjects, shownSteps } from '../review/diff/compare';
import type { Target } from '../target/target';

/** A field that is another in what the platform makes. */
export interface DifferingField {
  readonly path: string;
  readonly read?: unknown;
  readonly made?: unknown;
}

/** An object that the platform makes otherwise than it was read. */
export interface Difference {
  readonly object: FindingObject;
  readonly change: 'missing' | 'unexpected' | 'differs';
  readonly fields: readonly DifferingField[];
}

/**
 * Compares what was read with what a platform makes, as a cluster would: quantities by their amount, lists of disks and interfaces in
 * their order, what is empty as absent.
 */
export function prove(wanted: readonly KubeObject[], made: readonly KubeObject[], target: Target): Difference[] {
  const byKey = new Map(made.map((object) => [identityKey(identityOf(object)), object]));
  const differences: Difference[] = [];
  for (const object of wanted) {
    const key = identityKey(identityOf(object));
    const other = byKey.get(key);
    byKey.delete(key);
    if (other === undefined) {
      differences.push({ object: findingObject(object), change: 'missing', fields: [] });
      continue;
    }
    const fields = differingFields(object, other, target);
    if (fields.length > 0) {
      differences.push({ object: findingObject(object), change: 'differs', fields });
    }
  }
  for (const object of byKey.values()) {
    differences.push({ object: findingObject(object), change: 'unexpected', fields: [] });
  }
  return differences;
}

/** The fields in which two states of one object differ for a cluster. */
export function differingFields(read: KubeObject, made: KubeObject, target: Target): DifferingField[] {
  if (isSame(read, made)) {
    return [];
  }
  const changes = compareObjects(read, made, target).map((change) => ({
    path: shownSteps(change.steps),
    ...(change.before === undefined ? {} : { read: change.before }),
    ...(change.after === undefined ? {} : { made: change.after }),
  }));
  const ordered = orderDifferences(read, made, []);
  const versions =
    read.apiVersion === made.apiVersion ? [] : [{ path: 'apiVersion', read: read.apiVersion, made: made.apiVersion }];
  const known = new Set(changes.map(({ path }) => path));
  return [
    ...versions.filter(({ path }) => !known.has(path)),
    ...changes,
    ...ordered.filter(({ path }) => !known.has(path)),
  ];
}

/** Lists of the same named things in another order: a guest sees its disks and interfaces in theirs. */
function orderDifferences(read: unknown, made: unknown, at: readonly PathStep[]): DifferingField[] {
  if (isMap(read) && isMap(made)) {
    return Object.keys(read).flatMap((key) =>
      orderDifferences(read[key], made[key], [...at, { text: key, isItem: false }]),
    );
  }
  if (!Array.isArray(read) || !Array.isArray(made)) {
    return [];
  }
  const [before, after] = [read.map(itemName), made.map(itemName)];
  if (before.some((name) => name === undefined) || after.some((name) => name === undefined)) {
    return [];
  }
  const here = isSame(before, after) ? [] : [{ path: pathOfSteps(at), read: before, made: after }];
  const below = read.flatMap((item, i) =>
    orderDifferences(item, made[after.indexOf(before[i])], [...at, { text: before[i]!, isItem: true }]),
  );
  return [...here, ...below];
}
