/** A taint of a node. */
export interface Taint {
  readonly key: string;
  readonly value?: string;
  readonly effect: 'NoSchedule' | 'PreferNoSchedule' | 'NoExecute';
}

/** One node, as far as it is known. */
export interface ClusterNode {
  readonly name: string;
  /** By its Kubernetes name; also one that KubeVirt does not run on. */
  readonly architecture: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly taints: readonly Taint[];
  /** Cordoned. */
  readonly unschedulable: boolean;
  readonly ready: boolean;
  /** What it can give away by resource, as quantities; a resource that is not there is unknown where the node is declared. */
  readonly allocatable: Readonly<Record<string, string>>;
  /** An exported node has what it shows and nothing else; a declared one may have more labels than are declared. */
  readonly known: 'exported' | 'declared';
  /** Labels that a declared node does not have. */
  readonly lacks?: readonly string[];
  /** Labels that an exported node may have once KubeVirt is there. */
  readonly awaits?: RegExp;
}

/** Roles are labels of this prefix; Kubernetes puts none on a worker, OpenShift does. */
export const ROLE_LABEL = 'node-role.kubernetes.io/';

/** Set by virt-handler on every node where it runs; a launcher pod asks for it. */
export const SCHEDULABLE_LABEL = 'kubevirt.io/schedulable';

/** Where Kubernetes says which zone a node is in. */
export const ZONE_LABEL = 'topology.kubernetes.io/zone';

/** Whether it is there for the control plane, by the label of today or that of before Kubernetes 1.24. */
export function isControlPlane({ labels }: ClusterNode): boolean {
  return `${ROLE_LABEL}control-plane` in labels || `${ROLE_LABEL}master` in labels;
}
