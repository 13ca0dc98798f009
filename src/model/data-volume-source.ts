import type { Architecture } from '../architectures/facts';
import type { GoldenImage } from './golden-image';

/** Where the content of a DataVolume comes from, as plain data: exactly one of the keys. */
export type DataVolumeSourceDeclaration =
  | { readonly registry: RegistrySource }
  | { readonly http: HttpSource }
  | { readonly pvc: ObjectReference }
  | { readonly snapshot: ObjectReference }
  | { readonly blank: Record<string, never> }
  | { readonly upload: Record<string, never> }
  | { readonly sourceRef: SourceReference }
  | { readonly goldenImage: GoldenImageReference };

/** A container image that holds a disk. */
export interface RegistrySource {
  /** With its transport, as `docker://quay.io/containerdisks/fedora:42`. */
  readonly url: string;
  /** Which of a multi-architecture image to import. */
  readonly architecture?: string;
  /** `node` lets the node's container runtime pull, `pod` the importer itself. */
  readonly pullMethod?: 'node' | 'pod';
  readonly secretRef?: string;
  readonly certConfigMap?: string;
}

/** A disk image behind a URL. */
export interface HttpSource {
  readonly url: string;
  readonly secretRef?: string;
  readonly certConfigMap?: string;
}

/** An object of some namespace. */
export interface ObjectReference {
  readonly name: string;
  readonly namespace: string;
}

/** A DataSource; the namespace is that of the volume where absent. */
export interface SourceReference {
  readonly name: string;
  readonly namespace?: string;
}

/** A golden image of the platform, or one that HyperConverged brings along, by the name of its data source. */
export interface GoldenImageReference {
  readonly name: string;
  /** That of the virtual machine where absent. */
  readonly architecture?: Architecture;
}

/** How a container image is imported. */
export interface RegistrySourceOptions {
  /**
   * Which of a multi-architecture image to import.
   *
   * @default - the architecture of the virtual machine, where the target can say it; otherwise that of the node on
   * which the importer happens to run
   */
  readonly architecture?: string;

  /**
   * Who pulls: the importer pod, or the container runtime of its node.
   *
   * @default 'pod'
   */
  readonly pullMethod?: 'node' | 'pod';

  /**
   * Secret with the credentials of the registry.
   *
   * @default - none
   */
  readonly secretRef?: string;

  /**
   * ConfigMap with the certificates of the registry.
   *
   * @default - none
   */
  readonly certConfigMap?: string;
}

/** How a disk image is downloaded. */
export interface HttpSourceOptions {
  /**
   * Secret with the credentials of the server.
   *
   * @default - none
   */
  readonly secretRef?: string;

  /**
   * ConfigMap with the certificates of the server.
   *
   * @default - none
   */
  readonly certConfigMap?: string;
}

/** Where the content of a DataVolume comes from. */
export class DataVolumeSource {
  /** A container image that holds a disk, as `docker://quay.io/containerdisks/fedora:42`. */
  public static registry(url: string, options: RegistrySourceOptions = {}): DataVolumeSource {
    return new DataVolumeSource({ registry: { url, ...options } });
  }

  /** A disk image behind a URL: qcow2 or raw, also compressed. */
  public static http(url: string, options: HttpSourceOptions = {}): DataVolumeSource {
    return new DataVolumeSource({ http: { url, ...options } });
  }

  /** A clone of a claim. */
  public static claim(namespace: string, name: string): DataVolumeSource {
    return new DataVolumeSource({ pvc: { namespace, name } });
  }

  /** A clone of a volume snapshot. */
  public static snapshot(namespace: string, name: string): DataVolumeSource {
    return new DataVolumeSource({ snapshot: { namespace, name } });
  }

  /** An empty disk. */
  public static blank(): DataVolumeSource {
    return new DataVolumeSource({ blank: {} });
  }

  /** What is uploaded later, with `virtctl image-upload`. */
  public static upload(): DataVolumeSource {
    return new DataVolumeSource({ upload: {} });
  }

  /** What a DataSource points to, as a golden image does. */
  public static dataSource(name: string, namespace?: string): DataVolumeSource {
    return new DataVolumeSource({ sourceRef: namespace === undefined ? { name } : { name, namespace } });
  }

  /** A golden image, for the architecture of the VM that boots from it. */
  public static goldenImage(image: GoldenImage | string, architecture?: Architecture): DataVolumeSource {
    const name = typeof image === 'string' ? image : image.name;
    return new DataVolumeSource({ goldenImage: { name, ...(architecture === undefined ? {} : { architecture }) } });
  }

  private constructor(public readonly declaration: DataVolumeSourceDeclaration) {}
}

/** What a virtual machine boots from. */
export const BootSource = {
  /**
   * A golden image, for the architecture of the VM: `Disk.own('os', BootSource.goldenImage('fedora'), {})`.
   *
   * @param image one of the platform, or the name of one that HyperConverged brings along
   */
  goldenImage: (image: GoldenImage | string): DataVolumeSource => DataVolumeSource.goldenImage(image),
};
