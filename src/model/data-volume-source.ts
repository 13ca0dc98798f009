import type { Architecture } from '../architectures/facts';
import { goldenImageSource } from './boot-image';
import type { PlatformContext } from './context';
import type { GoldenImage } from './golden-image';
import { derived, field, group, put, required, table } from './rows/row';
import { anyText, architecture, flag, known, listOf, type Nothing, nothing, text } from './rows/shapes';

/** Where the content of a DataVolume comes from, as plain data: exactly one of the keys. */
export interface DataVolumeSourceDeclaration {
  /** A container image that holds a disk. */
  readonly registry?: RegistrySource;
  /** A disk image behind a URL. */
  readonly http?: HttpSource;
  /** A disk image in an S3 bucket. */
  readonly s3?: S3Source;
  /** A disk image in a bucket of Google Cloud Storage. */
  readonly gcs?: GcsSource;
  /** A disk of oVirt. */
  readonly imageio?: ImageioSource;
  /** A disk of VMware. */
  readonly vddk?: VddkSource;
  /** A clone of a claim. */
  readonly pvc?: ObjectReference;
  /** A clone of a volume snapshot. */
  readonly snapshot?: ObjectReference;
  /** An empty disk. */
  readonly blank?: Nothing;
  /** What is uploaded later, with `virtctl image-upload`. */
  readonly upload?: Nothing;
  /** What a DataSource points to. */
  readonly sourceRef?: SourceReference;
  /** A golden image, by the name of its data source, for the architecture of the VM. */
  readonly goldenImage?: GoldenImageReference;
}

/** A container image that holds a disk. */
interface RegistrySource {
  /** With its transport, as `docker://quay.io/containerdisks/fedora:42`. */
  readonly url?: string;
  /** Name of an image stream of OpenShift, instead of a URL. */
  readonly imageStream?: string;
  /**
   * Which of a multi-architecture image to import.
   *
   * @default - the architecture of the virtual machine, where the target can say it and the nodes are not all alike
   */
  readonly architecture?: string | null;
  /**
   * `node` lets the node's container runtime pull, `pod` the importer itself.
   *
   * @default 'pod'
   */
  readonly pullMethod?: 'node' | 'pod';
  /** Secret with the credentials of the registry. */
  readonly secretRef?: string;
  /** ConfigMap with the certificates of the registry. */
  readonly certConfigMap?: string;
}

/** A disk image behind a URL. */
interface HttpSource {
  /** Where it is. */
  readonly url: string;
  /** Secret with the credentials of the server. */
  readonly secretRef?: string;
  /** ConfigMap with the certificates of the server. */
  readonly certConfigMap?: string;
  /** Headers of the request. They are in the manifest for everyone to read. */
  readonly extraHeaders?: readonly string[];
  /** Secrets with headers of the request. */
  readonly secretExtraHeaders?: readonly string[];
}

/** A disk image in an S3 bucket. */
interface S3Source {
  /** Where it is. */
  readonly url: string;
  /** Secret with the access key. */
  readonly secretRef?: string;
  /** ConfigMap with the certificates of the server. */
  readonly certConfigMap?: string;
}

/** A disk image in a bucket of Google Cloud Storage. */
interface GcsSource {
  /** Where it is. */
  readonly url: string;
  /** Secret with the credentials. */
  readonly secretRef?: string;
}

/** A disk of oVirt. */
interface ImageioSource {
  /** Address of the engine. */
  readonly url: string;
  /** Id of the disk. */
  readonly diskId: string;
  /** Secret with the credentials of the engine. */
  readonly secretRef?: string;
  /** ConfigMap with the certificates of the engine. */
  readonly certConfigMap?: string;
  /** Whether certificates are not looked at. */
  readonly insecureSkipVerify?: boolean;
}

/** A disk of VMware. */
interface VddkSource {
  /** Path of the disk. */
  readonly backingFile?: string;
  /** Address of the vCenter. */
  readonly url?: string;
  /** UUID of the VM. */
  readonly uuid?: string;
  /** Thumbprint of the certificate of the vCenter. */
  readonly thumbprint?: string;
  /** Secret with the credentials of the vCenter. */
  readonly secretRef?: string;
  /** Image with the library of VMware. */
  readonly initImageURL?: string;
  /** ConfigMap with further arguments. */
  readonly extraArgs?: string;
}

/** An object of some namespace. */
export interface ObjectReference {
  /** Its name. */
  readonly name: string;
  /** Its namespace. */
  readonly namespace: string;
}

/** A DataSource. */
interface SourceReference {
  /** Its name. */
  readonly name: string;
  /**
   * Its namespace.
   *
   * @default - that of the volume
   */
  readonly namespace?: string;
  /**
   * Its kind.
   *
   * @default 'DataSource'
   */
  readonly kind?: string | null;
}

/** A golden image of the platform, or one that HyperConverged brings along. */
export interface GoldenImageReference {
  /** Name of its data source. */
  readonly name: string;
  /**
   * Its architecture.
   *
   * @default - that of the virtual machine
   */
  readonly architecture?: Architecture;
}

