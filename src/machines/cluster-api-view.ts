import { asText } from '../kube/as-text';
import { groupOf, nameOf, namespaceOf } from '../kube/identity';
import type { Fields, KubeObject } from '../kube/object';
import { at, mapOf } from './view';

/** Group of templates of machines, and of machines themselves. */
export const INFRASTRUCTURE = 'infrastructure.cluster.x-k8s.io';

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
