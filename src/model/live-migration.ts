import { field, table } from './rows/row';
import { count, flag, int, type Nothing, nothing, quantity, text } from './rows/shapes';

/** How guests move from node to node, where nothing else is said. */
export interface LiveMigrationConfig {
  /**
   * How many migrations run at a time in the whole cluster.
   *
   * @default 5
   */
  readonly parallelMigrationsPerCluster?: number;

  /**
   * How many migrations leave a node at a time.
   *
   * @default 2
   */
  readonly parallelOutboundMigrationsPerNode?: number;

  /**
   * Bandwidth of one migration in bytes per second, as `64Mi`.
   *
   * @default - no limit
   */
  readonly bandwidthPerMigration?: string;

  /**
   * Seconds that a migration may take per GiB of memory, before it is cancelled or goes on in another way.
   *
   * @default 150
   */
  readonly completionTimeoutPerGiB?: number;

  /**
   * Seconds without progress after which a migration is cancelled.
   *
   * @default 150
   */
  readonly progressTimeout?: number;

  /**
   * NetworkAttachmentDefinition of a network for migrations alone.
   *
   * @default - the network of pods
   */
  readonly network?: string;

  /**
   * Whether a guest is slowed down that writes faster than its memory is copied.
   *
   * @default false
   */
  readonly allowAutoConverge?: boolean;

  /**
   * Whether a guest may go on at the target before all of its memory is there. When either node fails then, the guest crashes.
   *
   * @default false
   */
  readonly allowPostCopy?: boolean;

  /**
   * Whether a guest may be paused, so that its migration comes to an end.
   *
   * @default - as `allowPostCopy`
   */
  readonly allowWorkloadDisruption?: boolean;
}

/** What KubeVirt can be told of migrations beside. */
export interface Migrations extends LiveMigrationConfig {
  /**
   * Whether memory goes over the network without encryption.
   *
   * @default false
   */
  readonly disableTLS?: boolean;

  /**
   * Key of the taint that drains a node of its guests.
   *
   * @default 'kubevirt.io/drain'
   */
  readonly nodeDrainTaintKey?: string;

  /**
   * Whether the launcher at the target gets the SELinux level of the one at the source.
   *
   * @default true
   */
  readonly matchSELinuxLevelOnMigration?: boolean;

  /**
   * Milliseconds that a guest may stand still.
   *
   * @default - KubeVirt's
   */
  readonly maxDowntimeMs?: number;

  /**
   * Seconds that a migration waits for utility volumes to be detached.
   *
   * @default - KubeVirt's
   */
  readonly utilityVolumesTimeout?: number;

  /**
   * Whether guests migrate that libvirt takes for unsafe to.
   *
   * @default false
   */
  readonly unsafeMigrationOverride?: boolean;
}

/** What guests can grow to while they run. */
export interface LiveUpdateConfiguration {
  /**
   * Sockets that a guest can grow to that does not say it.
   *
   * @default - by `maxHotplugRatio`
   */
  readonly maxCpuSockets?: number;

  /**
   * Memory that a guest can grow to that does not say it.
   *
   * @default - by `maxHotplugRatio`
   */
  readonly maxGuest?: string;

  /**
   * How many times what it starts with.
   *
   * @default 4
   */
  readonly maxHotplugRatio?: number;
}

/** Defaults for virtual machines that do not set it. */
export interface VirtualMachineSwitches {
  /**
   * The free memory of guests is not given back to the node.
   *
   * @default - it is
   */
  readonly disableFreePageReporting?: Nothing;

  /**
   * The serial console of guests is not logged.
   *
   * @default - it is
   */
  readonly disableSerialConsoleLog?: Nothing;
}

const MIGRATION_ROWS = {
  parallelMigrationsPerCluster: field('parallelMigrationsPerCluster', count, 8),
  parallelOutboundMigrationsPerNode: field('parallelOutboundMigrationsPerNode', count, 3),
  bandwidthPerMigration: field('bandwidthPerMigration', quantity, '64Mi'),
  completionTimeoutPerGiB: field('completionTimeoutPerGiB', int, 300),
  progressTimeout: field('progressTimeout', int, 300),
  network: field('network', text, 'migrations'),
  allowAutoConverge: field('allowAutoConverge', flag, true),
  allowPostCopy: field('allowPostCopy', flag, true),
  allowWorkloadDisruption: field('allowWorkloadDisruption', flag, true),
};

export const LIVE_MIGRATION_CONFIG = table<LiveMigrationConfig>('LiveMigrationConfig', () => MIGRATION_ROWS);

export const MIGRATIONS = table<Migrations>('Migrations', () => ({
  ...MIGRATION_ROWS,
  disableTLS: field('disableTLS', flag, true),
  nodeDrainTaintKey: field('nodeDrainTaintKey', text, 'example.org/drain'),
  matchSELinuxLevelOnMigration: field('matchSELinuxLevelOnMigration', flag, false),
  maxDowntimeMs: field('maxDowntimeMs', int, 500),
  utilityVolumesTimeout: field('utilityVolumesTimeout', int, 60),
  unsafeMigrationOverride: field('unsafeMigrationOverride', flag, true),
}));

export const LIVE_UPDATE = table<LiveUpdateConfiguration>('LiveUpdateConfiguration', () => ({
  maxCpuSockets: field('maxCpuSockets', count, 8),
  maxGuest: field('maxGuest', quantity, '64Gi'),
  maxHotplugRatio: field('maxHotplugRatio', count, 2),
}));

export const VIRTUAL_MACHINE_SWITCHES = table<VirtualMachineSwitches>('VirtualMachineSwitches', () => ({
  disableFreePageReporting: field('disableFreePageReporting', nothing, {}),
  disableSerialConsoleLog: field('disableSerialConsoleLog', nothing, {}),
}));
