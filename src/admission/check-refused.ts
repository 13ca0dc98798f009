import type { AdmissionFinding } from '../architectures/instance-row';
import type { InstanceSpec } from '../architectures/instance-view';
import { checkAccessCredentials } from './access-credentials';
import { checkBootOrder } from './boot-order';
import { checkClaimedDevices } from './claimed-devices';
import { checkCpu } from './cpu';
import { checkDataVolumeTemplates } from './data-volume-templates';
import { checkDedicatedCpus } from './dedicated-cpus';
import { checkDevices } from './devices';
import { checkDiskVolumes } from './disk-volumes';
import { checkDisks } from './disks';
import { checkDns } from './dns';
import { checkFirmware } from './firmware';
import { checkGrace } from './grace';
import { checkGuest } from './guest';
import { checkHyperv } from './hyperv';
import { checkInterfaces } from './interfaces';
import { checkIoThreads } from './io-threads';
import { checkKernelBoot } from './kernel-boot';
import { checkMaxGuest } from './live-update';
import { checkMatchers } from './matchers';
import { checkNames } from './names';
import { checkNetworks } from './networks';
import { checkEnums } from './openapi-enums';
import { checkProbes } from './probes';
import type { Admitter, MachineAdmitter, RefusalContext, Refused } from './refused';
import { checkReservedLabels } from './reserved-labels';
import { checkResourceClaims } from './resource-claims';
import { checkResources } from './resources';
import { checkRunStrategy } from './run-strategy';
import { checkStorageEnums } from './storage-enums';
import { checkStrategies } from './strategies';
import { checkVolumes } from './volumes';

/** Everything that virt-api asks of an instance whatever its architecture; a new admitter is a line here. */
const ADMITTERS: readonly Admitter[] = [
  checkInterfaces,
  checkNetworks,
  checkDisks,
  checkDiskVolumes,
  checkBootOrder,
  checkVolumes,
  checkStorageEnums,
  checkDataVolumeTemplates,
  checkAccessCredentials,
  checkKernelBoot,
  checkIoThreads,
  checkDevices,
  checkClaimedDevices,
  checkResourceClaims,
  checkGrace,
  checkGuest,
  checkResources,
  checkDedicatedCpus,
  checkCpu,
  checkMaxGuest,
  checkFirmware,
  checkHyperv,
  checkProbes,
  checkDns,
  checkNames,
  checkStrategies,
  checkEnums,
];

/** What it asks of a VirtualMachine around its template. */
const MACHINE_ADMITTERS: readonly MachineAdmitter[] = [checkRunStrategy, checkMatchers];

const NOTHING_WRONG: readonly never[] = [];

const AT_ONCE = 'virt-api refuses the object';
const LATE = 'virt-api accepts the VirtualMachine and refuses its instance: it is shown as synced, and never starts';

/** What virt-api refuses when it creates an instance, or the VirtualMachine that makes it. Paths are below the instance's spec. */
export function checkRefused(spec: InstanceSpec, context: RefusalContext): readonly AdmissionFinding[] {
  let findings: AdmissionFinding[] | undefined;
  for (const admitter of ADMITTERS) {
    for (const refused of admitter(spec, context)) {
      findings ??= [];
      findings.push(findingOf(refused, context));
    }
  }
  return findings ?? NOTHING_WRONG;
}

/** What virt-api refuses in a VirtualMachine around its template. Paths are below the spec of the VirtualMachine. */
export function checkRefusedMachine(machine: Readonly<Record<string, unknown>>): readonly AdmissionFinding[] {
  let findings: AdmissionFinding[] | undefined;
  for (const admitter of MACHINE_ADMITTERS) {
    for (const refused of admitter(machine)) {
      findings ??= [];
      findings.push(findingOf(refused, AROUND));
    }
  }
  return findings ?? NOTHING_WRONG;
}

const AROUND: Pick<RefusalContext, 'isMachine'> = { isMachine: true };

/** What virt-api refuses in the metadata of an instance or its template. Paths are below what has the metadata. */
export function checkRefusedMetadata(metadata: unknown): readonly AdmissionFinding[] {
  const found = [...checkReservedLabels(metadata)];
  return found.length === 0 ? NOTHING_WRONG : found.map((refused) => findingOf(refused, AROUND));
}

function findingOf(
  { isLate, ...refused }: Refused,
  { isMachine }: Pick<RefusalContext, 'isMachine'>,
): AdmissionFinding {
  return { severity: 'error', why: isLate === true && isMachine ? LATE : AT_ONCE, ...refused };
}
