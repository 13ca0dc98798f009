import { at, type InstanceSpec, listAt } from '../architectures/instance-view';
import { asText, isMap } from '../kube/object';
import { atLeast, holdsIn, type Release, type Releases } from '../kube/release';
import type { ClusterContext, LaunchedInstance } from './launched-instance';
import { claimOf, hasSev, isClaim, textOf } from './traits';

const HANDLER = 'kubevirt pkg/virt-handler/vm.go calculateLiveMigrationCondition';
const VOLUMES = 'kubevirt pkg/virt-handler/vm.go checkVolumesForMigration';
const NETWORK = 'kubevirt pkg/network/vmispec/interface.go VerifyVMIMigratable';

/** What decides about the migration of one guest, beside what decides about its pod. */
export interface MigrationContext extends Pick<ClusterContext, 'kubevirt' | 'configuration' | 'isOn'> {
  /** Whether ReadWriteMany is among the access modes of the claim behind a volume; nothing where that was not found. */
  readonly isShared: (volume: Readonly<Record<string, unknown>>) => boolean | undefined;
  /** Names of volumes that are being moved right now, which excuses them. */
  readonly movedVolumes: ReadonlySet<string>;
  /** Whether libvirt has a host model on the node of the guest; nothing where that was not found. */
  readonly hostModel: true | { readonly missingOn: string } | undefined;
  /** Whether the cluster tells a TSC frequency; nothing where neither nodes nor the KubeVirt resource say it. */
  readonly tscFrequency: boolean | undefined;
}

/** Why a guest cannot migrate, in KubeVirt's own words, or what would have to be known to tell. */
type Hindrance =
  | { readonly message: string }
  | { readonly unknown: string }
  /** What is taken for granted: no guest is known to start where it does not hold. */
  | { readonly assumed: string };

/** One cause for which virt-handler says that a guest cannot migrate. */
interface MigrationRow {
  /** As the condition LiveMigratable gives it. */
  readonly reason: string;
  /** Releases in which it decides LiveMigratable; all where absent. */
  readonly kubevirt?: Releases;
  /** Releases in which it decides StorageLiveMigratable; never where absent. */
  readonly storage?: Releases;
  readonly hindrance: (instance: LaunchedInstance, context: MigrationContext) => Hindrance | undefined;
  readonly source: string;
}

const EVERY: Releases = {};

const DISKS: Omit<MigrationRow, 'kubevirt'> = {
  reason: 'DisksNotLiveMigratable',
  hindrance: volumeHindrance,
  source: VOLUMES,
};

/** In the order in which virt-handler looks: the first that applies is the reason. Read at v1.3.0 to v1.9.0. */
const MIGRATION_ROWS: readonly MigrationRow[] = [
  { ...DISKS, kubevirt: { before: '1.6' } },
  { reason: 'InterfaceNotLiveMigratable', storage: EVERY, hindrance: networkHindrance, source: NETWORK },
  {
    reason: 'CPUModeLiveMigratable',
    storage: EVERY,
    hindrance: modelHindrance,
    source: 'kubevirt pkg/virt-handler/vm.go isHostModelMigratable',
  },
  {
    reason: 'VirtIOFSNotLiveMigratable',
    kubevirt: { before: '1.5' },
    storage: { before: '1.5' },
    hindrance: ({ spec }) =>
      listAt(spec, 'domain.devices.filesystems').some(({ virtiofs }) => isMap(virtiofs))
        ? { message: 'VMI uses virtiofs' }
        : undefined,
    source: HANDLER,
  },
  { reason: 'HostDeviceNotLiveMigratable', storage: EVERY, hindrance: deviceHindrance, source: HANDLER },
  {
    reason: 'SEVNotLiveMigratable',
    storage: EVERY,
    hindrance: ({ spec }, { kubevirt }) => (hasSev(spec, kubevirt) ? { message: 'VMI uses SEV' } : undefined),
    source: 'kubevirt pkg/util/amd64.go IsSEVVMI',
  },
  {
    reason: 'TDXNotLiveMigratable',
    kubevirt: { since: '1.7' },
    storage: { since: '1.7' },
    hindrance: ({ spec }, { kubevirt }) =>
      isMap(at(spec, 'domain.launchSecurity.tdx')) && !hasSev(spec, kubevirt) ? { message: 'VMI uses TDX' } : undefined,
    source: 'kubevirt pkg/util/amd64.go IsTDXVMI',
  },
  {
    reason: 'SecureExecutionNotLiveMigratable',
    kubevirt: { since: '1.6' },
    hindrance: ({ spec, architecture }) =>
      architecture === 's390x' && isMap(at(spec, 'domain.launchSecurity'))
        ? { message: 'VMI uses Secure Execution' }
        : undefined,
    source: 'kubevirt pkg/util/s390x.go IsSecureExecutionVMI',
  },
  {
    reason: 'PersistentReservationNotLiveMigratable',
    kubevirt: { before: '1.9' },
    storage: EVERY,
    hindrance: ({ spec }, { kubevirt }) =>
      listAt(spec, 'domain.devices.disks').some(({ lun }) => isMap(lun) && lun.reservation === true)
        ? { message: `VMI uses SCSI ${atLeast(kubevirt, '1.7') ? 'persistent' : 'persitent'} reservation` }
        : undefined,
    source: 'kubevirt pkg/storage/reservation/pr.go HasVMIPersistentReservation',
  },
  {
    reason: 'NoTSCFrequencyNotLiveMigratable',
    storage: EVERY,
    hindrance: tscHindrance,
    source: 'kubevirt pkg/virt-controller/watch/topology/tsc.go GetTscFrequencyRequirement',
  },
  {
    reason: 'HypervPassthroughNotLiveMigratable',
    storage: EVERY,
    hindrance: ({ spec }) =>
      at(spec, 'domain.features.hypervPassthrough.enabled') === true
        ? { message: 'VMI uses hyperv passthrough' }
        : undefined,
    source: HANDLER,
  },
  { ...DISKS, kubevirt: { since: '1.6' } },
];

