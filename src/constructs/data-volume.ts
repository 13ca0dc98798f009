import { Construct } from 'constructs';
import { quantityText } from '../kube/quantity';
import type { DataVolumeDeclaration } from '../model/data-volume';
import type { DataVolumeSource } from '../model/data-volume-source';
import { dataVolume, leftOutOfDataVolume } from '../model/manifests/data-volume';
import type { StorageOptions } from '../model/volume';
import { addFindings } from './findings';
import { type PropTable, plainCopy } from './plain-copy';
import { Platform } from './platform';
import { Resource } from './resource';

/** A volume and what it is filled with. */
export interface DataVolumeProps extends StorageOptions {
  /**
   * Name of the volume and of its claim.
   *
   * @default - the id of the construct
   */
  readonly name?: string;

  /**
   * Namespace of the volume.
   *
   * @default - that of the platform
   */
  readonly namespace?: string;

  /**
   * Labels of the volume.
   *
   * @default - none
   */
  readonly labels?: Readonly<Record<string, string>>;

  /**
   * Annotations of the volume.
   *
   * @default - none
   */
  readonly annotations?: Readonly<Record<string, string>>;

  /** What it is filled with. */
  readonly source: DataVolumeSource;

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
   * Whether the import starts at once, also where the storage class waits for a first consumer.
   *
   * @default false
   */
  readonly bindImmediately?: boolean;
}

const PROPS: PropTable<DataVolumeProps> = {
  name: true,
  namespace: true,
  labels: true,
  annotations: true,
  source: true,
  size: true,
  storageClass: true,
  accessModes: true,
  volumeMode: true,
  contentType: true,
  preallocation: true,
  bindImmediately: true,
};

/** A volume that CDI creates and fills. */
export class DataVolume extends Construct {
  /** Name of the volume and of its claim. */
  public readonly name: string;
  private readonly _declaration: DataVolumeDeclaration;

  constructor(scope: Construct, id: string, props: DataVolumeProps) {
    super(scope, id);
    this.name = props.name ?? id;
    const { source, size, ...rest } = plainCopy(props, PROPS);
    this._declaration = {
      ...rest,
      name: this.name,
      source: source.declaration,
      ...(size === undefined ? {} : { size: quantityText(size) }),
    };

    new Resource(
      this,
      { apiVersion: 'cdi.kubevirt.io/v1beta1', kind: 'DataVolume', name: this.name, namespace: props.namespace },
      () => dataVolume(this._declaration, Platform.contextOf(this)),
    );

    addFindings(this, () => leftOutOfDataVolume(this._declaration, Platform.contextOf(this)));
  }
}
