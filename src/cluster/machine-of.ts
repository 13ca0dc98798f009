import { isEmpty } from '../architectures/draft';
import { type ExpandedVm, expandMachine } from '../instancetypes/expand';
import { asText } from '../kube/as-text';
import { namespaceOf } from '../kube/identity';
import type { KubeObject } from '../kube/object';
import type { ClusterView } from './cluster-view';
import { dataSourceArchitecture } from './data-source';
import { type Instance, instanceOf } from './instance-of';

/** A machine as the instance that it will become, as far as it is known. */
export interface Machine {
  readonly object: KubeObject;
  /** As the object says it, with what is around it. */
  readonly instance: Instance;
  /** Where the instance is in the object. */
  readonly path: string;
  readonly expanded: ExpandedVm;
  /** As KubeVirt would default it; nothing where nobody knows. */
  readonly architecture: string | undefined;
  /** Why it is that, where the machine does not say it. */
  readonly because?: string;
}

/** The machine that an object is or makes; nothing where it makes none. */
export function machineOf(object: KubeObject, cluster: ClusterView): Machine | undefined {
  const instance = instanceOf(object);
  return instance === undefined ? undefined : machineFrom(object, instance, cluster);
}

/** The machine of an object whose instance was found already. */
export function machineFrom(object: KubeObject, instance: Instance, cluster: ClusterView): Machine {
  const { path, spec, machine } = instance;
  const expanded =
    machine === undefined
      ? { spec, filled: [], refused: [], missing: [] }
      : expandMachine(
          { spec: machine.spec, path: machine.path, namespace: namespaceOf(object) },
          spec,
          cluster.instancetypes,
          cluster.target.kubevirt,
          () => cluster.defaultArchitecture()?.architecture,
        );
  const said = expanded.spec.architecture;
  if (!isEmpty(said)) {
    return { object, instance, path, expanded, architecture: asText(said) };
  }
  const found = dataSourceArchitecture(machine?.spec, namespaceOf(object), cluster) ?? cluster.defaultArchitecture();
  return found === undefined
    ? { object, instance, path, expanded, architecture: undefined }
    : { object, instance, path, expanded, architecture: found.architecture, because: found.reason };
}