/** What a source has to know: which VM it is for, and what the target can say. */
export interface SourceContext {
  readonly platform: PlatformContext;
  /** Of the VM that boots from it; nothing where that is not known, or for a volume that belongs to none. */
  readonly architecture: Architecture | undefined;
  /** Whether the object can say which architecture of an image to import. */
  readonly canSay: boolean;
  /** The one that is imported where the source does not say it itself. */
  readonly imported: Architecture | undefined;
}

const REGISTRY = table<RegistrySource, SourceContext>('RegistrySource', () => ({
  url: field('url', text, 'docker://quay.io/containerdisks/fedora:42'),
  imageStream: field('imageStream', text, 'fedora'),
  architecture: {
    ...field('platform.architecture', anyText, 's390x'),
    derive: ({ imported }) => imported,
    write: (architecture, out, { canSay }) => {
      if (canSay) {
        put(out, ['platform', 'architecture'], architecture);
      }
    },
  },
  pullMethod: field('pullMethod', known('node', 'pod'), 'node'),
  secretRef: field('secretRef', text, 'registry'),
  certConfigMap: field('certConfigMap', text, 'certificates'),
}));

const REFERENCE = table<ObjectReference>('ObjectReference', () => ({
  name: required(field('name', text, 'golden')),
  namespace: required(field('namespace', text, 'images')),
}));

const DATA_SOURCE = 'DataSource';

/** Where the content of a volume comes from, below its spec. */
export const SOURCE = table<DataVolumeSourceDeclaration, SourceContext>(
  'DataVolumeSourceDeclaration',
  () => ({
    registry: group('source.registry', REGISTRY),
    http: group(
      'source.http',
      table<HttpSource>('HttpSource', () => ({
        url: required(field('url', text, 'https://example.org/disk.qcow2')),
        secretRef: field('secretRef', text, 'server'),
        certConfigMap: field('certConfigMap', text, 'certificates'),
        extraHeaders: field('extraHeaders', listOf(text), ['Accept: */*']),
        secretExtraHeaders: field('secretExtraHeaders', listOf(text), ['headers']),
      })),
    ),
    s3: group(
      'source.s3',
      table<S3Source>('S3Source', () => ({
        url: required(field('url', text, 'https://s3.example.org/images/disk.qcow2')),
        secretRef: field('secretRef', text, 'bucket'),
        certConfigMap: field('certConfigMap', text, 'certificates'),
      })),
    ),
    gcs: group(
      'source.gcs',
      table<GcsSource>('GcsSource', () => ({
        url: required(field('url', text, 'gs://images/disk.qcow2')),
        secretRef: field('secretRef', text, 'bucket'),
      })),
    ),
    imageio: group(
      'source.imageio',
      table<ImageioSource>('ImageioSource', () => ({
        url: required(field('url', text, 'https://engine.example.org/ovirt-engine/api')),
        diskId: required(field('diskId', text, '1')),
        secretRef: field('secretRef', text, 'engine'),
        certConfigMap: field('certConfigMap', text, 'certificates'),
        insecureSkipVerify: field('insecureSkipVerify', flag, true),
      })),
    ),
    vddk: group(
      'source.vddk',
      table<VddkSource>('VddkSource', () => ({
        backingFile: field('backingFile', text, '[store] vm/disk.vmdk'),
        url: field('url', text, 'https://vcenter.example.org'),
        uuid: field('uuid', text, '52260566-b032-36cb-55b1-79bf29e30490'),
        thumbprint: field('thumbprint', text, '20:6C:8A:5D'),
        secretRef: field('secretRef', text, 'vcenter'),
        initImageURL: field('initImageURL', text, 'registry.example.org/vddk:8'),
        extraArgs: field('extraArgs', text, 'arguments'),
      })),
    ),
    pvc: group('source.pvc', REFERENCE),
    snapshot: group('source.snapshot', REFERENCE),
    blank: field('source.blank', nothing, {}),
    upload: field('source.upload', nothing, {}),
    sourceRef: group(
      'sourceRef',
      table<SourceReference>('SourceReference', () => ({
        name: required(field('name', text, 'fedora')),
        namespace: field('namespace', text, 'images'),
        kind: derived(field('kind', text, 'Other'), () => DATA_SOURCE),
      })),
    ),
    goldenImage: {
      fields: ['sourceRef!'],
      shape: table<GoldenImageReference>('GoldenImageReference', () => ({
        name: required(field('name', text, 'fedora')),
        architecture: field('architecture', architecture, 'arm64'),
      })).shape,
      example: { name: 'fedora' },
      write: (image, out, context) => {
        const { name, namespace } = goldenImageSource(image, context.architecture, context.platform).reference;
        put(out, ['sourceRef'], { kind: DATA_SOURCE, name, namespace });
      },
      // What a data source is the image of is not told by its name alone.
      read: () => undefined,
    },
  }),
  [
    'registry',
    'http',
    's3',
    'gcs',
    'imageio',
    'vddk',
    'pvc',
    'snapshot',
    'blank',
    'upload',
    'sourceRef',
    'goldenImage',
  ],
);

/** How a container image is imported. */
export interface RegistrySourceOptions {
  /**
   * Which of a multi-architecture image to import.
   *
   * @default - the architecture of the virtual machine, where the target can say it; otherwise that of the node on
   * which the importer happens to run
   */
  readonly architecture?: string | null;

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
