import { CHANGED_BLOCK_TRACKING, type ChangedBlockTracking } from './cluster-settings';
import {
  DENSITY,
  type HigherWorkloadDensity,
  HYPER_CONVERGED_OPTIONS,
  type HyperConvergedContext,
  type HyperConvergedVmOptions,
  inVersions,
} from './hyper-converged-parts';
import { LABEL_SELECTOR, type LabelSelector } from './label-selector';
import {
  LIVE_MIGRATION_CONFIG,
  LIVE_UPDATE,
  type LiveMigrationConfig,
  type LiveUpdateConfiguration,
} from './live-migration';
import {
  HYPER_CONVERGED_HOST_DEVICES,
  type HyperConvergedHostDevices,
  MEDIATED_DEVICES,
  type MediatedDevicesConfiguration,
} from './permitted-devices';
import { field, group, type Rows } from './rows/row';
import { count, known, listOf, text } from './rows/shapes';

/** What HyperConverged is told of the guests of a cluster. */
export interface HyperConvergedGuests {
  /**
   * How guests move from node to node.
   *
   * @default - HyperConverged's
   */
  readonly liveMigrationConfig?: LiveMigrationConfig;

  /**
   * What guests can grow to while they run.
   *
   * @default - KubeVirt's
   */
  readonly liveUpdateConfiguration?: LiveUpdateConfiguration;

  /**
   * Devices of nodes that guests may have.
   *
   * @default - none
   */
  readonly permittedHostDevices?: HyperConvergedHostDevices;

  /**
   * Which mediated devices nodes make of their GPUs.
   *
   * @default - none
   */
  readonly mediatedDevicesConfiguration?: MediatedDevicesConfiguration;

  /**
   * Memory of guests beyond that of nodes.
   *
   * @default - HyperConverged's: none
   */
  readonly higherWorkloadDensity?: HigherWorkloadDensity;

  /**
   * How many virtual processors share a core.
   *
   * @default 10
   */
  readonly vmiCPUAllocationRatio?: number;

  /**
   * Namespaces in which guests get a limit of CPU.
   *
   * @default - none
   */
  readonly autoCPULimitNamespaceLabelSelector?: LabelSelector;

  /**
   * CPU models that no node offers.
   *
   * @default - HyperConverged's
   */
  readonly obsoleteCPUModels?: readonly string[];

  /**
   * Runtime class of launchers.
   *
   * @default - the cluster's default
   */
  readonly defaultRuntimeClass?: string;

  /**
   * Defaults for virtual machines that do not set it.
   *
   * @default - HyperConverged's
   */
  readonly virtualMachineOptions?: HyperConvergedVmOptions;

  /**
   * Virtual machines whose changed blocks are tracked, for incremental backups.
   *
   * @default - none
   */
  readonly changedBlockTrackingLabelSelectors?: ChangedBlockTracking;

  /**
   * Whether the roles of KubeVirt are added to those that namespaces have by default.
   *
   * @default 'AggregateToDefault'
   */
  readonly roleAggregationStrategy?: 'AggregateToDefault' | 'Manual';

  /**
   * How many requests components may make to the API server.
   *
   * @default - HyperConverged's
   */
  readonly tuningPolicy?: 'annotation' | 'highBurst';

  /**
   * How many guests are evicted at a time after an update, with the method `Evict`.
   *
   * @default 10
   */
  readonly batchEvictionSize?: number;

  /**
   * How long to wait between such batches, as `1m0s`.
   *
   * @default '1m0s'
   */
  readonly batchEvictionInterval?: string;
}

export const HYPER_CONVERGED_GUESTS_ROWS: Rows<HyperConvergedGuests, HyperConvergedContext> = {
  liveMigrationConfig: inVersions('liveMigrationConfig', 'virtualization.liveMigrationConfig', (path) =>
    group(path, LIVE_MIGRATION_CONFIG),
  ),
  liveUpdateConfiguration: inVersions('liveUpdateConfiguration', 'virtualization.liveUpdateConfiguration', (path) =>
    group(path, LIVE_UPDATE),
  ),
  permittedHostDevices: inVersions('permittedHostDevices', 'virtualization.permittedHostDevices', (path) =>
    group(path, HYPER_CONVERGED_HOST_DEVICES),
  ),
  mediatedDevicesConfiguration: inVersions(
    'mediatedDevicesConfiguration',
    'virtualization.mediatedDevicesConfiguration',
    (path) => group(path, MEDIATED_DEVICES),
  ),
  higherWorkloadDensity: inVersions('higherWorkloadDensity', 'virtualization.higherWorkloadDensity', (path) =>
    group(path, DENSITY),
  ),
  vmiCPUAllocationRatio: inVersions(
    'resourceRequirements.vmiCPUAllocationRatio',
    'virtualization.vmiCPUAllocationRatio',
    (path) => field(path, count, 4),
  ),
  autoCPULimitNamespaceLabelSelector: inVersions(
    'resourceRequirements.autoCPULimitNamespaceLabelSelector',
    'virtualization.autoCPULimitNamespaceLabelSelector',
    (path) => group(path, LABEL_SELECTOR),
  ),
  obsoleteCPUModels: inVersions('obsoleteCPUs.cpuModels', 'virtualization.obsoleteCPUModels', (path) =>
    field(path, listOf(text), ['486']),
  ),
  defaultRuntimeClass: inVersions(
    'defaultRuntimeClass',
    'virtualization.virtualMachineOptions.defaultRuntimeClass',
    (path) => field(path, text, 'kata'),
  ),
  virtualMachineOptions: inVersions('virtualMachineOptions', 'virtualization.virtualMachineOptions', (path) =>
    group(path, HYPER_CONVERGED_OPTIONS),
  ),
  changedBlockTrackingLabelSelectors: inVersions(
    'changedBlockTrackingLabelSelectors',
    'virtualization.changedBlockTrackingLabelSelectors',
    (path) => group(path, CHANGED_BLOCK_TRACKING),
  ),
  roleAggregationStrategy: inVersions('roleAggregationStrategy', 'virtualization.roleAggregationStrategy', (path) =>
    field(path, known('AggregateToDefault', 'Manual'), 'Manual'),
  ),
  tuningPolicy: inVersions('tuningPolicy', 'virtualization.tuningPolicy', (path) =>
    field(path, known('annotation', 'highBurst'), 'highBurst'),
  ),
  batchEvictionSize: inVersions(
    'workloadUpdateStrategy.batchEvictionSize',
    'virtualization.workloadUpdateStrategy.batchEvictionSize',
    (path) => field(path, count, 5),
  ),
  batchEvictionInterval: inVersions(
    'workloadUpdateStrategy.batchEvictionInterval',
    'virtualization.workloadUpdateStrategy.batchEvictionInterval',
    (path) => field(path, text, '2m0s'),
  ),
};
