import { isEmpty } from '../architectures/draft';
import { type ExpandedVm, expandVm } from '../instancetypes/expand';
import { namespaceOf } from '../kube/identity';
import { asText, type KubeObject } from '../kube/object';
import type { ClusterView } from './cluster-view';
import { dataSourceArchitecture } from './data-source';
import { type Instance, instanceOf } from './instance-of';

/** A VM as the instance that it will become, as far as it is known. */
export interface CreatedInstance {
  readonly object: KubeObject;
  /** As the object says it, with what is around it. */
  readonly instance: Instance;
  /** Where the instance is in the object. */
  readonly path: string;
  readonly expanded: ExpandedVm;
  /** As KubeVirt would default it; nothing where nobody knows. */
  readonly architecture: string | undefined;
  /** Why it is that, where the VM does not say it. */
  readonly because?: string;
}

/** The VM that an object is or makes; nothing where it makes none. */
export function createdInstanceOf(object: KubeObject, cluster: ClusterView): CreatedInstance | undefined {
  const instance = instanceOf(object);
  return instance === undefined ? undefined : createdInstanceFrom(object, instance, cluster);
}

/** The VM of an object whose instance was found already. */
export function createdInstanceFrom(object: KubeObject, instance: Instance, cluster: ClusterView): CreatedInstance {
  const { path, spec, vm } = instance;
  const expanded =
    vm === undefined
      ? { spec, filled: [], refused: [], missing: [] }
      : expandVm(
          { spec: vm.spec, path: vm.path, namespace: namespaceOf(object) },
          spec,
          cluster.instancetypes,
          cluster.target.kubevirt,
          () => cluster.defaultArchitecture()?.architecture,
        );
  const said = expanded.spec.architecture;
  if (!isEmpty(said)) {
    return { object, instance, path, expanded, architecture: asText(said) };
  }
  const found = dataSourceArchitecture(vm?.spec, namespaceOf(object), cluster) ?? cluster.defaultArchitecture();
  return found === undefined
    ? { object, instance, path, expanded, architecture: undefined }
    : { object, instance, path, expanded, architecture: found.architecture, because: found.reason };
}
