import type { DataVolumeSpec } from '../../imports/cdi';
import type { QuantityInput } from '../kube/quantity';
import {
  type DataVolumeSource,
  type DataVolumeSourceDeclaration,
  SOURCE,
  type SourceContext,
} from './data-volume-source';
import { type EscapeHatches, escapeRows } from './escape-hatch';
import { METADATA_ROWS, type MetadataContext, type MetadataProps } from './metadata';
import type { Plain } from './rows/plain';
import { field, group, notEmpty, type Rows, required, table } from './rows/row';
import { anyText, asWritten, flag, known, listOf, quantity, text } from './rows/shapes';

/** How a claim may be mounted. */
export type AccessMode = 'ReadWriteOnce' | 'ReadOnlyMany' | 'ReadWriteMany' | 'ReadWriteOncePod';

/** What a volume needs. */
export interface StorageOptions {
  /**
   * Its size, as `30Gi`.
   *
   * @default - that of the source, where the source has one
   */
  readonly size?: QuantityInput;

  /**
   * Its storage class.
   *
   * @default - the cluster's default for virtual machines, or its default
   */
  readonly storageClass?: string;

  /**
   * How it may be mounted. Live migration needs `ReadWriteMany`.
   *
   * @default - what CDI's storage profile says
   */
  readonly accessModes?: readonly AccessMode[];

  /**
   * A raw block device, or a file in a file system.
   *
   * @default - what CDI's storage profile says
   */
  readonly volumeMode?: 'Block' | 'Filesystem';

  /**
   * Name of the persistent volume that is claimed.
   *
   * @default - any that fits
   */
  readonly volumeName?: string;

  /**
   * The claim as Kubernetes spells it, instead of the keys above: CDI then asks no storage profile.
   *
   * @default - none
   */
  readonly pvc?: NonNullable<DataVolumeSpec['pvc']>;

  /**
   * Whether the content is a disk or an archive of files.
   *
   * @default - CDI's: a disk
   */
  readonly contentType?: 'kubevirt' | 'archive';

  /**
   * Whether all of its space is taken at once.
   *
   * @default - CDI's configuration
   */
  readonly preallocation?: boolean;

  /**
   * Priority class of the pods that fill it.
   *
   * @default - the cluster's default
   */
  readonly priorityClassName?: string;

  /**
   * Steps of an import that takes over what changed since the last.
   *
   * @default - one import
   */
  readonly checkpoints?: readonly Checkpoint[];

  /**
   * Whether the last of the steps is the last of all.
   *
   * @default false
   */
  readonly finalCheckpoint?: boolean;
}

/** A step of an import in several. */
interface Checkpoint {
  /** The snapshot that this step imports. */
  readonly current: string;
  /** The snapshot before. */
  readonly previous: string;
}

/** Storage that CDI fills: what a DataVolume and a virtual machine's own volume have in common, as plain data. */
export type StorageDeclaration = Plain<StorageOptions> & {
  readonly source: DataVolumeSourceDeclaration;
};

/** A volume and what it is filled with. */
export interface DataVolumeProps extends MetadataProps, StorageOptions, EscapeHatches<DataVolumeSpec> {
  /** What it is filled with. */
  readonly source: DataVolumeSource | DataVolumeSourceDeclaration;

  /**
   * Whether the import starts at once, also where the storage class waits for a first consumer.
   *
   * @default false
   */
  readonly bindImmediately?: boolean;
}

/** A volume that CDI creates and fills, as plain data. */
export type DataVolumeDeclaration = Plain<Omit<DataVolumeProps, 'name' | 'source' | 'spec' | 'patches'>> &
  EscapeHatches<DataVolumeSpec> & {
    readonly name: string;
    readonly source: DataVolumeSourceDeclaration;
  };

/** Asks CDI to import although the storage class waits for a first consumer. */
const BIND_IMMEDIATELY = ['metadata', 'annotations', 'cdi.kubevirt.io/storage.bind.immediate.requested'];

const CHECKPOINT = table<Checkpoint>('Checkpoint', () => ({
  current: required(field('current', anyText, 'snapshot-2')),
  previous: required(field('previous', anyText, 'snapshot-1')),
}));

/** What a DataVolume, and the volume of a VM's own, have in common. */
export const STORAGE_ROWS: Rows<StorageDeclaration, SourceContext> = {
  source: required(group('spec', SOURCE)),
  size: field('spec.storage.resources.requests.storage', quantity, '40Gi'),
  storageClass: field('spec.storage.storageClassName', text, 'fast'),
  accessModes: notEmpty(
    field(
      'spec.storage.accessModes',
      listOf(known('ReadWriteOnce', 'ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOncePod')),
      ['ReadWriteMany'],
    ),
  ),
  volumeMode: field('spec.storage.volumeMode', known('Block', 'Filesystem'), 'Block'),
  volumeName: field('spec.storage.volumeName', text, 'disk-7'),
  pvc: field('spec.pvc', asWritten as never, { accessModes: ['ReadWriteOnce'] }),
  contentType: field('spec.contentType', known('kubevirt', 'archive'), 'archive'),
  preallocation: field('spec.preallocation', flag, true),
  priorityClassName: field('spec.priorityClassName', text, 'high'),
  checkpoints: field('spec.checkpoints', listOf(CHECKPOINT.shape), [{ current: 'b', previous: 'a' }]),
  finalCheckpoint: field('spec.finalCheckpoint', flag, true),
};

/** A DataVolume. */
export const DATA_VOLUME = table<DataVolumeDeclaration, SourceContext & MetadataContext>('DataVolumeProps', () => ({
  ...METADATA_ROWS,
  ...STORAGE_ROWS,
  ...escapeRows<DataVolumeSpec>({ preallocation: true } as never),
  bindImmediately: {
    fields: ['metadata.annotations["cdi.kubevirt.io/storage.bind.immediate.requested"]!'],
    shape: flag,
    example: true,
    isReadFirst: true,
    write: (value, out) => {
      if (value) {
        out.metadata = withAnnotation(out.metadata);
      }
    },
    read: (from) => (from.peek(BIND_IMMEDIATELY) === 'true' ? from.take(BIND_IMMEDIATELY) !== undefined : undefined),
  },
}));

function withAnnotation(metadata: unknown): unknown {
  const { annotations, ...rest } = (metadata ?? {}) as { readonly annotations?: object };
  return { ...rest, annotations: { ...annotations, [BIND_IMMEDIATELY[2]!]: 'true' } };
}
