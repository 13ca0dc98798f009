import { ARCHITECTURE_FACTS } from '../architectures/facts';
import { at } from '../architectures/instance-view';
import type { FeatureGate } from '../gates/stages';
import { holdsIn } from '../kube/release';
import { amountOf, whole, wholeUnits } from './amount';
import type { LaunchedInstance, LauncherContext } from './context';
import { textOf } from './traits';

/** Seconds that a guest has to shut down, unless it says otherwise. */
const GRACE_PERIOD = 30;

/** Seconds that the launcher gives on top, and the pod once more. */
export const GRACE_PADDING = 15;

/** Bytes that the check of a disk may take. */
const DISK_MEMORY = 2000 * 1024 * 1024;

/** How long a guest has to shut down, in seconds: as the VM says it, even below 0, else KubeVirt's own. */
export function gracePeriodOf({ spec: { terminationGracePeriodSeconds: own } }: LaunchedInstance): number {
  return saysGracePeriod(own) ? own : GRACE_PERIOD;
}

export function saysGracePeriod(seconds: unknown): seconds is number {
  return Number.isSafeInteger(seconds);
}

/** A word that a gate adds to the command. */
const GATE_WORDS: readonly { readonly gate: FeatureGate; readonly word: string }[] = [
  { gate: 'ImageVolume', word: '--image-volume' },
  { gate: 'LibvirtHooksServerAndClient', word: '--libvirt-hook-server-and-client' },
  { gate: 'PodSecondaryInterfaceNamingUpgrade', word: '--upgrade-ordinal-ifaces' },
  { gate: 'VGPULiveMigration', word: '--vgpu-dedicated-hook' },
  { gate: 'VMStatsCollector', word: '--vm-stats-collector' },
  { gate: 'FirmwareAutoSelection', word: '--firmware-auto-selection' },
];

/**
 * What virt-launcher is told.
 *
 * Without the timeout of its start, which KubeVirt draws by lot, and without its folders, which are always the same.
 */
export function commandOf(instance: LaunchedInstance, context: LauncherContext, sidecars: number): string[] {
  const { name, namespace, uid, annotations } = instance;
  const { kubevirt, configuration, isOn, hypervisor } = context;
  const since = (release: string) => holdsIn({ since: release }, kubevirt);
  const limit =
    amountOf(at(configuration, 'developerConfiguration.diskVerification.memoryLimit')) ?? whole(DISK_MEMORY);
  const filters = annotations['kubevirt.io/libvirt-log-filters'];
  const isKept = Object.entries(annotations).some(
    ([key, value]) =>
      key.startsWith('kubevirt.io/keep-launcher-alive-after-failure') && (value === '' || value.startsWith('true')),
  );
  return [
    '/usr/bin/virt-launcher-monitor',
    '--name',
    name,
    ...(uid === undefined ? [] : ['--uid', uid]),
    ...(namespace === undefined ? [] : ['--namespace', namespace]),
    '--grace-period-seconds',
    String(gracePeriodOf(instance) + GRACE_PADDING),
    '--hook-sidecars',
    String(sidecars),
    '--ovmf-path',
    ovmfPath(instance, context),
    ...(since('1.6') ? ['--disk-memory-limit', String(wholeUnits(limit))] : []),
    ...(since('1.8') ? ['--hypervisor', hypervisor.name] : []),
    ...(isOn('Root') ? [] : ['--run-as-nonroot']),
    ...GATE_WORDS.filter(({ gate }) => isOn(gate)).map(({ word }) => word),
    ...(filters === undefined ? [] : ['--libvirt-log-filters', filters]),
    ...(at(configuration, 'developerConfiguration.useEmulation') === true ? ['--allow-emulation'] : []),
    ...(isOn('CrossArchitectureVirtualization') ? ['--allow-cross-arch-emulation'] : []),
    ...(isKept ? ['--keep-after-failure'] : []),
  ];
}

/** Where UEFI is: the path for every architecture, else that of this one, else KubeVirt's own. */
function ovmfPath({ architecture }: LaunchedInstance, { kubevirt, configuration }: LauncherContext): string {
  const own = ARCHITECTURE_FACTS[architecture].ovmfPath.find((range) => holdsIn(range, kubevirt))?.path;
  return (
    textOf(configuration.ovmfPath) ??
    textOf(at(configuration, `architectureConfiguration.${architecture}.ovmfPath`)) ??
    own ??
    ''
  );
}
