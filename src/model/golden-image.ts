import type { Architecture } from '../architectures/facts';
import { type QuantityInput, quantityText } from '../kube/quantity';
import type { AccessMode } from './data-volume';
import type { ObjectReference } from './data-volume-source';

/** An image that is imported again and again for VMs to boot from, as plain data. */
export type GoldenImageDeclaration = GoldenImagePart & GoldenImageSource;

/** Where an image comes from, exactly one of the keys; or that a built-in one of its name is switched off. */
type GoldenImageSource =
  | { readonly registry: GoldenRegistry }
  | { readonly imageStream: GoldenImageStream }
  | { readonly pvc: ObjectReference }
  | { readonly disabled: true };

/** A container image that holds a disk. */
export interface GoldenRegistry {
  /** With its transport, as `docker://quay.io/containerdisks/fedora:42`. */
  readonly url: string;

  /**
   * Whether the node pulls it, or the pod of the importer.
   *
   * @default - CDI's: `pod`
   */
  readonly pullMethod?: 'node' | 'pod';

  /**
   * Secret by which it is pulled.
   *
   * @default - none
   */
  readonly secretRef?: string;

  /**
   * ConfigMap with certificates of the registry.
   *
   * @default - none
   */
  readonly certConfigMap?: string;
}

/** An image stream of OpenShift, whose images the nodes pull. */
export interface GoldenImageStream {
  /** Its name. */
  readonly name: string;

  /**
   * Secret by which its images are pulled.
   *
   * @default - none
   */
  readonly secretRef?: string;
}

/** What every image says about itself. */
interface GoldenImagePart extends Omit<GoldenImageOptions, 'size'> {
  /** Name of its data source. That of a built-in image overrides it. */
  readonly name: string;
  readonly size?: string;
}

/** How an image is imported and kept. */
export interface GoldenImageOptions {
  /**
   * Name of its template, and so of its DataImportCron.
   *
   * @default - `<name>-image-cron`, as built-in images have it
   */
  readonly cron?: string;

  /**
   * Namespace of its volumes and data sources.
   *
   * @default - that of SSP, which is the one where pointers lead
   */
  readonly namespace?: string;

  /**
   * Labels of the template.
   *
   * @default - none
   */
  readonly labels?: Readonly<Record<string, string>>;

  /**
   * Annotations of the template, beside those that follow from the rest.
   *
   * @default - none
   */
  readonly annotations?: Readonly<Record<string, string>>;

  /**
   * Architectures that the image has. HyperConverged cannot find that out by itself.
   *
   * @default - not said: imported once, for whatever node the importer runs on
   */
  readonly architectures?: readonly Architecture[];

  /**
   * When the source is looked at for something newer, as cron does.
   *
   * @default - every twelve hours
   */
  readonly schedule?: string;

  /**
   * Whether old imports are removed.
   *
   * @default 'Outdated'
   */
  readonly garbageCollect?: 'Outdated' | 'Never';

  /**
   * What stays when the image is removed.
   *
   * @default - HyperConverged's: `None` from 1.18, `All` before
   */
  readonly retentionPolicy?: 'None' | 'All';

  /**
   * How many imports are kept.
   *
   * @default - HyperConverged's: 1 from 1.18, 3 before
   */
  readonly importsToKeep?: number;

  /**
   * Size of an import.
   *
   * @default - that of the built-in image; required for any other
   */
  readonly size?: QuantityInput;

  /**
   * Storage class of the imports.
   *
   * @default - the cluster's default for virtual machines, or its default
   */
  readonly storageClass?: string;

  /**
   * How imports may be mounted.
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

/** The keys of an image, of which exactly one says where it comes from. */
export interface GoldenImageKeys extends GoldenImageOptions {
  /** Name of its data source. That of a built-in image overrides it. */
  readonly name: string;
  /** A container image that holds a disk, as docker://quay.io/containerdisks/fedora:42. */
  readonly registry?: GoldenRegistry;
  /** An image stream of OpenShift, whose images the nodes pull. */
  readonly imageStream?: GoldenImageStream;
  /** A claim that is cloned. */
  readonly pvc?: ObjectReference;
  /** The built-in image of this name is not imported. */
  readonly disabled?: true;
}

/** An image that is imported again and again for VMs to boot from. */
export class GoldenImage {
  /** A container image that holds a disk, as `docker://quay.io/containerdisks/fedora:42`. */
  public static registry(name: string, source: string | GoldenRegistry, options: GoldenImageOptions = {}): GoldenImage {
    const registry = typeof source === 'string' ? { url: source } : source;
    return new GoldenImage({ ...partOf(name, options), registry });
  }

  /** An image stream of OpenShift. */
  public static imageStream(
    name: string,
    source: string | GoldenImageStream,
    options: GoldenImageOptions = {},
  ): GoldenImage {
    const imageStream = typeof source === 'string' ? { name: source } : source;
    return new GoldenImage({ ...partOf(name, options), imageStream });
  }

  /** A claim that is cloned. It has one architecture, whatever is said. */
  public static claim(name: string, claim: ObjectReference, options: GoldenImageOptions = {}): GoldenImage {
    return new GoldenImage({ ...partOf(name, options), pvc: { ...claim } });
  }

  /** A built-in image that is not imported, by the name of its data source: `fedora`. */
  public static disabled(name: string): GoldenImage {
    return new GoldenImage({ name, disabled: true });
  }

  private constructor(public readonly declaration: GoldenImageDeclaration) {}

  /** Name of its data source. */
  public get name(): string {
    return this.declaration.name;
  }
}

function partOf(name: string, { size, ...rest }: GoldenImageOptions): GoldenImagePart {
  return { name, ...rest, ...(size === undefined ? {} : { size: quantityText(size) }) };
}

/** The name of the template of an image. */
export function cronOf({ name, cron }: Pick<GoldenImagePart, 'name' | 'cron'>): string {
  return cron ?? `${name}-image-cron`;
}
