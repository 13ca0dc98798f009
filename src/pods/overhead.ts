import { at, type InstanceSpec, listAt } from '../architectures/instance-view';
import { catalogued, DEFAULT_HYPERVISOR, HYPERVISOR_ALIASES, overheadsOf } from '../hypervisors/catalogue';
import type { HypervisorProfile } from '../hypervisors/profile';
import { asText, isMap, own } from '../kube/object';
import type { Release } from '../kube/release';
import {
  type Amount,
  amountOf,
  amountText,
  countOf,
  integerPart,
  mebibytes,
  numberOf,
  positiveAmount,
  sum,
  whole,
  wholeUnits,
} from './amount';
import type { ClusterContext, FixedOverheads, LaunchedInstance } from './launched-instance';
import { launcherHas } from './releases';
import { hasGraphics, hasSev, hasTpm, hasVfio, tableCpusOf, wantsEqualLimits } from './traits';

/** A part of the memory that a guest needs beside its own. */
interface OverheadPart {
  readonly name: string;
  readonly amount: Amount;
}

/** All of it. */
export interface Overhead {
  readonly parts: readonly OverheadPart[];
  readonly amount: Amount;
}

/** A part that depends on the guest. */
interface OverheadRow {
  readonly name: string;
  readonly mebibytes: (instance: Pick<LaunchedInstance, 'spec' | 'architecture'>, context: ClusterContext) => number;
}

/** In KubeVirt's own order; a new part is a row here. */
const ROWS: readonly OverheadRow[] = [
  { name: 'virt-launcher-monitor', mebibytes: (_, { hypervisor }) => hypervisor.overheads.launcherMonitor },
  { name: 'virt-launcher', mebibytes: (_, { hypervisor }) => hypervisor.overheads.launcher },
  { name: 'virtlogd', mebibytes: (_, { hypervisor }) => hypervisor.overheads.virtlogd },
  { name: 'daemon of libvirt', mebibytes: (_, { hypervisor }) => hypervisor.overheads.daemon },
  { name: 'hypervisor', mebibytes: (_, { hypervisor }) => hypervisor.overheads.vmm },
  { name: 'CPUs', mebibytes: ({ spec }) => 8 * tableCpusOf(spec) },
  { name: 'input and output', mebibytes: () => 8 },
  { name: 'video', mebibytes: ({ spec }, { kubevirt }) => (hasGraphics(spec) ? graphics(kubevirt) : 0) },
  { name: 'UEFI flash', mebibytes: ({ architecture }) => (architecture === 'arm64' ? 128 : 0) },
  { name: 'devices of the host', mebibytes: ({ spec }) => (hasVfio(spec) ? 1024 : 0) },
  { name: 'downward metrics', mebibytes: ({ spec }) => (hasMetricsDisk(spec) ? 1 : 0) },
  { name: 'probes', mebibytes: ({ spec }) => probes(spec) },
  { name: 'memory encryption', mebibytes: ({ spec }, { kubevirt }) => (hasSev(spec, kubevirt) ? 256 : 0) },
  { name: 'TPM', mebibytes: ({ spec }, { kubevirt }) => (hasTpm(spec, kubevirt) ? 53 : 0) },
];

/** Pods of the class Guaranteed are killed at their limit, so they get some more, in Mi. */
const GUARANTEED = 100;

/**
 * Memory that a guest's pod needs beside the guest's own, as KubeVirt of this release estimates it.
 *
 * The ratio of the KubeVirt resource comes last since 1.5.3; before, what Guaranteed pods get was added after it. What network
 * bindings need is never multiplied.
 */
export function memoryOverhead(
  instance: Pick<LaunchedInstance, 'spec' | 'architecture'>,
  context: ClusterContext,
): Overhead {
  const { spec } = instance;
  const guaranteed = wantsEqualLimits(spec) ? [part('Guaranteed', GUARANTEED)] : [];
  const isLast = launcherHas('ratioOfAll', context.kubevirt);
  const before = [
    ...pageTables(instance, context),
    ...ROWS.map((row) => ({ name: row.name, count: row.mebibytes(instance, context) }))
      .filter(({ count }) => count > 0)
      .map(({ name, count }) => part(name, count)),
    ...(isLast ? guaranteed : []),
    ...reserved(spec, context),
  ];
  const parts = [...before, ...ratio(before, context), ...(isLast ? [] : guaranteed), ...bindings(spec, context)];
  return { parts, amount: sum(parts.map(({ amount }) => amount)) };
}

/** `2Mi page tables + 25Mi virt-launcher-monitor + …`. */
export function overheadText({ parts }: Overhead): string {
  return parts.map(({ name, amount }) => `${amountText({ ...amount, format: 'binary' })} ${name}`).join(' + ');
}

function part(name: string, count: number): OverheadPart {
  return { name, amount: mebibytes(count) };
}

/** A 512th of what the instance requests, in thousands; up to 1.6.3 the webhook wrote a request where the user had none. */
function pageTables(
  { spec }: Pick<LaunchedInstance, 'spec' | 'architecture'>,
  context: ClusterContext,
): OverheadPart[] {
  const requested = launcherHas('memoryRequestLeftOut', context.kubevirt)
    ? amountOf(at(spec, 'domain.resources.requests.memory'))
    : requestedMemory(spec, context)?.amount;
  const thousands = ((requested === undefined ? 0n : wholeUnits(requested)) + 999n) / 1000n;
  return thousands <= 0n ? [] : [{ name: 'page tables', amount: whole((thousands * 1000n) / 512n) }];
}

