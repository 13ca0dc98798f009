import { isKubeVirt } from '../cluster/cluster-view';
import type { Finding } from '../findings/finding';
import { findingObject, groupOf, identityKey, identityOf, nameOf, namespaceOf } from '../kube/identity';
import type { KubeObject } from '../kube/object';
import { PerKind } from '../kube/per-kind';
import { NOTHING_WRONG, type Rule } from './subject';

/** By kind, whatever its version, then namespace: a text of all of it would be a new one to hash for each object. */
class SeenIdentities {
  private readonly _groups = new Map<string, Map<string, Set<string>>>();
  private readonly _kinds = new PerKind((object) => {
    const kind = `${groupOf(object.apiVersion)}\0${object.kind}`;
    const names = this._groups.get(kind) ?? new Map<string, Set<string>>();
    this._groups.set(kind, names);
    return names;
  });

  /** Whether there was one of the same identity before; and remembers this one. */
  public has(object: KubeObject): boolean {
    const name = nameOf(object);
    // The API server makes names up as it needs them.
    if (name === undefined) {
      return false;
    }
    const namespace = namespaceOf(object) ?? '';
    const names = this._kinds.of(object);
    const known = names.get(namespace);
    if (known === undefined) {
      names.set(namespace, new Set([name]));
      return false;
    }
    const before = known.size;
    return known.add(name).size === before;
  }
}

/** Two objects with one identity overwrite each other: whichever is applied last wins, until the next sync. */
export function identityRule(): Rule {
  const seen = new SeenIdentities();
  return ({ object }) => {
    if (!seen.has(object)) {
      return NOTHING_WRONG;
    }
    return [
      {
        code: 'PV801',
        severity: 'error',
        object: findingObject(object),
        path: 'metadata.name',
        what: 'there is another object of this kind with the same namespace and name',
        why: 'A cluster has room for one: whichever is applied last overwrites the other',
        fix: 'give one of them another name or namespace',
      },
    ];
  };
}

/** KubeVirt's admission refuses a second resource, whatever its name. */
export function checkInstallations(objects: readonly KubeObject[]): Finding[] {
  // Two of one name are one object twice, which is said elsewhere.
  const installations = new Map(
    objects
      .filter((object) => isKubeVirt(object) && nameOf(object) !== undefined)
      .map((object) => [identityKey(identityOf(object)), object]),
  );
  return [...installations.values()].slice(1).map((object) => ({
    code: 'PV801',
    severity: 'error' as const,
    object: findingObject(object),
    what: 'this is a second KubeVirt of one cluster',
    why: 'There can be one installation: KubeVirt’s admission refuses a second resource',
    fix: 'keep one of them',
    source: 'kubevirt pkg/virt-operator/webhooks/kubevirt-create-admitter.go',
  }));
}
