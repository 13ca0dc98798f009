import type { DataVolumeTemplate, VirtualMachine, VirtualMachineSpecInstancetype } from '../../../imports/kubevirt';
import type { Architecture } from '../../architectures/facts';
import { compact, type KubeObject, nonEmpty } from '../../kube/object';
import { firstPatchOf } from '../../kube/release';
import { bootStorage } from '../boot-image';
import { architectureOf, clusterArchitectures, type PlatformContext } from '../context';
import type { MatcherReference, VirtualMachineDeclaration } from '../virtual-machine';
import { canImportArchitecture, storageSpec } from './data-volume';
import { instanceSpec, ownVolumeName } from './instance-spec';
import { keepEntries, metadataOf, withHypervisor } from './metadata';

/** A virtual machine: its instance, when it runs, and the volumes of its own. */
export function virtualMachine(declaration: VirtualMachineDeclaration, platform: PlatformContext): KubeObject {
  const { runStrategy = 'Always', instancetype, preference, template } = declaration;
  return {
    apiVersion: 'kubevirt.io/v1',
    kind: 'VirtualMachine',
    metadata: metadataOf(declaration, platform),
    spec: {
      runStrategy,
      ...compact({
        dataVolumeTemplates: nonEmpty(dataVolumeTemplates(declaration, platform)),
        instancetype: instancetype && reference(instancetype, 'VirtualMachineClusterInstancetype'),
        preference: preference && reference(preference, 'VirtualMachineClusterPreference'),
      }),
      template: {
        ...compact({
          metadata: compact({
            labels: keepEntries(withHypervisor(template?.labels, declaration, platform)),
            annotations: keepEntries(template?.annotations),
          }),
        }),
        spec: instanceSpec(declaration, platform, preference !== undefined),
      },
    },
  } satisfies VirtualMachine;
}

/** Those that a VM makes for its disks. */
function dataVolumeTemplates(declaration: VirtualMachineDeclaration, platform: PlatformContext): DataVolumeTemplate[] {
  const imported = importedArchitecture(declaration, platform);
  const architecture = architectureOf(declaration, platform);
  const canSay = canImportArchitecture(platform.target);
  return (declaration.disks ?? []).flatMap((disk) => {
    if (!('dataVolumeTemplate' in disk)) {
      return [];
    }
    const { storage } = bootStorage(disk.dataVolumeTemplate, architecture, platform, '');
    const spec = storageSpec(storage, canSay, imported);
    return [{ metadata: { name: ownVolumeName(declaration.name, disk.name) }, spec }];
  });
}

/**
 * Which architecture of an image to import for this machine.
 *
 * Without it the importer takes that of the node it happens to run on, so it is said unless all nodes are alike.
 */
function importedArchitecture(
  declaration: VirtualMachineDeclaration,
  platform: PlatformContext,
): Architecture | undefined {
  const { target, nodes } = platform;
  const alike = nodes !== undefined && clusterArchitectures(platform).length === 1;
  // Not asked for by the user: it is left out where an older patch of the same release would refuse it.
  const isSafe = canImportArchitecture({ ...target, kubevirt: firstPatchOf(target.kubevirt) });
  return alike || !isSafe ? undefined : architectureOf(declaration, platform);
}

function reference({ name, kind }: MatcherReference, clusterWide: string): VirtualMachineSpecInstancetype {
  return { kind: kind ?? clusterWide, name };
}
