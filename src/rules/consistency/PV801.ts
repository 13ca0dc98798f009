import type { Finding } from '../../findings/finding';
import { findingObject, groupOf, identityKey, identityOf, nameOf, namespaceOf, PerKind } from '../../kube/identity';
import type { KubeObject } from '../../kube/object';
import { type FindingRule, NOTHING_WRONG, type RuleVisitors, type Said } from '../rule';

export const PV801: FindingRule = {
  code: 'PV801',
  severity: 'error',
  title: 'two objects with the same identity',
  page: () => ({
    meaning:
      'Two objects of one cluster have the same API group, kind, namespace and name; or two platforms have the ' +
      'same name.',
    impact: 'The cluster can hold only one of them: the last one applied overwrites the other, on every sync.',
    diagnosis: 'The finding points at the second one.',
    mitigation: 'Rename one of them, or move it to another namespace.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt check
      apiVersion: v1
      kind: ConfigMap
      metadata: { name: settings, namespace: shop }
      data: { size: '1' }
      ---
      apiVersion: v1
      kind: ConfigMap
      metadata: { name: settings, namespace: shop }
      data: { size: '2' }
    `,
    output: `
      error PV801 ConfigMap shop/settings at example.yaml:9:19, metadata.name: there is another object of this kind with the same namespace and name.
        A cluster has room for one: whichever is applied last overwrites the other. Fix: give one of them another name or namespace.
    `,
  }),
  rule: sameIdentity,
};

/** Two objects with one identity overwrite each other: whichever is applied last wins, until the next sync. */
function sameIdentity(): RuleVisitors {
  const seen = new SeenIdentities();
  const installations = new Map<string, KubeObject>();
  return {
    member: { object: (object) => (seen.has(object) ? [TWICE] : NOTHING_WRONG) },
    kubevirt: (object) => {
      // Two of one name are one object twice, which is said already.
      if (nameOf(object) !== undefined) {
        installations.set(identityKey(identityOf(object)), object);
      }
      return NOTHING_WRONG;
    },
    end: () => [...installations.values()].slice(1).map(secondInstallation),
  };
}

const TWICE: Said = {
  code: 'PV801',
  path: 'metadata.name',
  what: 'there is another object of this kind with the same namespace and name',
  why: 'A cluster has room for one: whichever is applied last overwrites the other',
  fix: 'give one of them another name or namespace',
};

/** KubeVirt's admission rejects a second resource, whatever its name. */
function secondInstallation(object: KubeObject): Finding {
  return {
    code: 'PV801',
    severity: 'error',
    object: findingObject(object),
    what: 'this is a second KubeVirt of one cluster',
    why: 'There can be only one installation: KubeVirt’s admission rejects a second resource',
    fix: 'keep one of them',
    source: 'kubevirt pkg/virt-operator/webhooks/kubevirt-create-admitter.go',
  };
}

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
