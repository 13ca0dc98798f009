import { groupOf } from '../kube/identity';
import { isMap, type KubeObject, own } from '../kube/object';
import { valueAt } from '../kube/values-at';

type Map = Readonly<Record<string, unknown>>;

/** The instance that an object is or makes. */
export interface Instance {
  readonly spec: Map;
  /** Where it is in the object. */
  readonly path: string;
  /** The machine that makes it, for what only a machine has: an instance type, templates of data volumes. */
  readonly machine?: { readonly spec: Map; readonly path: string };
}

/** The instance that an object is or makes; nothing where it makes none. */
export function instanceOf(object: KubeObject): Instance | undefined {
  const { apiVersion, kind, spec } = object;
  if (!isMap(spec)) {
    return undefined;
  }
  if (apiVersion.startsWith('kubevirt.io/')) {
    switch (kind) {
      case 'VirtualMachineInstance':
        return { spec, path: 'spec' };
      case 'VirtualMachine':
        return made(spec, 'spec', true);
      case 'VirtualMachineInstanceReplicaSet':
        return made(spec, 'spec', false);
      default:
        return undefined;
    }
  }
  const path = own(MACHINE_TEMPLATES, `${kind}.${groupOf(apiVersion)}`);
  const machine = path === undefined ? undefined : valueAt(object, path);
  return isMap(machine) ? made(machine, path!, true) : undefined;
}

/** Where the spec of a machine is in what makes machines. */
const MACHINE_TEMPLATES: Readonly<Record<string, string>> = {
  'VirtualMachinePool.pool.kubevirt.io': 'spec.virtualMachineTemplate.spec',
  'KubevirtMachine.infrastructure.cluster.x-k8s.io': 'spec.virtualMachineTemplate.spec',
  'KubevirtMachineTemplate.infrastructure.cluster.x-k8s.io': 'spec.template.spec.virtualMachineTemplate.spec',
};

function made(spec: Map, path: string, byMachine: boolean): Instance | undefined {
  const { template } = spec;
  if (!isMap(template) || !isMap(template.spec)) {
    return undefined;
  }
  const instance = { spec: template.spec, path: `${path}.template.spec` };
  return byMachine ? { ...instance, machine: { spec, path } } : instance;
}
