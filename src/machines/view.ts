import { groupOf, nameOf, namespaceOf } from '../kube/identity';
import { asText, type Fields, isMap, type KubeObject } from '../kube/object';
import type { Release } from '../kube/release';
import { type Generation, generationOf } from '../placement/presets';
import { DIALECT_ANNOTATION, NAMESPACE_ANNOTATION, PROPOSED_PRESETS } from './facts';

/** Where the provider spec is in a MachineDeployment. */
export const PROVIDER_PATH = 'spec.template.spec.providerSpec.value';

/** Where the part of it is that only KubeVirt has. */
export const CLOUD_PATH = `${PROVIDER_PATH}.cloudProviderSpec`;

/** A MachineDeployment of any origin, with maps where there should be maps. */
export interface MachineDeploymentView {
  readonly name: string;
  readonly spec: Fields;
  /** Metadata of the machines. */
  readonly machine: { readonly labels: Fields; readonly annotations: Fields };
  /** Metadata of the nodes that they become. */
  readonly node: { readonly labels: Fields; readonly annotations: Fields };
  readonly templateSpec: Fields;
  readonly provider: Fields;
  readonly cloud: Fields;
  /** Namespace of the virtual machines; nothing where it is not known. */
  readonly infraNamespace: string | undefined;
  /** Whether it says that it is for a controller as proposed. */
  readonly isProposal: boolean;
}

/** Whether an object is a MachineDeployment of the machine-controller for KubeVirt. */
export function isMachineDeployment(object: KubeObject): boolean {
  return (
    object.kind === 'MachineDeployment' &&
    groupOf(asText(object.apiVersion)) === 'cluster.k8s.io' &&
    viewMachineDeployment(object).provider.cloudProvider === 'kubevirt'
  );
}

/** A MachineDeployment as rules look at it. Total: what is not a map counts as an empty one. */
export function viewMachineDeployment({ metadata, spec: written }: KubeObject): MachineDeploymentView {
  const spec = mapOf(written);
  const template = mapOf(spec.template);
  const templateSpec = mapOf(template.spec);
  const provider = mapOf(mapOf(templateSpec.providerSpec).value);
  const node = metadataOf(templateSpec.metadata);
  const namespace = node.annotations[NAMESPACE_ANNOTATION.key];
  const cloud = mapOf(provider.cloudProviderSpec);
  const known = [namespace, cloud.namespace].find((each) => typeof each === 'string' && each !== '');
  return {
    name: asText(mapOf(metadata).name ?? ''),
    spec,
    machine: metadataOf(template.metadata),
    node,
    templateSpec,
    provider,
    cloud,
    infraNamespace: known === undefined ? undefined : asText(known),
    isProposal: mapOf(mapOf(metadata).annotations)[DIALECT_ANNOTATION] === 'proposal',
  };
}

/** The controller that a MachineDeployment is written for, by its provider or, where that is not known, by its keys. */
export function writtenFor({ cloud, isProposal }: MachineDeploymentView, controller: Release | undefined): Generation {
  if (isProposal) {
    return 'proposal';
  }
  const isFlat = ['sourceURL', 'pvcSize', 'cpus'].some((key) => Object.hasOwn(cloud, key));
  if (controller === undefined && isFlat) {
    return PROPOSED_PRESETS.some((key) => Object.hasOwn(cloud, key)) ? 'proposal' : 'flat';
  }
  return controller === undefined ? 'spread' : generationOf(controller);
}

/** What is at a path of keys, where it is a map all the way. */
export function at(map: Fields, ...keys: readonly string[]): unknown {
  return keys.reduce<unknown>(
    (value, key) => (isMap(value) && Object.hasOwn(value, key) ? value[key] : undefined),
    map,
  );
}

/** A map, or an empty one where it is something else. */
export function mapOf(value: unknown): Fields {
  return isMap(value) ? value : {};
}

