import { groupOf, PerKind } from '../kube/identity';
import type { KubeObject } from '../kube/object';

const KINDS: ReadonlySet<string> = new Set([
  'VirtualMachineInstance.kubevirt.io',
  'VirtualMachine.kubevirt.io',
  'VirtualMachineInstanceReplicaSet.kubevirt.io',
  'VirtualMachinePool.pool.kubevirt.io',
  'KubevirtMachine.infrastructure.cluster.x-k8s.io',
  'KubevirtMachineTemplate.infrastructure.cluster.x-k8s.io',
]);

const kinds = new PerKind(({ kind, apiVersion }) => `${kind}.${groupOf(apiVersion)}`);

/** `VirtualMachine.kubevirt.io`: what an object is, whatever its version. */
export function kindOf(object: KubeObject): string {
  return kinds.of(object);
}

/** Whether objects of its kind are guests or make some. */
export function makesGuests(object: KubeObject): boolean {
  return KINDS.has(kindOf(object));
}

/** What a cluster has many of, and nothing refers to. */
export function isVm({ kind }: Pick<KubeObject, 'kind'>): boolean {
  return kind === 'VirtualMachine' || kind === 'VirtualMachineInstance';
}
