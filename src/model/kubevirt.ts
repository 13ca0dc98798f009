import type { Architecture } from '../architectures/facts';
import type { Toleration } from '../kube/toleration';
import type { PlacementDeclaration } from '../placement/declaration';
import type { EvictionStrategy } from './instance-pod';
import type { MetadataDeclaration } from './metadata';
import type { ImagePullPolicy } from './volume-kinds';

/** What KubeVirt takes for granted on one architecture, where it differs from its own defaults. */
export interface ArchitectureConfiguration {
  /**
   * Where the launcher looks for UEFI firmware.
   *
   * @default - KubeVirt's for the architecture and release
   */
  readonly ovmfPath?: string;

  /**
   * Globs of the machine types that are accepted. The list replaces KubeVirt's own.
   *
   * @default - KubeVirt's for the architecture
   */
  readonly emulatedMachines?: readonly string[];

  /**
   * Machine type of a guest that names none. It must match one of `emulatedMachines`.
   *
   * @default - KubeVirt's for the architecture
   */
  readonly machineType?: string;
}

/** Which nodes a part of KubeVirt runs on. */
export interface NodePlacement {
  /**
   * Only nodes of this architecture.
   *
   * @default - any
   */
  readonly architecture?: Architecture;

  /**
   * Only nodes with these labels.
   *
   * @default - any
   */
  readonly nodeSelector?: Readonly<Record<string, string>>;

  /**
   * Taints that it puts up with.
   *
   * @default - none
   */
  readonly tolerations?: readonly Toleration[];

  /**
   * Further nodes that it goes to or keeps away from.
   *
   * @default - none
   */
  readonly placement?: PlacementDeclaration;

  /**
   * How many replicas its deployments have. For `infra` only.
   *
   * @default - KubeVirt's
   */
  readonly replicas?: number;
}

/** The KubeVirt installation of a cluster, as plain data. */
export interface KubeVirtDeclaration extends Partial<MetadataDeclaration> {
  readonly defaultArchitecture?: Architecture;
  readonly architectureConfiguration?: Readonly<Partial<Record<Architecture, ArchitectureConfiguration>>>;
  readonly featureGates?: readonly string[];
  readonly disabledFeatureGates?: readonly string[];
  readonly infra?: NodePlacement;
  readonly workloads?: NodePlacement;
  readonly imagePullPolicy?: ImagePullPolicy;
  readonly evictionStrategy?: EvictionStrategy;
  readonly workloadUpdateMethods?: readonly ('LiveMigrate' | 'Evict')[];
}
