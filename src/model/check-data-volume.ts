import { checkArchitecture } from '../architectures/architecture';
import type { Finding } from '../findings/finding';
import { atLeast } from '../kube/release';
import type { Target } from '../target/target';
import { bootStorage } from './boot-image';
import type { PlatformContext } from './context';
import type { DataVolumeDeclaration, StorageDeclaration } from './data-volume';

/** First CDI that reads `source.registry.platform`. */
const CDI_WITH_PLATFORM = '1.63';

/** First KubeVirt whose own copy of the DataVolume, inside of a VirtualMachine, has the field too. */
export const TEMPLATE_PLATFORM_SINCE = '1.6.4';

/** Whether a volume of a machine's own can say which architecture of an image to import. An unknown CDI may. */
export function canImportArchitecture({ kubevirt, cdi }: Target): boolean {
  return atLeast(kubevirt, TEMPLATE_PLATFORM_SINCE) && (cdi === undefined || atLeast(cdi, CDI_WITH_PLATFORM));
}

/** What is wrong with a DataVolume as declared. */
export function checkDataVolume(declaration: DataVolumeDeclaration, platform: PlatformContext): Finding[] {
  return [
    ...checkStorage(declaration, '', platform.target),
    ...bootStorage(declaration, undefined, platform, '').findings,
  ];
}

/** What is wrong with the storage of a DataVolume, or of a virtual machine's own volume, at a path. */
export function checkStorage(storage: StorageDeclaration, prefix: string, target: Target): Finding[] {
  const findings: Finding[] = [];
  if ('registry' in storage.source) {
    const { architecture } = storage.source.registry;
    findings.push(...checkArchitecture(architecture, `${prefix}source.registry.architecture`));
    if (architecture !== undefined && target.cdi !== undefined && !atLeast(target.cdi, CDI_WITH_PLATFORM)) {
      findings.push({
        code: 'PV907',
        severity: 'error',
        path: `${prefix}source.registry.architecture`,
        what: `CDI ${target.cdi} cannot be told which architecture of an image to import`,
        why: 'The field is pruned, and the importer takes the architecture of the node it happens to run on',
        fix: `leave it out and name an image of one architecture, or target CDI ${CDI_WITH_PLATFORM} or later`,
        source: 'CDI v1.63.0, DataVolumeSourceRegistry.platform',
      });
    }
  }
  return findings;
}
