import type { Finding } from '../findings/finding';
import { findingObject, identityKey, identityOf, nameOf } from '../kube/identity';
import type { KubeObject } from '../kube/object';
import { isKubeVirt } from './cluster-view';
import { NOTHING_WRONG, type Rule } from './subject';

/** Two objects with one identity overwrite each other: whichever is applied last wins, until the next sync. */
export function identityRule(): Rule {
  const seen = new Set<string>();
  return ({ object }) => {
    // The API server makes names up as it needs them.
    if (nameOf(object) === undefined) {
      return NOTHING_WRONG;
    }
    const key = identityKey(identityOf(object));
    if (!seen.has(key)) {
      seen.add(key);
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
