import type { MigrationPolicySpec } from '../../imports/kubevirt';
import type { QuantityInput } from '../kube/quantity';
import type { CompanionDeclaration, CompanionKind } from './companion';
import { type EscapeHatches, escapeRows } from './escape-hatch';
import { CLUSTER_METADATA_ROWS, type ClusterMetadataProps, type MetadataContext } from './metadata';
import { field, table } from './rows/row';
import { flag, int, quantity, textMap } from './rows/shapes';

/** How some guests migrate, instead of what the KubeVirt resource says for all. */
export interface MigrationPolicyProps extends ClusterMetadataProps, EscapeHatches<MigrationPolicySpec> {
  /**
   * Labels of the namespaces whose guests it is for.
   *
   * @default - any namespace
   */
  readonly namespaceSelector?: Readonly<Record<string, string>>;

  /**
   * Labels of the instances that it is for, as `template.labels` of VMs gives them.
   *
   * @default - any instance
   */
  readonly virtualMachineInstanceSelector?: Readonly<Record<string, string>>;

  /**
   * Bandwidth of one migration in bytes per second, as `64Mi`.
   *
   * @default - that of the KubeVirt resource
   */
  readonly bandwidthPerMigration?: QuantityInput;

  /**
   * Seconds that a migration may take per GiB of memory, before it is cancelled or goes on in another way.
   *
   * @default - that of the KubeVirt resource
   */
  readonly completionTimeoutPerGiB?: number;

  /**
   * Milliseconds that a guest may stand still.
   *
   * @default - that of the KubeVirt resource
   */
  readonly maxDowntimeMs?: number;

  /**
   * Whether a guest is slowed down that writes faster than its memory is copied.
   *
   * @default - that of the KubeVirt resource
   */
  readonly allowAutoConverge?: boolean;

  /**
   * Whether a guest may go on at the target before all of its memory is there. When either node fails then, the guest crashes.
   *
   * @default - that of the KubeVirt resource
   */
  readonly allowPostCopy?: boolean;

  /**
   * Whether a guest may be paused, so that its migration comes to an end.
   *
   * @default - that of the KubeVirt resource
   */
  readonly allowWorkloadDisruption?: boolean;
}

/** How some guests migrate, as plain data. */
export type MigrationPolicyDeclaration = CompanionDeclaration<MigrationPolicyProps, MigrationPolicySpec>;

/** A MigrationPolicy. */
export const MIGRATION_POLICY: CompanionKind<MigrationPolicyDeclaration> = {
  kind: 'MigrationPolicy',
  versions: [
    {
      apiVersion: 'migrations.kubevirt.io/v1alpha1',
      source: 'kubevirt v1.9.0 pkg/virt-operator/resource/generate/components/crds.go, NewMigrationPolicyCrd',
    },
  ],
  base: { selectors: {} },
  table: table<MigrationPolicyDeclaration, MetadataContext>('MigrationPolicyProps', () => ({
    ...CLUSTER_METADATA_ROWS,
    namespaceSelector: field('spec.selectors.namespaceSelector', textMap, { tier: 'batch' }),
    virtualMachineInstanceSelector: field('spec.selectors.virtualMachineInstanceSelector', textMap, { tier: 'batch' }),
    bandwidthPerMigration: field('spec.bandwidthPerMigration', quantity, '64Mi'),
    completionTimeoutPerGiB: field('spec.completionTimeoutPerGiB', int, 300),
    maxDowntimeMs: field('spec.maxDowntimeMs', int, 500),
    allowAutoConverge: field('spec.allowAutoConverge', flag, true),
    allowPostCopy: field('spec.allowPostCopy', flag, true),
    allowWorkloadDisruption: field('spec.allowWorkloadDisruption', flag, true),
    ...escapeRows<MigrationPolicySpec>({ allowPostCopy: true }),
  })),
};
