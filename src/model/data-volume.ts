import type { DataVolumeSourceDeclaration } from './data-volume-source';
import type { MetadataDeclaration } from './metadata';

/** How a claim may be mounted. */
export type AccessMode = 'ReadWriteOnce' | 'ReadOnlyMany' | 'ReadWriteMany' | 'ReadWriteOncePod';

/** Storage that CDI fills: what a DataVolume and a virtual machine's own volume have in common. */
export interface StorageDeclaration {
  readonly source: DataVolumeSourceDeclaration;
  /** A quantity. May be absent where the source has a size of its own. */
  readonly size?: string;
  readonly storageClass?: string;
  readonly accessModes?: readonly AccessMode[];
  readonly volumeMode?: 'Block' | 'Filesystem';
}

/** A volume that CDI creates and fills, as plain data. */
export interface DataVolumeDeclaration extends MetadataDeclaration, StorageDeclaration {
  readonly contentType?: 'kubevirt' | 'archive';
  readonly preallocation?: boolean;
  /** Import at once, also where the storage class waits for a first consumer. */
  readonly bindImmediately?: boolean;
}
