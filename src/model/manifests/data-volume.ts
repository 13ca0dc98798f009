import type { Architecture } from '../../architectures/facts';
import type { Finding } from '../../findings/finding';
import type { KubeObject, MutableFields } from '../../kube/object';
import { atLeast } from '../../kube/release';
import type { Target } from '../../target/target';
import { checkGoldenImageSource } from '../boot-image';
import { checkEscapes } from '../check-escapes';
import type { PlatformContext } from '../context';
import { DATA_VOLUME, type DataVolumeDeclaration, type StorageDeclaration } from '../data-volume';
import { withEscapes } from '../escape-hatch';
import { readBack } from '../read-back';
import { writeTable } from '../rows/row';
import { withStorage } from '../volume-rows';

/** First CDI that reads `source.registry.platform`. */
const CDI_WITH_PLATFORM = '1.63';

/** First KubeVirt whose own copy of the DataVolume, inside of a VirtualMachine, has the field too. */
const TEMPLATE_PLATFORM_SINCE = '1.6.4';

/** A volume that CDI creates and fills. */
export function dataVolume(declaration: DataVolumeDeclaration, platform: PlatformContext): KubeObject {
  return withEscapes(dataVolumeOfKeys(declaration, platform), declaration);
}

function dataVolumeOfKeys(declaration: DataVolumeDeclaration, platform: PlatformContext): KubeObject {
  const object: MutableFields = { metadata: {}, spec: {} };
  const canSay = cdiReadsArchitecture(platform.target);
  writeTable(DATA_VOLUME, declaration, object, { platform, architecture: undefined, canSay, imported: undefined });
  withStorage(object);
  return { apiVersion: 'cdi.kubevirt.io/v1beta1', kind: 'DataVolume', ...object } as unknown as KubeObject;
}

/** What is declared of a DataVolume and has no place in its object on this platform. */
export function leftOutOfDataVolume(declaration: DataVolumeDeclaration, platform: PlatformContext): Finding[] {
  return [
    ...leftOutByCdi(declaration, '', platform),
    ...checkGoldenImageSource(declaration, undefined, platform, ''),
    ...checkEscapes(dataVolumeOfKeys(declaration, platform), declaration),
  ];
}

/** The same of a volume that a VM makes, at a path. */
export function leftOutOfTemplate(
  storage: StorageDeclaration,
  path: string,
  architecture: Architecture | undefined,
  platform: PlatformContext,
): Finding[] {
  const { target } = platform;
  const byCdi = leftOutByCdi(storage, path, platform);
  const isLost = statedArchitecture(storage) !== undefined && !canImportArchitecture(target);
  const byKubeVirt: Finding = {
    code: 'PV907',
    severity: 'error',
    path: `${path}source.registry.architecture`,
    what: `KubeVirt ${target.kubevirt} has no field in a VM for the architecture of an imported image`,
    why: 'The API server prunes or rejects the field; the importer takes the architecture of the node it runs on',
    fix: `make it a DataVolume beside the VM, or target KubeVirt ${TEMPLATE_PLATFORM_SINCE} or later`,
    source: 'kubevirt v1.6.4 and v1.7.0, dataVolumeTemplates[].spec.source.registry.platform',
  };
  return [
    ...byCdi,
    ...(isLost && byCdi.length === 0 ? [byKubeVirt] : []),
    ...checkGoldenImageSource(storage, architecture, platform, path),
  ];
}

/** Whether a volume of a VM's own can say which architecture of an image to import. An unknown CDI may. */
export function canImportArchitecture(target: Target): boolean {
  return atLeast(target.kubevirt, TEMPLATE_PLATFORM_SINCE) && cdiReadsArchitecture(target);
}

function cdiReadsArchitecture({ cdi }: Target): boolean {
  return cdi === undefined || atLeast(cdi, CDI_WITH_PLATFORM);
}

function statedArchitecture({ source }: StorageDeclaration): string | undefined {
  return source?.registry?.architecture ?? undefined;
}

function leftOutByCdi(storage: StorageDeclaration, prefix: string, { target }: PlatformContext): Finding[] {
  return statedArchitecture(storage) === undefined || cdiReadsArchitecture(target)
    ? []
    : [
        {
          code: 'PV907',
          severity: 'error',
          path: `${prefix}source.registry.architecture`,
          what: `CDI ${target.cdi} cannot choose the architecture of an imported image`,
          why: 'The field is pruned, and the importer uses the architecture of the node it happens to run on',
          fix: `leave it out and name an image of one architecture, or target CDI ${CDI_WITH_PLATFORM} or later`,
          source: 'CDI v1.63.0, DataVolumeSourceRegistry.platform',
        },
      ];
}

/** A DataVolume as a declaration that makes the same object again. */
export function readDataVolume(object: KubeObject, platform: PlatformContext): DataVolumeDeclaration {
  const context = {
    platform,
    architecture: undefined,
    canSay: cdiReadsArchitecture(platform.target),
    imported: undefined,
  };
  return readBack(DATA_VOLUME, object, context, (declaration) => dataVolumeOfKeys(declaration, platform));
}
