import type { HyperConvergedPlacement } from './component-placement';
import type { EvictionStrategy } from './instance-pod';
import type { MetadataDeclaration } from './metadata';
import type { Plain } from './rows/plain';

export type { HyperConvergedPlacement } from './component-placement';

/** The HyperConverged resource of a cluster, as plain data. Its images are beside it. */
export interface HyperConvergedDeclaration extends Partial<Omit<MetadataDeclaration, 'name'>> {
  readonly version?: 'v1beta1' | 'v1';
  readonly enableMultiArchBootImageImport?: boolean;
  readonly enableCommonBootImageImport?: boolean;
  readonly commonBootImageNamespace?: string;
  readonly workloads?: Plain<HyperConvergedPlacement>;
  readonly infra?: Plain<HyperConvergedPlacement>;
  readonly featureGates?: readonly string[];
  readonly disabledFeatureGates?: readonly string[];
  readonly defaultCPUModel?: string;
  readonly evictionStrategy?: EvictionStrategy;
  readonly workloadUpdateMethods?: readonly ('LiveMigrate' | 'Evict')[];
}
