import type { Finding } from '../findings/finding';
import { bootStorage } from './boot-image';
import { canImportArchitecture, checkStorage, TEMPLATE_PLATFORM_SINCE } from './check-data-volume';
import { architectureOf, type PlatformContext } from './context';
import type { DiskDeclaration } from './disk';
import type { VirtualMachineDeclaration } from './virtual-machine';

/** What the target has no place for in the disks of a machine. */
export function checkDisks(machine: VirtualMachineDeclaration, platform: PlatformContext): Finding[] {
  return (machine.disks ?? []).flatMap((disk) => checkDisk(disk, machine, platform));
}

function checkDisk(disk: DiskDeclaration, machine: VirtualMachineDeclaration, platform: PlatformContext): Finding[] {
  const { target } = platform;
  const path = `disks[${disk.name}]`;
  const findings: Finding[] = [];
  if ('dataVolumeTemplate' in disk) {
    const { source } = disk.dataVolumeTemplate;
    const below = `${path}.dataVolumeTemplate.`;
    findings.push(...checkStorage(disk.dataVolumeTemplate, below, target));
    findings.push(...bootStorage(disk.dataVolumeTemplate, architectureOf(machine, platform), platform, below).findings);
    if ('registry' in source && source.registry.architecture !== undefined && !canImportArchitecture(target)) {
      findings.push({
        code: 'PV907',
        severity: 'error',
        path: `${path}.dataVolumeTemplate.source.registry.architecture`,
        what: `KubeVirt ${target.kubevirt} cannot say in a virtual machine which architecture of an image to import`,
        why: 'The API server prunes or refuses the field; the importer takes the architecture of the node it runs on',
        fix: `make it a DataVolume beside the machine, or target KubeVirt ${TEMPLATE_PLATFORM_SINCE} or later`,
        source: 'kubevirt v1.6.4 and v1.7.0, dataVolumeTemplates[].spec.source.registry.platform',
      });
    }
  }
  return findings;
}
