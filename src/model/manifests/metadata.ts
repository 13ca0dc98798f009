import { HYPERVISOR_LABEL } from '../../hypervisors/declaration';
import { compact, type KubeObject, type ObjectMeta } from '../../kube/object';
import type { PlatformContext } from '../context';
import { hypervisorMark } from '../hypervisors';
import type { InstanceDeclaration } from '../instance';
import type { MetadataDeclaration } from '../metadata';

/** The metadata of a namespaced object: the platform's namespace where it names none. */
export function metadataOf(declaration: MetadataDeclaration, platform: PlatformContext): ObjectMeta {
  return {
    name: declaration.name,
    ...compact({
      namespace: declaration.namespace ?? platform.namespace,
      labels: keepEntries(declaration.labels),
      annotations: keepEntries(declaration.annotations),
    }),
  };
}

/** An empty map of labels says nothing and would only be noise. */
export function keepEntries(
  map: Readonly<Record<string, string>> | undefined,
): Readonly<Record<string, string>> | undefined {
  return map === undefined || Object.keys(map).length === 0 ? undefined : map;
}

/** An object with the labels that everything around it carries; its own win. */
export function withLabels(object: KubeObject, labels: Readonly<Record<string, string>> | undefined): KubeObject {
  return keepEntries(labels) === undefined
    ? object
    : { ...object, metadata: { ...object.metadata, labels: { ...labels, ...object.metadata.labels } } };
}

/** The labels of an instance, with that by which a policy finds its launcher pod. */
export function withHypervisor(
  labels: Readonly<Record<string, string>> | undefined,
  vm: Pick<InstanceDeclaration, 'hypervisor'>,
  platform: PlatformContext,
): Readonly<Record<string, string>> | undefined {
  const { label } = hypervisorMark(vm, platform);
  return label === undefined ? labels : { ...labels, [HYPERVISOR_LABEL]: label };
}
