import { type QuantityInput, quantityText } from '../kube/quantity';
import type { StorageOptions } from './data-volume';
import type { DataVolumeSource } from './data-volume-source';
import type {
  ContainerVolumeOptions,
  DataVolumeTemplateDeclaration,
  DataVolumeTemplateOptions,
  VolumeDeclaration,
} from './volume-kinds';

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
  public static own(source: DataVolumeSource, options: StorageOptions & DataVolumeTemplateOptions = {}): Volume {
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
function storageDeclaration(
  source: DataVolumeSource,
  options: StorageOptions & DataVolumeTemplateOptions,
): DataVolumeTemplateDeclaration {
  const { size, ...rest } = options;
  return { source: source.declaration, ...rest, ...(size === undefined ? {} : { size: quantityText(size) }) };
}
