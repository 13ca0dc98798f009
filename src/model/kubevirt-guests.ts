import {
  CHANGED_BLOCK_TRACKING,
  type ChangedBlockTracking,
  INSTANCETYPE_POLICY,
  type InstancetypePolicy,
  KSM,
  type KsmConfiguration,
  SWITCHED,
  type Switched,
} from './cluster-settings';
import {
  CLUSTER_NETWORK,
  type ClusterNetwork,
  CONFIDENTIAL_COMPUTE,
  type ConfidentialCompute,
  SMBIOS,
  type Smbios,
} from './kubevirt-configuration';
import { LABEL_SELECTOR, type LabelSelector } from './label-selector';
import {
  LIVE_UPDATE,
  type LiveUpdateConfiguration,
  MIGRATIONS,
  type Migrations,
  VIRTUAL_MACHINE_SWITCHES,
  type VirtualMachineSwitches,
} from './live-migration';
import {
  MEDIATED_DEVICES,
  type MediatedDevicesConfiguration,
  PERMITTED_HOST_DEVICES,
  type PermittedHostDevices,
} from './permitted-devices';
import { field, group, type Rows } from './rows/row';
import { byName, count, flag, int, known, quantity, text } from './rows/shapes';

/** What KubeVirt is told of the guests of a cluster: `spec.configuration` of its resource. */
export interface KubeVirtGuests {
  /**
   * Devices of nodes that guests may have.
   *
   * @default - none
   */
  readonly permittedHostDevices?: PermittedHostDevices;

  /**
   * Which mediated devices nodes make of their GPUs.
   *
   * @default - none
   */
  readonly mediatedDevicesConfiguration?: MediatedDevicesConfiguration;

  /**
   * How guests move from node to node.
   *
   * @default - KubeVirt's
   */
  readonly migrations?: Migrations;

  /**
   * Whether changes of a VM reach its running guest, or wait for a restart.
   *
   * @default - KubeVirt's
   */
  readonly vmRolloutStrategy?: 'LiveUpdate' | 'Stage';

  /**
   * What guests can grow to while they run.
   *
   * @default - KubeVirt's
   */
  readonly liveUpdateConfiguration?: LiveUpdateConfiguration;

  /**
   * Networks of guests.
   *
   * @default - KubeVirt's
   */
  readonly network?: ClusterNetwork;

  /**
   * Storage class of what guests keep of their TPM and firmware.
   *
   * @default - the cluster's default
   */
  readonly vmStateStorageClass?: string;

  /**
   * How many virtual processors share a core.
   *
   * @default 10
   */
  readonly cpuAllocationRatio?: number;

  /**
   * Memory of guests in percent of what their pods ask for.
   *
   * @default 100
   */
  readonly memoryOvercommit?: number;

  /**
   * How many times the memory that KubeVirt reckons for itself beside a guest is asked for, as `"1.5"`.
   *
   * @default "1"
   */
  readonly additionalGuestMemoryOverheadRatio?: string;

  /**
   * CPU that the pod of a guest asks for that does not say it, as `100m`.
   *
   * @default - by `cpuAllocationRatio`
   */
  readonly cpuRequest?: string;

  /**
   * Namespaces in which guests get a limit of CPU.
   *
   * @default - none
   */
  readonly autoCPULimitNamespaceLabelSelector?: LabelSelector;

  /**
   * CPU model of guests that name none.
   *
   * @default - KubeVirt's for the architecture
   */
  readonly cpuModel?: string;

  /**
   * The oldest CPU model of which nodes are told apart.
   *
   * @default - KubeVirt's
   */
  readonly minCPUModel?: string;

  /**
   * CPU models that no node offers, by name.
   *
   * @default - KubeVirt's
   */
  readonly obsoleteCPUModels?: Readonly<Record<string, boolean>>;

  /**
   * Nodes on which equal pages of memory are merged.
   *
   * @default - none
   */
  readonly ksmConfiguration?: KsmConfiguration;

  /**
   * How often guests tell of their memory, in seconds; 0 for never.
   *
   * @default 10
   */
  readonly memBalloonStatsPeriod?: number;

  /**
   * Guests that a node runs at most.
   *
   * @default - KubeVirt's: 110
   */
  readonly virtualMachineInstancesPerNode?: number;

