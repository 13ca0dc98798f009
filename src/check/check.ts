import { checkClusterTraps } from '../architectures/cluster-traps';
import type { Finding } from '../findings/finding';
import { findingObject, identityKey, identityOf } from '../kube/identity';
import type { KubeObject } from '../kube/object';
import { validatorFor } from '../schema/validate';
import { type CheckContext, ClusterView, isKubeVirt } from './cluster-view';
import { checkMacAddresses } from './consistency';
import { checkGates } from './gates';
import { checkGoldenImages, goldenDataSources } from './golden-images';
import { checkImageDigests } from './image-digests';
import { checkInstancetypes } from './instancetypes';
import { checkMachine } from './machine';
import { checkMachineDeployments } from './machines';
import { checkReferences } from './references';

export type { CheckContext } from './cluster-view';

/** Every rule over the objects of one cluster. Works on plain objects, whoever wrote them. */
export function checkObjects(objects: readonly KubeObject[], context: CheckContext): Finding[] {
  const made = goldenDataSources(objects, context);
  const existing = [...(context.existing ?? []), ...made];
  const cluster = new ClusterView(objects, made.length === 0 ? context : { ...context, existing });
  return [
    ...checkNames(objects),
    ...checkIdentities(objects),
    ...checkInstallations(objects),
    ...checkMacAddresses(objects),
    ...checkKubeVirts(objects, cluster),
    ...checkGoldenImages(objects, context),
    ...checkEach(objects, cluster, context),
    ...checkGates(objects, context, cluster),
    ...checkInstancetypes(objects, cluster),
    ...checkImageDigests(objects, cluster),
    ...checkReferences(objects, cluster),
    ...checkMachineDeployments(objects, cluster),
  ];
}

/** What can be said of an object by itself; while it is at hand, since a long stream does not fit into any cache. */
function checkEach(objects: readonly KubeObject[], cluster: ClusterView, { target, crds }: CheckContext): Finding[] {
  const validate = validatorFor(target, crds);
  const findings: Finding[] = [];
  for (const object of objects) {
    findings.push(...validate(object), ...checkMachine(object, cluster));
  }
  return findings;
}

/** An object that a patch robbed of its name, or that never had one. */
function checkNames(objects: readonly KubeObject[]): Finding[] {
  return objects
    .filter(({ metadata }) => !metadata?.name && !metadata?.generateName)
    .map((object) => ({
      code: 'PV002',
      severity: 'error' as const,
      object: { apiVersion: String(object.apiVersion), kind: String(object.kind), name: '' },
      path: 'metadata.name',
      what: 'the object has no name',
      why: 'Nobody can apply it twice: without a name there is nothing to compare it with',
      fix: 'give it a name',
    }));
}

/** KubeVirt's admission refuses a second resource, whatever its name. */
function checkInstallations(objects: readonly KubeObject[]): Finding[] {
  // Two of one name are one object twice, which is said elsewhere.
  const installations = new Map(objects.filter(isKubeVirt).map((object) => [identityKey(identityOf(object)), object]));
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

/** Two objects with one identity overwrite each other: whichever is applied last wins, until the next sync. */
function checkIdentities(objects: readonly KubeObject[]): Finding[] {
  const seen = new Set<string>();
  return objects.flatMap((object) => {
    const key = identityKey(identityOf(object));
    if (!seen.has(key)) {
      seen.add(key);
      return [];
    }
    return [
      {
        code: 'PV801',
        severity: 'error' as const,
        object: findingObject(object),
        path: 'metadata.name',
        what: 'there is another object of this kind with the same namespace and name',
        why: 'A cluster has room for one: whichever is applied last overwrites the other',
        fix: 'give one of them another name or namespace',
      },
    ];
  });
}

/** Traps in the KubeVirt resource itself. */
function checkKubeVirts(objects: readonly KubeObject[], cluster: ClusterView): Finding[] {
  return objects
    .filter(isKubeVirt)
    .flatMap((object) =>
      checkClusterTraps(object, { kubevirt: cluster.target.kubevirt, architectures: cluster.architectures() }).map(
        (finding) => ({ ...finding, object: findingObject(object) }),
      ),
    );
}
