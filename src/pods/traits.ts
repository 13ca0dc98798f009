import { at, type InstanceSpec, listAt } from '../architectures/instance-view';
import { asText, isMap, tableOf } from '../kube/object';
import type { Release } from '../kube/release';
import { amountOf, countOf, positiveAmount, wholeUnits } from './amount';
import { launcherHas } from './releases';

/** Virtual CPUs: the product of what is said, 0 where nothing is. */
export function vcpusOf(spec: InstanceSpec): number {
  let product = 0;
  for (const path of ['domain.cpu.sockets', 'domain.cpu.cores', 'domain.cpu.threads']) {
    const count = countOf(at(spec, path)) ?? 0;
    product = count === 0 ? product : Math.max(product, 1) * count;
  }
  return product;
}

/** What the tables of virtual CPUs are counted by: without a topology the CPU limit or request, and one at the least. */
export function tableCpusOf(spec: InstanceSpec): number {
  if (isMap(at(spec, 'domain.cpu'))) {
    return Math.max(1, vcpusOf(spec));
  }
  const said = amountOf(at(spec, 'domain.resources.limits.cpu')) ?? amountOf(at(spec, 'domain.resources.requests.cpu'));
  return said === undefined ? 1 : Math.max(1, Number(wholeUnits(said)));
}

/** Threads for input and output that are counted as CPUs. */
export function poolThreadsOf(spec: InstanceSpec): number {
  return countOf(at(spec, 'domain.ioThreads.supplementalPoolThreadCount')) ?? 0;
}

/** Whether every virtual CPU has a CPU of its own. */
export function isDedicated(spec: InstanceSpec): boolean {
  return at(spec, 'domain.cpu.dedicatedCpuPlacement') === true;
}

/** Whether what the user wrote asks for the QoS class Guaranteed: requests equal limits, of CPU and of memory. */
function isGuaranteed(spec: InstanceSpec): boolean {
  const isEqual = (kind: string) => {
    const limit = positiveAmount(at(spec, `domain.resources.limits.${kind}`));
    const request = positiveAmount(at(spec, `domain.resources.requests.${kind}`)) ?? limit;
    return limit !== undefined && request?.nano === limit.nano;
  };
  return isEqual('memory') && isEqual('cpu');
}

/** Whether the containers beside the guest must have limits that equal their requests. */
export function wantsEqualLimits(spec: InstanceSpec): boolean {
  return isDedicated(spec) || isGuaranteed(spec);
}

/** Devices of the host in the guest, whose memory must stay where it is. */
export function hasVfio(spec: InstanceSpec): boolean {
  return (
    listAt(spec, 'domain.devices.gpus').length > 0 ||
    listAt(spec, 'domain.devices.hostDevices').length > 0 ||
    listAt(spec, 'domain.devices.interfaces').some(({ sriov }) => isMap(sriov))
  );
}

/** A TPM can be there and turned off, in most releases. */
export function hasTpm(spec: InstanceSpec, kubevirt: Release): boolean {
  const tpm = at(spec, 'domain.devices.tpm');
  return isMap(tpm) && !(tpm.enabled === false && launcherHas('tpmEnabled', kubevirt));
}

/** AMD's encryption, SEV-ES included; since 1.7 KubeVirt counts SNP as SEV, everywhere. */
export function hasSev(spec: InstanceSpec, kubevirt: Release): boolean {
  const security = at(spec, 'domain.launchSecurity');
  return isMap(security) && (isMap(security.sev) || (isMap(security.snp) && launcherHas('snpIsSev', kubevirt)));
}

/** Whether a screen is attached, as one is unless it is turned off. */
export function hasGraphics(spec: InstanceSpec): boolean {
  return at(spec, 'domain.devices.autoattachGraphicsDevice') !== false;
}

/** The size of the huge pages behind a guest; nothing where it has none. */
export function hugepagesOf(spec: InstanceSpec): string | undefined {
  const hugepages = at(spec, 'domain.memory.hugepages');
  return isMap(hugepages) ? asText(hugepages.pageSize ?? '') : undefined;
}

/** The text values of a map; whatever else is in it is left out. */
export function textMap(value: unknown): Record<string, string> {
  return tableOf(
    Object.entries(isMap(value) ? value : {}).flatMap(([key, part]): [string, string][] =>
      typeof part === 'string' || typeof part === 'number' || typeof part === 'boolean' ? [[key, String(part)]] : [],
    ),
  );
}

/** Text, where it is some. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Whether a volume is a claim, whatever its name is. */
export function isClaim({ persistentVolumeClaim, dataVolume }: Readonly<Record<string, unknown>>): boolean {
  return isMap(persistentVolumeClaim) || isMap(dataVolume);
}

/** The name of the claim behind a volume; nothing where there is none. */
export function claimOf(volume: Readonly<Record<string, unknown>>): string | undefined {
  const { persistentVolumeClaim: claim, dataVolume } = volume;
  return isMap(claim) ? asText(claim.claimName) : isMap(dataVolume) ? asText(dataVolume.name) : undefined;
}
