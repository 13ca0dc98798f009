import type { DataVolume, DataVolumeSpec } from '../../../imports/cdi';
import type { Architecture } from '../../architectures/facts';
import { compact, type KubeObject, nonEmpty } from '../../kube/object';
import { bootStorage } from '../boot-image';
import type { PlatformContext } from '../context';
import type { DataVolumeDeclaration, StorageDeclaration } from '../data-volume';
import type { DataVolumeSourceDeclaration } from '../data-volume-source';
import { metadataOf } from './metadata';

/** Asks CDI to import although the storage class waits for a first consumer. */
const BIND_IMMEDIATELY = 'cdi.kubevirt.io/storage.bind.immediate.requested';

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
      ...storageSpec(bootStorage(declaration, undefined, platform, '').storage, undefined),
    },
  } satisfies DataVolume;
}

/**
 * Source and storage, as DataVolumes and the templates of virtual machines both spell them.
 *
 * @param architecture which of a multi-architecture image to import where the source does not say it itself
 */
export function storageSpec(storage: StorageDeclaration, architecture: Architecture | undefined): DataVolumeSpec {
  return {
    ...sourceSpec(storage.source, architecture),
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

function sourceSpec(source: DataVolumeSourceDeclaration, architecture: Architecture | undefined): DataVolumeSpec {
  if ('sourceRef' in source) {
    return { sourceRef: { kind: 'DataSource', ...source.sourceRef } };
  }
  if ('registry' in source) {
    const { architecture: stated, ...registry } = source.registry;
    const wanted = stated ?? architecture;
    return {
      source: { registry: { ...registry, ...(wanted === undefined ? {} : { platform: { architecture: wanted } }) } },
    };
  }
  if ('goldenImage' in source) {
    throw new TypeError(`the golden image ${source.goldenImage.name} was not replaced by its data source`);
  }
  return { source };
}