/** A cause that applies, or may. */
export type Cause = Pick<MigrationRow, 'reason' | 'source'> &
  Hindrance & {
    /** Whether it decides LiveMigratable, StorageLiveMigratable, or both. */
    readonly decides: readonly ('live' | 'storage')[];
  };

/** Every cause that keeps a guest from migrating, or may: the first is the one that virt-handler tells. */
export function causesAgainst(instance: LaunchedInstance, context: MigrationContext): Cause[] {
  return MIGRATION_ROWS.flatMap(({ reason, source, kubevirt = EVERY, storage, hindrance }): Cause[] => {
    // Next to none applies, so most releases are compared last.
    const isOver = storage === undefined && !holdsIn(kubevirt, context.kubevirt);
    const found = isOver ? undefined : hindrance(instance, context);
    if (found === undefined) {
      return [];
    }
    const decides = [
      ...(holdsIn(kubevirt, context.kubevirt) ? (['live'] as const) : []),
      ...(storage !== undefined && holdsIn(storage, context.kubevirt) ? (['storage'] as const) : []),
    ];
    return decides.length === 0 ? [] : [{ reason, source, decides, ...found }];
  });
}

const ALLOWED_BRIDGE = 'kubevirt.io/allow-pod-bridge-network-live-migration';

/** Only the card on the pod network is looked at: what is plugged into others has to be found again by itself. */
function networkHindrance(
  { spec, annotations }: LaunchedInstance,
  { kubevirt, configuration }: MigrationContext,
): Hindrance | undefined {
  const cards = listAt(spec, 'domain.devices.interfaces');
  const network = listAt(spec, 'networks').find(({ pod }) => isMap(pod));
  if (cards.length === 0 || network === undefined) {
    return undefined;
  }
  const byCard = atLeast(kubevirt, '1.8');
  const card = cards.find(({ name }) => name === network.name);
  if (card === undefined) {
    return byCard ? { message: `no primary interface found for network ${asText(network.name)}` } : undefined;
  }
  if (
    isMap(card.masquerade) ||
    (byCard && isMap(card.passtBinding)) ||
    (isMap(card.bridge) && Object.hasOwn(annotations, ALLOWED_BRIDGE)) ||
    isMigratablePlugin(card.binding, configuration)
  ) {
    return undefined;
  }
  return {
    message: byCard
      ? 'cannot migrate VMI which does not use masquerade or a migratable plugin to connect to the pod network'
      : `cannot migrate VMI which does not use masquerade, bridge with ${ALLOWED_BRIDGE} VM annotation or a ` +
        'migratable plugin to connect to the pod network',
  };
}

/** A plugin says by a key, whatever is in it, that its guests may migrate. */
function isMigratablePlugin(binding: unknown, configuration: MigrationContext['configuration']): boolean {
  const plugins = at(configuration, 'network.binding');
  const name = isMap(binding) ? textOf(binding.name) : undefined;
  const plugin = isMap(plugins) && name !== undefined && Object.hasOwn(plugins, name) ? plugins[name] : undefined;
  return isMap(plugin) && isMap(plugin.migration);
}

/**
 * virt-handler cannot label a node without a host model, since that label would have no name, and since 1.6 launcher pods go
 * to labelled nodes only: a guest is on such a node only where the node lost its model later.
 */
