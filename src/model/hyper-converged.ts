import type { Architecture } from '../architectures/facts';
import type { Toleration } from '../kube/toleration';
import type { PlacementDeclaration } from '../placement/declaration';
import type { EvictionStrategy } from './instance-pod';
import type { MetadataDeclaration } from './metadata';

/** Which nodes a part of HyperConverged runs on. */
export interface HyperConvergedPlacement {
  /**
   * Only nodes of these architectures.
   *
   * @default - any
   */
  readonly architectures?: readonly Architecture[];

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
}

/** The HyperConverged resource of a cluster, as plain data. Its images are beside it. */
export interface HyperConvergedDeclaration extends Partial<Omit<MetadataDeclaration, 'name'>> {
  readonly version?: 'v1beta1' | 'v1';
  readonly enableMultiArchBootImageImport?: boolean;
  readonly enableCommonBootImageImport?: boolean;
  readonly commonBootImageNamespace?: string;
  readonly workloads?: HyperConvergedPlacement;
  readonly infra?: HyperConvergedPlacement;
  readonly featureGates?: readonly string[];
  readonly disabledFeatureGates?: readonly string[];
  readonly defaultCPUModel?: string;
  readonly evictionStrategy?: EvictionStrategy;
  readonly workloadUpdateMethods?: readonly ('LiveMigrate' | 'Evict')[];
}