function hasMetricsDisk(spec: InstanceSpec): boolean {
  return listAt(spec, 'volumes').some(({ downwardMetrics }) => isMap(downwardMetrics));
}

function graphics(kubevirt: Release): number {
  return launcherHas('graphicsTakeMore', kubevirt) ? 32 : 16;
}

/** Probes that run a command in the guest: what they take together, and each. */
function probes(spec: InstanceSpec): number {
  const count = [spec.livenessProbe, spec.readinessProbe].filter((probe) => isMap(probe) && isMap(probe.exec)).length;
  return count === 0 ? 0 : 100 + 10 * count;
}

function reserved(spec: InstanceSpec, { kubevirt }: ClusterContext): OverheadPart[] {
  const amount = amountOf(at(spec, 'domain.memory.reservedOverhead.addedOverhead'));
  return amount === undefined || !launcherHas('reservedOverhead', kubevirt)
    ? []
    : [{ name: 'reservedOverhead', amount }];
}

/** Computed in thousands of bytes and cut off there. */
function ratio(parts: readonly OverheadPart[], { configuration }: ClusterContext): OverheadPart[] {
  const factor = numberOf(configuration.additionalGuestMemoryOverheadRatio) ?? 1;
  if (factor === 1) {
    return [];
  }
  const thousands = Number((wholeUnits(sum(parts.map(({ amount }) => amount))) + 999n) / 1000n);
  const added = integerPart(thousands * (factor - 1)) * 1000n;
  return [{ name: `additionalGuestMemoryOverheadRatio ${factor}`, amount: whole(added) }];
}

/** All ports of a guest behind passt take this, in Mi. */
const PASST = 250;

/** What network bindings ask for, each plugin once; passt is a binding of KubeVirt's own since 1.8. */
function bindings(spec: InstanceSpec, { configuration, kubevirt }: ClusterContext): OverheadPart[] {
  const cards = listAt(spec, 'domain.devices.interfaces');
  const known = at(configuration, 'network.binding');
  const used = new Set(cards.map((card) => at(card, 'binding.name')));
  const plugins = [...used].flatMap((name) => {
    const plugin = isMap(known) && typeof name === 'string' ? own(known, name) : undefined;
    const amount = isMap(plugin) ? amountOf(at(plugin, 'computeResourceOverhead.requests.memory')) : undefined;
    return amount === undefined ? [] : [{ name: `network binding ${asText(name)}`, amount }];
  });
  const isPasst = launcherHas('passtBinding', kubevirt) && cards.some(({ passtBinding }) => isMap(passtBinding));
  return [...(isPasst ? [part('passt', PASST)] : []), ...plugins];
}

/** KubeVirt's own estimate of the processes in a launcher pod, in Mi. */
export function fixedOverheads(kubevirt: Release, name = DEFAULT_HYPERVISOR): FixedOverheads {
  const {
    launcherMonitor = 0,
    launcher = 0,
    virtlogd = 0,
    daemon = 0,
    vmm = 0,
  } = overheadsOf(profileOf(name), kubevirt);
  return { launcherMonitor, launcher, virtlogd, daemon, vmm };
}

/** Which device a hypervisor of KubeVirt needs. */
export function hypervisorDevice(name: string): string {
  return (profileOf(name).properties.device.value ?? '').replace('devices.kubevirt.io/', '');
}

/** What is unknown is taken for the default, as KubeVirt does. */
function profileOf(name: string): HypervisorProfile {
  return catalogued(own(HYPERVISOR_ALIASES, name) ?? name) ?? catalogued(DEFAULT_HYPERVISOR)!;
}

/** How much guests may have of what their pods ask for, in percent. */
function overcommitOf({ configuration }: ClusterContext): number {
  return countOf(at(configuration, 'developerConfiguration.memoryOvercommit')) || 100;
}

/** Memory that a pod asks for before anything is added, and why. */
interface RequestedMemory {
  readonly amount: Amount;
  readonly reason: string;
}

/** Whether a VM says how much memory it has, if only none. virt-api rejects one that does not. */
export function saysMemory(spec: InstanceSpec): boolean {
  const says = ['resources.requests.memory', 'resources.limits.memory', 'memory.guest', 'memory.hugepages.pageSize'];
  return says.some((path) => amountOf(at(spec, `domain.${path}`)) !== undefined);
}

/** What is written, else the limit, else the guest's own, overcommitted; nothing where none of it is more than nothing. */
export function requestedMemory(spec: InstanceSpec, context: ClusterContext): RequestedMemory | undefined {
  const written = amountOf(at(spec, 'domain.resources.requests.memory'));
  const limit = positiveAmount(at(spec, 'domain.resources.limits.memory'));
  if (written !== undefined && (written.nano > 0n || limit === undefined)) {
    return { amount: written, reason: 'the memory request of the VM' };
  }
  if (limit !== undefined) {
    return { amount: limit, reason: 'the memory limit of the VM' };
  }
  const said = amountOf(at(spec, 'domain.memory.guest'));
  const guest = said ?? amountOf(at(spec, 'domain.memory.hugepages.pageSize'));
  if (guest === undefined || guest.nano <= 0n) {
    return undefined;
  }
  const of = said === undefined ? 'one huge page' : 'the memory of the guest';
  const percent = overcommitOf(context);
  return percent === 100
    ? { amount: guest, reason: of }
    : {
        amount: whole((wholeUnits(guest) * 100n) / BigInt(percent), guest.format),
        reason: `${of}, as memoryOvercommit ${percent} of the KubeVirt resource leaves it`,
      };
}
