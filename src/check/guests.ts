import { groupOf } from '../kube/identity';
import type { KubeObject } from '../kube/object';
import { valueAt } from '../kube/values-at';

/** The metadata and spec of a guest, and where they are in the object that makes it. */
export interface GuestTemplate {
  readonly template: unknown;
  /** Empty for an instance, which is its own template. */
  readonly path: string;
}

const TEMPLATES: Readonly<Record<string, string>> = {
  'VirtualMachineInstance.kubevirt.io': '',
  'VirtualMachine.kubevirt.io': 'spec.template',
  'VirtualMachineInstanceReplicaSet.kubevirt.io': 'spec.template',
  'VirtualMachinePool.pool.kubevirt.io': 'spec.virtualMachineTemplate.spec.template',
  'KubevirtMachine.infrastructure.cluster.x-k8s.io': 'spec.virtualMachineTemplate.spec.template',
  'KubevirtMachineTemplate.infrastructure.cluster.x-k8s.io': 'spec.template.spec.virtualMachineTemplate.spec.template',
};

/** `VirtualMachine.kubevirt.io`: what an object is, whatever its version. */
export function kindOf({ kind, apiVersion }: KubeObject): string {
  return `${kind}.${groupOf(apiVersion)}`;
}

/** Whether objects of its kind are guests or make some. */
export function makesGuests(object: KubeObject): boolean {
  return TEMPLATES[kindOf(object)] !== undefined;
}

/** The guest that an object is or makes; nothing where it makes none. */
export function guestTemplateOf(object: KubeObject): GuestTemplate | undefined {
  const path = TEMPLATES[kindOf(object)];
  if (path === undefined) {
    return undefined;
  }
  const template = path === '' ? object : valueAt(object, path);
  return template === undefined ? undefined : { template, path };
}
