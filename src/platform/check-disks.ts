import type { Finding } from '../findings/finding';
import { bootStorage } from './boot-image';
import { canImportArchitecture, checkStorage, TEMPLATE_PLATFORM_SINCE } from './check-data-volume';
import { checkCount, checkPartName, checkUnique } from './check-metadata';
import { CLOUD_INIT_DISK } from './cloud-init';
import { architectureOf, type PlatformContext } from './context';
import type { DiskDeclaration } from './disk';
import type { VirtualMachineDeclaration } from './virtual-machine';

/** What KubeVirt's admission lets through. */
const SERIAL = /^[A-Za-z0-9_.+-]{1,256}$/;

/** What is wrong with the disks of a machine, and with the order in which it boots. */
export function checkDisks(machine: VirtualMachineDeclaration, platform: PlatformContext): Finding[] {
  const disks = machine.disks ?? [];
  return [
    ...disks.flatMap((disk) => checkDisk(disk, machine, platform)),
    ...checkUnique(
      [...disks.map(({ name }) => name), ...(machine.cloudInit === undefined ? [] : [CLOUD_INIT_DISK])],
      'disks',
      'disk',
    ),
    ...checkUnique(
      [...disks, ...(machine.networks ?? [])].flatMap(({ bootOrder }) =>
        bootOrder === undefined ? [] : [String(bootOrder)],
      ),
      'disks',
      'boot order',
    ),
  ];
}

function checkDisk(disk: DiskDeclaration, machine: VirtualMachineDeclaration, platform: PlatformContext): Finding[] {
  const { target } = platform;
  const path = `disks[${disk.name}]`;
  const findings = [...checkPartName(disk.name, `${path}.name`), ...checkCount(disk.bootOrder, `${path}.bootOrder`)];
  if (disk.serial !== undefined && !SERIAL.test(disk.serial)) {
    findings.push({
      code: 'PV003',
      severity: 'error',
      path: `${path}.serial`,
      what: `"${disk.serial}" is not a serial number`,
      why: 'KubeVirt refuses the instance',
      fix: 'use letters, digits and _ . + - only, at most 256 of them',
      source: 'kubevirt pkg/storage/admitters/disks.go',
    });
  }
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
        source: 'kubevirt v1.7.0, dataVolumeTemplates[].spec.source.registry.platform',
      });
    }
  }
  return findings;
}
