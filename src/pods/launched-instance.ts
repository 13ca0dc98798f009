import type { Architecture } from '../architectures/facts';
import type { InstanceSpec } from '../architectures/instance-view';
import type { Fields } from '../kube/object';
import type { Release } from '../kube/release';

/** An instance as virt-controller sees it: admitted, so with everything that the webhooks add. */
export interface LaunchedInstance {
  readonly name: string;
  readonly namespace?: string;
  /** Only an instance that exists has one. */
  readonly uid?: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly spec: InstanceSpec;
  readonly architecture: Architecture;
}

/** Memory that the processes around a guest take, in Mi. */
export interface FixedOverheads {
  readonly launcherMonitor: number;
  readonly launcher: number;
  readonly virtlogd: number;
  readonly daemon: number;
  readonly vmm: number;
}

/** The hypervisor of a cluster, as far as launcher pods go. */
interface LauncherHypervisor {
  /** As virt-launcher is told it. */
  readonly name: string;
  /** Its device resource, below `devices.kubevirt.io/`. */
  readonly device: string;
  readonly overheads: FixedOverheads;
}

/** What decides about the launcher pods of a cluster, beside the instance. */
export interface ClusterContext {
  readonly kubevirt: Release;
  /** `spec.configuration` of the KubeVirt resource. */
  readonly configuration: Fields;
  /** Annotations of the KubeVirt resource. */
  readonly annotations?: Readonly<Record<string, string>>;
  /** Whether a gate is on. */
  readonly isOn: (gate: string) => boolean;
  /** The image of the launcher; unknown where absent. */
  readonly image?: string;
  readonly hypervisor: LauncherHypervisor;
  /** The lowest TSC frequency of the cluster: 0 where it has none, nothing where neither nodes nor the KubeVirt resource say it. */
  readonly tscFrequency?: number;
}

/** A resource that a quota can limit. */
export type LimitedResource = 'cpu' | 'memory';

/** What decides about one launcher pod, beside the instance. */
export interface LauncherContext extends ClusterContext {
  /** Resources that a ResourceQuota of the namespace limits: KubeVirt then sets limits by itself. */
  readonly limitedByQuota?: readonly LimitedResource[];
  /** Unknown where absent. */
  readonly namespaceLabels?: Readonly<Record<string, string>>;
  /** The device resource that a NetworkAttachmentDefinition names: empty for none, nothing where it was not found. */
  readonly networkResource?: (networkName: string) => string | undefined;
}
