import { asText } from '../kube/as-text';
import { groupOf } from '../kube/identity';
import { type Fields, isMap, type KubeObject } from '../kube/object';
import type { Release } from '../kube/release';
import { type Generation, generationOf } from '../placement/machine-controller';
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

/** What a MachineDeployment is written for: what its controller is, or what its keys tell where that is not known. */
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
