import { checkAdmission } from '../architectures/admission';
import { checkArchitecture, inOrder, isArchitecture } from '../architectures/architecture';
import { checkClusterTraps } from '../architectures/cluster-traps';
import { ARCHITECTURES, type Architecture } from '../architectures/facts';
import { checkTraps } from '../architectures/traps';
import type { Finding } from '../findings/finding';
import type { Distribution } from '../inventory/distribution';
import type { ClusterNode } from '../inventory/node';
import { findingObject, identityKey, identityOf } from '../kube/identity';
import { isMap, type KubeObject } from '../kube/object';
import type { Release } from '../kube/release';
import { validateObject } from '../schema/validate';
import type { Target } from '../target/target';
import { checkMacAddresses } from './consistency';
import { checkGoldenImages } from './golden-images';
import { instanceOf } from './instance-of';

/** What is known of the cluster that the objects are for. */
export interface CheckContext {
  readonly target: Target;
  /** Architectures of the cluster; what its own machines ask for, where absent. */
  readonly architectures?: readonly Architecture[];
  /** The nodes of the cluster; rules that need them stay silent where absent. */
  readonly nodes?: readonly ClusterNode[];
  /** Whether the cluster is OpenShift; unknown where absent. */
  readonly distribution?: Distribution;
}

/** Every rule over the objects of one cluster. Works on plain objects, whoever wrote them. */
export function checkObjects(objects: readonly KubeObject[], context: CheckContext): Finding[] {
  const architectureConfiguration = architectureConfigurationOf(objects);
  return [
    ...checkNames(objects),
    ...checkIdentities(objects),
    ...objects.flatMap((object) => validateObject(object, context.target)),
    ...checkInstallations(objects),
    ...checkMacAddresses(objects),
    ...checkKubeVirts(objects, context),
    ...checkGoldenImages(objects, context),
    ...objects.flatMap((object) => checkInstance(object, context, architectureConfiguration)),
  ];
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
function checkKubeVirts(objects: readonly KubeObject[], { target, architectures }: CheckContext): Finding[] {
  const asked = () => inOrder(objects.map((object) => instanceOf(object)?.spec.architecture).filter(isArchitecture));
  return objects.filter(isKubeVirt).flatMap((object) =>
    checkClusterTraps(object, { kubevirt: target.kubevirt, architectures: architectures ?? asked() }).map(
      (finding) => ({
        ...finding,
        object: findingObject(object),
      }),
    ),
  );
}

function isKubeVirt({ kind, apiVersion }: KubeObject): boolean {
  return kind === 'KubeVirt' && apiVersion.startsWith('kubevirt.io/');
}

/**
 * An instance judged as KubeVirt would judge it.
 *
 * Without an architecture it gets the default of the cluster; where that is not known either, only what is wrong on every
 * architecture is said.
 */
function checkInstance(
  object: KubeObject,
  { target }: CheckContext,
  configuration: Readonly<Record<string, unknown>>,
): Finding[] {
  const instance = instanceOf(object);
  if (instance === undefined) {
    return [];
  }
  const located = (finding: Finding) => ({
    ...finding,
    object: findingObject(object),
    path: `${instance.path}.${finding.path}`,
  });
  const architecture = instance.spec.architecture ?? configuration.defaultArchitecture;
  if (architecture !== undefined && !isArchitecture(architecture)) {
    return checkArchitecture(architecture, 'architecture').map(located);
  }
  const on = (candidate: Architecture) => checkOn(candidate, instance.spec, target.kubevirt, configuration[candidate]);
  if (architecture !== undefined) {
    return on(architecture).map(located);
  }
  const [first = [], ...others] = ARCHITECTURES.map(on);
  return first.filter(({ path }) => others.every((found) => found.some((other) => other.path === path))).map(located);
}

function checkOn(
  architecture: Architecture,
  spec: Readonly<Record<string, unknown>>,
  kubevirt: Release,
  configured: unknown,
): Finding[] {
  const emulatedMachines = isMap(configured) ? configured.emulatedMachines : undefined;
  const context = { architecture, kubevirt, ...(Array.isArray(emulatedMachines) ? { emulatedMachines } : {}) };
  return [...checkAdmission(spec, context), ...checkTraps(spec, context)];
}

/** What the KubeVirt among the objects says about architectures. */
function architectureConfigurationOf(objects: readonly KubeObject[]): Readonly<Record<string, unknown>> {
  const kubevirt = objects.find(isKubeVirt);
  const spec = kubevirt?.spec;
  const configuration = isMap(spec) ? spec.configuration : undefined;
  const found = isMap(configuration) ? configuration.architectureConfiguration : undefined;
  return isMap(found) ? found : {};
}
