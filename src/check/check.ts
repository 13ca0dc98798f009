import { checkClusterTraps } from '../architectures/cluster-traps';
import type { Finding } from '../findings/finding';
import { findingObject, identityKey, identityOf, nameOf } from '../kube/identity';
import { isMap, type KubeObject } from '../kube/object';
import { shownValue } from '../schema/shown-value';
import { validatorFor } from '../schema/validate';
import { checkDataSources } from './boot-sources';
import { type CheckContext, ClusterView, isKubeVirt } from './cluster-view';
import { checkMacAddresses } from './consistency';
import { checkGates } from './gates';
import { checkGoldenImages, goldenDataSources } from './golden-images';
import { aboutProposal, checkHypervisorFeatures } from './hypervisors';
import { checkImageDigests } from './image-digests';
import { checkInstancetypes } from './instancetypes';
import { checkMachine } from './machine';
import { checkMachineDeployments } from './machines';
import { checkPolicyLabels } from './policy-labels';
import { checkReferences } from './references';

export type { CheckContext } from './cluster-view';

/**
 * Every rule over the objects of one cluster. Works on plain objects, whoever wrote them.
 *
 * What is the same for many objects is told for each: `foldFindings` makes one of it once a policy was applied.
 */
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
    ...checkHypervisorFeatures(objects, context, cluster),
    ...checkPolicyLabels(objects, cluster),
    ...checkImageDigests(objects, cluster),
    ...checkMachineDeployments(objects, cluster),
  ];
}

/** As many objects as fit into the cache of a processor, with what rules make of them. */
const AT_ONCE = 64;

/** What can be said of an object by itself: all rules while it is at hand, since a long stream does not fit any cache. */
function checkEach(objects: readonly KubeObject[], cluster: ClusterView, context: CheckContext): Finding[] {
  const validate = validatorFor(context.target, context.crds);
  const findings: Finding[] = [];
  for (let i = 0; i < objects.length; i += AT_ONCE) {
    const some = objects.slice(i, i + AT_ONCE);
    for (const object of some) {
      findings.push(
        ...aboutProposal(validate(object), context),
        ...checkMachine(object, cluster),
        ...checkDataSources(object, cluster),
      );
    }
    findings.push(...checkInstancetypes(some, cluster), ...checkReferences(some, cluster));
  }
  return findings;
}

/** An object that a patch robbed of its name, that never had one, or that has something else there. */
function checkNames(objects: readonly KubeObject[]): Finding[] {
  return objects.flatMap((object) => [...checkName(object), ...checkNamespace(object)]);
}

function checkName(object: KubeObject): Finding[] {
  const { name, generateName }: Readonly<Record<string, unknown>> = isMap(object.metadata) ? object.metadata : {};
  if (isText(name) || (isUnsaid(name) && isText(generateName))) {
    return [];
  }
  return [
    isUnsaid(name)
      ? {
          ...malformed(object, 'name', 'the object has no name', 'give it a name'),
          why: 'Nobody can apply it twice: without a name there is nothing to compare it with',
        }
      : malformed(object, 'name', `its name is ${shownValue(name)}, not a text`, 'write a name, in quotes'),
  ];
}

function checkNamespace(object: KubeObject): Finding[] {
  const { namespace }: Readonly<Record<string, unknown>> = isMap(object.metadata) ? object.metadata : {};
  return isText(namespace) || isUnsaid(namespace)
    ? []
    : [
        malformed(
          object,
          'namespace',
          `its namespace is ${shownValue(namespace)}, not a text`,
          'write a name, in quotes',
        ),
      ];
}

function malformed(object: KubeObject, key: string, what: string, fix: string): Finding {
  return {
    code: 'PV002',
    severity: 'error',
    object: findingObject(object),
    path: `metadata.${key}`,
    what,
    why: 'The API server refuses the object',
    fix,
  };
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

function isUnsaid(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

/** KubeVirt's admission refuses a second resource, whatever its name. */
function checkInstallations(objects: readonly KubeObject[]): Finding[] {
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

/** Two objects with one identity overwrite each other: whichever is applied last wins, until the next sync. */
function checkIdentities(objects: readonly KubeObject[]): Finding[] {
  const seen = new Set<string>();
  return objects.flatMap((object) => {
    // The API server makes names up as it needs them.
    if (nameOf(object) === undefined) {
      return [];
    }
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
