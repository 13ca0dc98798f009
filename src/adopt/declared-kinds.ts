import { groupOf } from '../kube/identity';
import { type KubeObject, own } from '../kube/object';
import type { CompanionKind } from '../model/companion';
import { COMPANIONS } from '../model/companions';
import type { PlatformContext } from '../model/context';
import { DATA_VOLUME } from '../model/data-volume';
import { HYPER_CONVERGED } from '../model/hyper-converged';
import { KUBEVIRT } from '../model/kubevirt';
import { MACHINE_POOL } from '../model/machine-pool';
import { readCompanion } from '../model/manifests/companion';
import { readDataVolume } from '../model/manifests/data-volume';
import { readHyperConverged } from '../model/manifests/hyper-converged';
import { readKubeVirt } from '../model/manifests/kubevirt';
import { readMachineDeployment } from '../model/manifests/machine-pool';
import { readVirtualMachine, readVirtualMachineInstance } from '../model/manifests/virtual-machine';
import { VIRTUAL_MACHINE_ENTRY, VIRTUAL_MACHINE_INSTANCE } from '../model/virtual-machine';

/** A kind that a platform declares by keys of its own. */
export interface DeclaredKind {
  /** The key of the platform that holds it. */
  readonly key: string;
  /** Whether a platform has one of them, as opposed to a list. */
  readonly isSingle: boolean;
  readonly read: (object: KubeObject, context: PlatformContext) => object;
  /** Its keys, in the order in which people read them. */
  readonly table: { readonly rows: object };
}

/** By `Kind.group`. What is not here stays a manifest. */
const KINDS: Readonly<Record<string, DeclaredKind>> = {
  'KubeVirt.kubevirt.io': { key: 'kubevirt', isSingle: true, read: readKubeVirt, table: KUBEVIRT },
  'HyperConverged.hco.kubevirt.io': {
    key: 'hyperConverged',
    isSingle: true,
    read: readHyperConverged,
    table: HYPER_CONVERGED,
  },
  'DataVolume.cdi.kubevirt.io': { key: 'dataVolumes', isSingle: false, read: readDataVolume, table: DATA_VOLUME },
  'VirtualMachine.kubevirt.io': {
    key: 'virtualMachines',
    isSingle: false,
    read: readVirtualMachine,
    table: VIRTUAL_MACHINE_ENTRY,
  },
  'MachineDeployment.cluster.k8s.io': {
    key: 'machines',
    isSingle: false,
    read: readMachineDeployment,
    table: MACHINE_POOL,
  },
  'VirtualMachineInstance.kubevirt.io': {
    key: 'virtualMachineInstances',
    isSingle: false,
    read: readVirtualMachineInstance,
    table: VIRTUAL_MACHINE_INSTANCE,
  },
};

/** Kinds beside VMs are declared by one list each. */
const COMPANION_KINDS: Readonly<Record<string, DeclaredKind>> = Object.fromEntries(
  Object.entries(COMPANIONS).map(([key, [companion]]) => {
    const kind = companion as unknown as CompanionKind<{ readonly name: string }>;
    const name = `${kind.kind}.${groupOf(kind.versions[0]!.apiVersion)}`;
    const read: DeclaredKind['read'] = (object, context) => readCompanion(kind, object, context);
    return [name, { key, isSingle: false, read, table: kind.table }];
  }),
);

/** A declaration with its keys in the order in which people read them. */
export function inReadingOrder<T extends object>(declaration: T, { table }: DeclaredKind): T {
  const order = Object.keys(table.rows);
  const entries = Object.entries(declaration);
  return Object.fromEntries(entries.sort(([a], [b]) => order.indexOf(a) - order.indexOf(b))) as T;
}

/** How a platform declares an object; nothing where it has no key for it. */
export function declaredKind({ apiVersion, kind }: KubeObject): DeclaredKind | undefined {
  const name = `${kind}.${groupOf(apiVersion)}`;
  return own(KINDS, name) ?? own(COMPANION_KINDS, name);
}
