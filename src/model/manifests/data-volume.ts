import type { DataVolume, DataVolumeSpec } from '../../../imports/cdi';
import type { Architecture } from '../../architectures/facts';
import type { Finding } from '../../findings/finding';
import { compact, type KubeObject, nonEmpty } from '../../kube/object';
import { atLeast } from '../../kube/release';
import type { Target } from '../../target/target';
import { bootStorage } from '../boot-image';
import type { PlatformContext } from '../context';
import type { DataVolumeDeclaration, StorageDeclaration } from '../data-volume';
import type { DataVolumeSourceDeclaration } from '../data-volume-source';
import { metadataOf } from './metadata';

/** Asks CDI to import although the storage class waits for a first consumer. */
const BIND_IMMEDIATELY = 'cdi.kubevirt.io/storage.bind.immediate.requested';

/** First CDI that reads `source.registry.platform`. */
const CDI_WITH_PLATFORM = '1.63';

/** First KubeVirt whose own copy of the DataVolume, inside of a VirtualMachine, has the field too. */
const TEMPLATE_PLATFORM_SINCE = '1.6.4';

/** A volume that CDI creates and fills. */
export function dataVolume(declaration: DataVolumeDeclaration, platform: PlatformContext): KubeObject {
  const annotations = {
    ...declaration.annotations,
    ...(declaration.bindImmediately === true ? { [BIND_IMMEDIATELY]: 'true' } : {}),
  };
  return {
    apiVersion: 'cdi.kubevirt.io/v1beta1',
    kind: 'DataVolume',
    metadata: metadataOf({ ...declaration, annotations }, platform),
    spec: {
      ...compact({ contentType: declaration.contentType, preallocation: declaration.preallocation }),
      ...storageSpec(bootStorage(declaration, undefined, platform, '').storage, cdiReadsArchitecture(platform.target)),
    },
  } satisfies DataVolume;
}

/** What is declared of a DataVolume and has no place in its object on this platform. */
export function leftOutOfDataVolume(declaration: DataVolumeDeclaration, platform: PlatformContext): Finding[] {
  return [...leftOutByCdi(declaration, '', platform), ...bootStorage(declaration, undefined, platform, '').findings];
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
    what: `KubeVirt ${target.kubevirt} cannot say in a virtual machine which architecture of an image to import`,
    why: 'The API server prunes or refuses the field; the importer takes the architecture of the node it runs on',
    fix: `make it a DataVolume beside the VM, or target KubeVirt ${TEMPLATE_PLATFORM_SINCE} or later`,
    source: 'kubevirt v1.6.4 and v1.7.0, dataVolumeTemplates[].spec.source.registry.platform',
  };
  return [
    ...byCdi,
    ...(isLost && byCdi.length === 0 ? [byKubeVirt] : []),
    ...bootStorage(storage, architecture, platform, path).findings,
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
  return 'registry' in source ? source.registry.architecture : undefined;
}

function leftOutByCdi(storage: StorageDeclaration, prefix: string, { target }: PlatformContext): Finding[] {
  return statedArchitecture(storage) === undefined || cdiReadsArchitecture(target)
    ? []
    : [
        {
          code: 'PV907',
          severity: 'error',
          path: `${prefix}source.registry.architecture`,
          what: `CDI ${target.cdi} cannot be told which architecture of an image to import`,
          why: 'The field is pruned, and the importer takes the architecture of the node it happens to run on',
          fix: `leave it out and name an image of one architecture, or target CDI ${CDI_WITH_PLATFORM} or later`,
          source: 'CDI v1.63.0, DataVolumeSourceRegistry.platform',
        },
      ];
}

/**
 * Source and storage, as DataVolumes and the templates of virtual machines both spell them.
 *
 * @param canSay whether the object can say which architecture of an image to import
 * @param architecture the one to import where the source does not say it itself
 */
export function storageSpec(storage: StorageDeclaration, canSay: boolean, architecture?: Architecture): DataVolumeSpec {
  return {
    ...sourceSpec(storage.source, canSay, architecture),
    storage: {
      ...compact({
        accessModes: nonEmpty(storage.accessModes),
        resources: storage.size === undefined ? undefined : { requests: { storage: storage.size } },
        storageClassName: storage.storageClass,
        volumeMode: storage.volumeMode,
      }),
    },
  };
}

function sourceSpec(
  source: DataVolumeSourceDeclaration,
  canSay: boolean,
  architecture: Architecture | undefined,
): DataVolumeSpec {
  if ('sourceRef' in source) {
    return { sourceRef: { kind: 'DataSource', ...source.sourceRef } };
  }
  if ('registry' in source) {
    const { architecture: stated, ...registry } = source.registry;
    const wanted = canSay ? (stated ?? architecture) : undefined;
    return {
      source: { registry: { ...registry, ...(wanted === undefined ? {} : { platform: { architecture: wanted } }) } },
    };
  }
  if ('goldenImage' in source) {
    throw new TypeError(`the golden image ${source.goldenImage.name} was not replaced by its data source`);
  }
  return { source };
}
