import { type QuantityInput, quantityText } from '../kube/quantity';
import type { AccessMode, StorageDeclaration } from './data-volume';
import type { DataVolumeSource } from './data-volume-source';

/** What is behind a disk, as plain data: exactly one of the keys, named as KubeVirt names its volumes. */
export type VolumeDeclaration =
  | {
      readonly containerDisk: {
        readonly image: string;
        readonly imagePullPolicy?: ImagePullPolicy;
        readonly imagePullSecret?: string;
      };
    }
  | { readonly dataVolume: { readonly name: string } }
  | { readonly dataVolumeTemplate: StorageDeclaration }
  | { readonly persistentVolumeClaim: { readonly claimName: string } }
  | { readonly ephemeral: { readonly claimName: string } }
  | { readonly emptyDisk: { readonly capacity: string } }
  | { readonly hostDisk: { readonly path: string; readonly type: HostDiskType; readonly capacity?: string } }
  | { readonly configMap: { readonly name: string } }
  | { readonly secret: { readonly secretName: string } }
  | { readonly serviceAccount: { readonly serviceAccountName: string } };

/** When a node pulls an image. */
export type ImagePullPolicy = 'Always' | 'IfNotPresent' | 'Never';

/** `Disk` must exist on the node already. */
export type HostDiskType = 'Disk' | 'DiskOrCreate';

/** How a container disk is pulled. */
export interface ContainerVolumeOptions {
  /**
   * When a node pulls the image.
   *
   * @default - KubeVirt's: `Always` for `latest`, `IfNotPresent` otherwise
   */
  readonly imagePullPolicy?: ImagePullPolicy;

  /**
   * Secret with the credentials of the registry.
   *
   * @default - none
   */
  readonly imagePullSecret?: string;
}

/** What a volume of its own needs, for a virtual machine. */
export interface StorageOptions {
  /**
   * Its size.
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
}

/** What is behind a disk. */
export class Volume {
  /** A disk inside a container image. What the guest writes is lost at its next start. */
  public static container(image: string, options: ContainerVolumeOptions = {}): Volume {
    return new Volume({ containerDisk: { image, ...options } });
  }

  /** A DataVolume that exists beside the virtual machine. */
  public static dataVolume(name: string): Volume {
    return new Volume({ dataVolume: { name } });
  }

  /** A volume of the virtual machine's own: made and deleted with it, and filled from the source. */
  public static own(source: DataVolumeSource, options: StorageOptions = {}): Volume {
    return new Volume({ dataVolumeTemplate: storageDeclaration(source, options) });
  }

  /** A claim that exists already. */
  public static claim(claimName: string): Volume {
    return new Volume({ persistentVolumeClaim: { claimName } });
  }

  /** A claim that is only read; what the guest writes is lost at its next start. */
  public static ephemeral(claimName: string): Volume {
    return new Volume({ ephemeral: { claimName } });
  }

  /** An empty disk of this size, on the node; lost at the next start. */
  public static empty(capacity: QuantityInput): Volume {
    return new Volume({ emptyDisk: { capacity: quantityText(capacity) } });
  }

  /** A file on the node; made with this size where it is missing and a size is given. Needs the gate HostDisk. */
  public static hostDisk(path: string, capacity?: QuantityInput): Volume {
    return new Volume({
      hostDisk:
        capacity === undefined
          ? { path, type: 'Disk' }
          : { path, type: 'DiskOrCreate', capacity: quantityText(capacity) },
    });
  }

  /** The entries of a ConfigMap as files. */
  public static configMap(name: string): Volume {
    return new Volume({ configMap: { name } });
  }

  /** The entries of a Secret as files. */
  public static secret(secretName: string): Volume {
    return new Volume({ secret: { secretName } });
  }

  /** The token of a service account as files. */
  public static serviceAccount(serviceAccountName: string): Volume {
    return new Volume({ serviceAccount: { serviceAccountName } });
  }

  private constructor(public readonly declaration: VolumeDeclaration) {}
}

/** A source with its storage, as plain data. */
export function storageDeclaration(source: DataVolumeSource, options: StorageOptions): StorageDeclaration {
  const { size, ...rest } = options;
  return { source: source.declaration, ...rest, ...(size === undefined ? {} : { size: quantityText(size) }) };
}