function modelHindrance({ spec }: LaunchedInstance, { hostModel }: MigrationContext): Hindrance | undefined {
  if (at(spec, 'domain.cpu.model') !== 'host-model' || hostModel === true) {
    return undefined;
  }
  return hostModel === undefined
    ? { assumed: 'libvirt has a host model on its node, as on every node that virt-handler could label' }
    : { message: `the node "${hostModel.missingOn}" does not allow migration with host-model` };
}

function deviceHindrance(
  { spec }: LaunchedInstance,
  { kubevirt, configuration, isOn }: MigrationContext,
): Hindrance | undefined {
  const devices = listAt(spec, 'domain.devices.hostDevices');
  const gpus = listAt(spec, 'domain.devices.gpus');
  if (devices.length + gpus.length === 0) {
    return undefined;
  }
  if (!atLeast(kubevirt, '1.9')) {
    return { message: 'VMI uses a PCI host devices' };
  }
  if (devices.length > 0) {
    return { message: 'VMI specifies non-migratable generic PCI host device' };
  }
  if (gpus.length > 1) {
    return { message: 'VMI specifies too many GPUs' };
  }
  if (!isOn('VGPULiveMigration')) {
    return { message: 'VMI specifies a GPU but feature gate VGPULiveMigration is not enabled' };
  }
  const isMediated = listAt(configuration, 'permittedHostDevices.mediatedDevices').some(
    ({ resourceName }) => resourceName === gpus[0]!.deviceName,
  );
  return isMediated ? undefined : { message: 'VMI specifies non-migratable GPU device' };
}

/** Time of Windows is corrected for another frequency only where the cluster knows the one that it started with. */
function tscHindrance({ spec }: LaunchedInstance, { tscFrequency }: MigrationContext): Hindrance | undefined {
  const isRequired = listAt(spec, 'domain.cpu.features').some(
    ({ name, policy }) => name === 'invtsc' && (policy === 'require' || policy === 'force'),
  );
  if (isRequired || at(spec, 'domain.features.hyperv.reenlightenment.enabled') !== true || tscFrequency === true) {
    return undefined;
  }
  return tscFrequency === undefined
    ? { unknown: 'the TSC frequency of the nodes, which a guest with reenlightenment needs' }
    : {
        message:
          'HyperV Reenlightenment VMIs cannot migrate when TSC Frequency is not exposed on the cluster: guest ' +
          'timers might be inconsistent',
      };
}

function volumeHindrance({ spec }: LaunchedInstance, context: MigrationContext): Hindrance | undefined {
  let unknown: Hindrance | undefined;
  for (const volume of listAt(spec, 'volumes')) {
    const claim = claimOf(volume);
    if (claim !== undefined) {
      const isShared = context.movedVolumes.has(asText(volume.name)) || context.isShared(volume);
      if (isShared === false) {
        return {
          message:
            `cannot migrate VMI: PVC ${claim} is not shared, live migration requires that all PVCs must be shared ` +
            '(using ReadWriteMany access mode)',
        };
      }
      if (isShared === undefined) {
        unknown ??= { unknown: `the access modes of the claim ${claim}, which was not found` };
      }
    } else if (isMap(volume.hostDisk) && volume.hostDisk.shared !== true) {
      return { message: 'cannot migrate VMI with non-shared HostDisk' };
    }
  }
  return unknown;
}

/** How the guest moves: with a copy of its disks, or without one. */
export type MigrationMethod = 'BlockMigration' | 'LiveMigration';

/** What `status.migrationMethod` says; nothing where that hangs on a claim that was not found. */
export function migrationMethod(instance: LaunchedInstance, context: MigrationContext): MigrationMethod | undefined {
  const { spec } = instance;
  const hindrance = volumeHindrance(instance, context);
  const isCopied =
    context.movedVolumes.size > 0 || listAt(spec, 'volumes').some((each) => isLocal(each, spec, context));
  return isCopied || (hindrance !== undefined && 'message' in hindrance)
    ? 'BlockMigration'
    : hindrance === undefined
      ? 'LiveMigration'
      : undefined;
}

/** A volume whose content is on the node, and is written to. */
function isLocal(
  volume: Readonly<Record<string, unknown>>,
  spec: InstanceSpec,
  { kubevirt }: { readonly kubevirt: Release },
): boolean {
  if (isClaim(volume) || isMap(volume.hostDisk)) {
    return false;
  }
  const isFilesystem =
    atLeast(kubevirt, '1.5') && listAt(spec, 'domain.devices.filesystems').some(({ name }) => name === volume.name);
  const isReadOnly = listAt(spec, 'domain.devices.disks').some(
    ({ name, cdrom }) => name === volume.name && isMap(cdrom) && cdrom.readonly !== false,
  );
  return !isFilesystem && !isReadOnly;
}
