import type { AdmissionFinding } from '../architectures/instance-row';
import type { InstanceSpec } from '../architectures/instance-view';
import { checkAccessCredentials } from './access-credentials';
import { checkBootOrder } from './boot-order';
import { checkClaimedDevices } from './claimed-devices';
import { checkDataVolumeTemplates } from './data-volume-templates';
import { checkDevices } from './devices';
import { checkDiskVolumes } from './disk-volumes';
import { checkDisks } from './disks';
import { checkGrace } from './grace';
import { checkGuest } from './guest';
import { checkInterfaces } from './interfaces';
import { checkIoThreads } from './io-threads';
import { checkKernelBoot } from './kernel-boot';
import { checkNetworks } from './networks';
import type { Admitter, RefusalContext, Refused } from './refused';
import { checkResourceClaims } from './resource-claims';
import { checkStorageEnums } from './storage-enums';
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
];

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

function findingOf({ isLate, ...refused }: Refused, { isMachine }: RefusalContext): AdmissionFinding {
  return { severity: 'error', why: isLate === true && isMachine ? LATE : AT_ONCE, ...refused };
}
