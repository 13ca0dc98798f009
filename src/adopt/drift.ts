import { DRIFT } from '../argocd/drift';
import { groupOf, namespaceOf } from '../kube/identity';
import { isMap, type KubeObject } from '../kube/object';
import { itemName } from '../model/object-steps';
import type { Target } from '../target/target';
import { type DifferingField, differingFields } from './proof';

/** Which side counts where a file and the cluster differ. */
export type Preference = 'live' | 'git';

/** A file and the live object that it became. */
interface Reconciled {
  /** The object of the file, with the identity that the cluster gave it. */
  readonly git: KubeObject;
  readonly live: KubeObject;
  /** What an apply of the file would change on the cluster: `read` is live, `made` the file's. */
  readonly drift: readonly DifferingField[];
  /** Paths whose values came from the cluster. */
  readonly identity: readonly string[];
}

/** What makes a guest itself is taken from the cluster; the rest of what a webhook fills in may be filled in again. */
const IDENTITY = /^(uuid|serial|macAddress)$/;

/** Brings a file and its live object together. Both without what servers write. */
export function reconcile(git: KubeObject, live: KubeObject, target: Target): Reconciled {
  let file: unknown = git;
  let there: unknown = live;
  const identity: string[] = [];
  for (const { group, kind, paths, alsoInGit } of DRIFT) {
    if (kind !== git.kind || group !== groupOf(git.apiVersion) || alsoInGit !== true) {
      continue;
    }
    for (const path of paths) {
      if (IDENTITY.test(path.at(-1)!)) {
        const filled = withFrom(file, there, path, 0);
        if (filled !== file) {
          identity.push(path.join('.').replaceAll('.*', '[]'));
          file = filled;
        }
      } else {
        there = withoutMissing(there, file, path, 0);
      }
    }
  }
  const named = file as KubeObject;
  // A file without a namespace goes where it is applied.
  const place = namespaceOf(named) === undefined ? namespaceOf(live) : undefined;
  const compared = place === undefined ? named : { ...named, metadata: { ...named.metadata, namespace: place } };
  return { git: named, live, drift: differingFields(there as KubeObject, compared, target), identity };
}

/** A value with what another has at a path and it lacks itself. */
function withFrom(value: unknown, other: unknown, path: readonly string[], at: number): unknown {
  if (at === path.length) {
    return value ?? other;
  }
  const step = path[at]!;
  if (step === '*') {
    return Array.isArray(value) ? mapped(value, (item) => withFrom(item, twin(item, other), path, at + 1)) : value;
  }
  if (!isMap(other) || other[step] === undefined || !(isMap(value) || value === undefined)) {
    return value;
  }
  const own = value?.[step];
  const filled = withFrom(own, other[step], path, at + 1);
  return filled === own ? value : { ...value, [step]: filled };
}

/** A value without what another lacks at a path. */
function withoutMissing(value: unknown, other: unknown, path: readonly string[], at: number): unknown {
  const step = path[at]!;
  if (step === '*') {
    return Array.isArray(value)
      ? mapped(value, (item) => withoutMissing(item, twin(item, other), path, at + 1))
      : value;
  }
  if (!isMap(value) || value[step] === undefined) {
    return value;
  }
  const said = isMap(other) ? other[step] : undefined;
  const { [step]: part, ...rest } = value;
  if (at === path.length - 1) {
    return said === undefined ? rest : value;
  }
  const left = withoutMissing(part, said, path, at + 1);
  if (left === part) {
    return value;
  }
  return isMap(left) && Object.keys(left).length === 0 && said === undefined ? rest : { ...value, [step]: left };
}

function mapped(list: readonly unknown[], change: (item: unknown) => unknown): readonly unknown[] {
  const items = list.map(change);
  return items.every((item, i) => item === list[i]) ? list : items;
}

/** The item of a list that has the name of another. */
function twin(item: unknown, others: unknown): unknown {
  const name = itemName(item);
  return Array.isArray(others) && name !== undefined ? others.find((other) => itemName(other) === name) : undefined;
}