  /**
   * Defaults for virtual machines that do not set it.
   *
   * @default - KubeVirt's
   */
  readonly virtualMachineOptions?: VirtualMachineSwitches;

  /**
   * Virtual machines whose changed blocks are tracked, for incremental backups.
   *
   * @default - none
   */
  readonly changedBlockTrackingLabelSelectors?: ChangedBlockTracking;

  /**
   * What VMs keep of an instancetype or preference.
   *
   * @default - KubeVirt's: a reference
   */
  readonly instancetype?: InstancetypePolicy;

  /**
   * The instancetypes and preferences that KubeVirt brings along.
   *
   * @default - KubeVirt's: deployed
   */
  readonly commonInstancetypesDeployment?: Switched;

  /**
   * The templates that KubeVirt brings along.
   *
   * @default - KubeVirt's
   */
  readonly virtTemplateDeployment?: Switched;

  /**
   * Reservations of SCSI disks that are kept.
   *
   * @default - KubeVirt's: off
   */
  readonly persistentReservationConfiguration?: Switched;

  /**
   * Confidential guests.
   *
   * @default - none
   */
  readonly confidentialCompute?: ConfidentialCompute;

  /**
   * What guests are told of their hardware.
   *
   * @default - KubeVirt
   */
  readonly smbios?: Smbios;
}

export const KUBEVIRT_GUESTS_ROWS: Rows<KubeVirtGuests, unknown> = {
  permittedHostDevices: group('spec.configuration.permittedHostDevices', PERMITTED_HOST_DEVICES),
  mediatedDevicesConfiguration: group('spec.configuration.mediatedDevicesConfiguration', MEDIATED_DEVICES),
  migrations: group('spec.configuration.migrations', MIGRATIONS),
  vmRolloutStrategy: field('spec.configuration.vmRolloutStrategy', known('LiveUpdate', 'Stage'), 'Stage'),
  liveUpdateConfiguration: group('spec.configuration.liveUpdateConfiguration', LIVE_UPDATE),
  network: group('spec.configuration.network', CLUSTER_NETWORK),
  vmStateStorageClass: field('spec.configuration.vmStateStorageClass', text, 'shared'),
  cpuAllocationRatio: field('spec.configuration.developerConfiguration.cpuAllocationRatio', count, 4),
  memoryOvercommit: field('spec.configuration.developerConfiguration.memoryOvercommit', count, 150),
  additionalGuestMemoryOverheadRatio: field('spec.configuration.additionalGuestMemoryOverheadRatio', text, '1.5'),
  cpuRequest: field('spec.configuration.cpuRequest', quantity, '200m'),
  autoCPULimitNamespaceLabelSelector: group('spec.configuration.autoCPULimitNamespaceLabelSelector', LABEL_SELECTOR),
  cpuModel: field('spec.configuration.cpuModel', text, 'Haswell'),
  minCPUModel: field('spec.configuration.minCPUModel', text, 'Penryn'),
  obsoleteCPUModels: field('spec.configuration.obsoleteCPUModels', byName(flag), { '486': true }),
  ksmConfiguration: group('spec.configuration.ksmConfiguration', KSM),
  memBalloonStatsPeriod: field('spec.configuration.memBalloonStatsPeriod', int, 0),
  virtualMachineInstancesPerNode: field('spec.configuration.virtualMachineInstancesPerNode', int, 50),
  virtualMachineOptions: group('spec.configuration.virtualMachineOptions', VIRTUAL_MACHINE_SWITCHES),
  changedBlockTrackingLabelSelectors: group(
    'spec.configuration.changedBlockTrackingLabelSelectors',
    CHANGED_BLOCK_TRACKING,
  ),
  instancetype: group('spec.configuration.instancetype', INSTANCETYPE_POLICY),
  commonInstancetypesDeployment: group('spec.configuration.commonInstancetypesDeployment', SWITCHED),
  virtTemplateDeployment: group('spec.configuration.virtTemplateDeployment', SWITCHED),
  persistentReservationConfiguration: group('spec.configuration.persistentReservationConfiguration', SWITCHED),
  confidentialCompute: group('spec.configuration.confidentialCompute', CONFIDENTIAL_COMPUTE),
  smbios: group('spec.configuration.smbios', SMBIOS),
};