/** A list, or an empty one where it is something else. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function metadataOf(value: unknown): { readonly labels: Fields; readonly annotations: Fields } {
  const { labels, annotations } = mapOf(value);
  return { labels: mapOf(labels), annotations: mapOf(annotations) };
}

/**
 * A value as the controller reads it: text, a bare scalar, or a map with a value or a reference.
 *
 * Nothing where it is a reference, whose content was not found. Empty where nothing is written.
 *
 * Source: machine-controller sdk/providerconfig/types.go, configvar/resolver.go.
 */
export function configText(value: unknown): string | undefined {
  if (value === undefined) {
    return '';
  }
  if (!isMap(value)) {
    // A bare null becomes the text "null": its reader takes the raw bytes.
    return Array.isArray(value) ? '' : asText(value);
  }
  return isReference(value) ? undefined : configText(value.value);
}

/** Whether a value is taken from somewhere else. A reference that is not complete is ignored in silence. */
export function isReference(value: unknown): boolean {
  return isMap(value) && [value.secretKeyRef, value.configMapKeyRef].some(isComplete);
}

/** A reference of which a part is missing, so that the controller takes the value beside it, or nothing. */
export function isHalfReference(value: unknown): boolean {
  return (
    isMap(value) &&
    !isReference(value) &&
    [value.secretKeyRef, value.configMapKeyRef].some(
      (reference) => isMap(reference) && Object.keys(reference).length > 0,
    )
  );
}

function isComplete(reference: unknown): boolean {
  return (
    isMap(reference) &&
    [reference.namespace, reference.name, reference.key].every((part) => typeof part === 'string' && part !== '')
  );
}

/** Group of templates of machines, and of machines themselves. */
const INFRASTRUCTURE = 'infrastructure.cluster.x-k8s.io';

/** Group of what Cluster API itself makes machines of. */
export const CLUSTER_API = 'cluster.x-k8s.io';

/** Where the machine is in a template of machines. */
export const MACHINE_PATH = 'spec.template.spec.virtualMachineTemplate';

/** Whether an object is a pool of Cluster API whose machines are virtual machines of KubeVirt. */
export function isClusterApiDeployment(object: KubeObject): boolean {
  return (
    object.kind === 'MachineDeployment' &&
    groupOf(asText(object.apiVersion)) === CLUSTER_API &&
    infrastructureOf(object).kind === 'KubevirtMachineTemplate'
  );
}

/** Whether an object is the template of the machines of such a pool. */
export function isMachineTemplate({ kind, apiVersion }: KubeObject): boolean {
  return kind === 'KubevirtMachineTemplate' && groupOf(asText(apiVersion)) === INFRASTRUCTURE;
}

/** What a pool says about its template. */
export function infrastructureOf({ spec }: KubeObject): Fields {
  return mapOf(at(mapOf(spec), 'template', 'spec', 'infrastructureRef'));
}

/** The template of a pool, where it is at hand. */
export function templateOf(pool: KubeObject, objects: readonly KubeObject[]): KubeObject | undefined {
  const { name, namespace = namespaceOf(pool) } = infrastructureOf(pool);
  return objects.find(
    (object) => isMachineTemplate(object) && nameOf(object) === name && namespaceOf(object) === namespace,
  );
}

/** How machines of a pool are replaced, which is elsewhere in each version. */
export function strategyOf({ apiVersion, spec }: KubeObject): { readonly path: string; readonly strategy: Fields } {
  return isNewVersion(apiVersion)
    ? { path: 'spec.rollout.strategy', strategy: mapOf(at(mapOf(spec), 'rollout', 'strategy')) }
    : { path: 'spec.strategy', strategy: mapOf(mapOf(spec).strategy) };
}

/** Whether it is the version in which references have no version. */
export function isNewVersion(apiVersion: unknown): boolean {
  return asText(apiVersion).endsWith('/v1beta2');
}
