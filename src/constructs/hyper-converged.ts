import { Construct } from 'constructs';
import type { HcoFeatureGate } from '../gates/hco';
import { HYPERCONVERGED_NAME } from '../golden-images/facts';
import { compact } from '../kube/object';
import { hcoRelease } from '../model/context';
import type { GoldenImage } from '../model/golden-image';
import type { HyperConvergedDeclaration, HyperConvergedPlacement } from '../model/hyper-converged';
import type { EvictionStrategy } from '../model/instance-pod';
import { leftOutOfGoldenImage } from '../model/manifests/golden-image';
import { hyperConverged, leftOutOfHyperConverged, writtenVersion } from '../model/manifests/hyper-converged';
import type { Plain } from '../model/rows/plain';
import { plainPlacement, type WithPlacement } from './component-placement';
import { addFindings } from './findings';
import { type PropTable, plainCopy } from './plain-copy';
import { Platform } from './platform';
import { Resource } from './resource';

/** How HyperConverged installs virtualization on a cluster. */
export interface HyperConvergedProps {
  /**
   * Namespace of the resource: that of the operator, which looks nowhere else.
   *
   * @default 'kubevirt-hyperconverged'
   */
  readonly namespace?: string;

  /**
   * Labels of the resource.
   *
   * @default - none
   */
  readonly labels?: Readonly<Record<string, string>>;

  /**
   * Annotations of the resource.
   *
   * @default - none
   */
  readonly annotations?: Readonly<Record<string, string>>;

  /**
   * Version of the API in which it is written.
   *
   * @default - the one that the release stores: `v1` from 1.19, `v1beta1` before
   */
  readonly version?: 'v1beta1' | 'v1';

  /**
   * Whether golden images are imported once for each architecture. From 1.16; written where the release wants it.
   *
   * Switching it imports all images again.
   *
   * @default - HyperConverged's: off
   */
  readonly enableMultiArchBootImageImport?: boolean;

  /**
   * Whether the images that HyperConverged brings along are imported.
   *
   * @default - HyperConverged's: yes
   */
  readonly enableCommonBootImageImport?: boolean;

  /**
   * Where the images that HyperConverged brings along go.
   *
   * @default - SSP's: `kubevirt-os-images`
   */
  readonly commonBootImageNamespace?: string;

  /**
   * Images to import, beside the built-in ones or instead of them. More can be added with `addGoldenImage()`.
   *
   * @default - the built-in ones only
   */
  readonly goldenImages?: readonly GoldenImage[];

  /**
   * Where virtual machines can run. Their architectures decide what images are imported for.
   *
   * @default - HyperConverged's: nodes with the label of workers
   */
  readonly workloads?: WithPlacement<Plain<HyperConvergedPlacement>>;

  /**
   * Where the operators' own components run.
   *
   * @default - HyperConverged's
   */
  readonly infra?: WithPlacement<Plain<HyperConvergedPlacement>>;

  /**
   * Feature gates of HyperConverged that are on.
   *
   * @default - those that are on by themselves
   */
  readonly featureGates?: readonly HcoFeatureGate[];

  /**
   * Feature gates of HyperConverged that are off although they would be on by themselves.
   *
   * @default - none
   */
  readonly disabledFeatureGates?: readonly HcoFeatureGate[];

  /**
   * CPU model of guests that name none, on every architecture alike.
   *
   * @default - KubeVirt's
   */
  readonly defaultCPUModel?: string;

  /**
   * What happens to guests when their node is drained.
   *
   * @default - what the operator would write: `LiveMigrate` with several workers, `None` with one
   */
  readonly evictionStrategy?: EvictionStrategy;

  /**
   * How running guests get a new launcher after an update of KubeVirt; an empty list for not at all.
   *
   * @default - HyperConverged's: `LiveMigrate`
   */
  readonly workloadUpdateMethods?: readonly ('LiveMigrate' | 'Evict')[];
}

const PROPS: PropTable<HyperConvergedProps> = {
  namespace: true,
  labels: true,
  annotations: true,
  version: true,
  enableMultiArchBootImageImport: true,
  enableCommonBootImageImport: true,
  commonBootImageNamespace: true,
  goldenImages: true,
  workloads: true,
  infra: true,
  featureGates: true,
  disabledFeatureGates: true,
  defaultCPUModel: true,
  evictionStrategy: true,
  workloadUpdateMethods: true,
};

/** The virtualization of a cluster as one HyperConverged resource, which brings KubeVirt, CDI and SSP. */
export class HyperConverged extends Construct {
  private readonly _declaration: HyperConvergedDeclaration;
  private readonly _goldenImages: GoldenImage[];

  constructor(scope: Construct, id: string, props: HyperConvergedProps = {}) {
    super(scope, id);
    const { goldenImages = [], infra, workloads, ...rest } = plainCopy(props, PROPS);
    this._declaration = {
      ...rest,
      ...compact({ infra: plainPlacement(infra), workloads: plainPlacement(workloads) }),
    };
    this._goldenImages = [...goldenImages];
    const { namespace = HYPERCONVERGED_NAME } = props;
    const platform = Platform.tryOf(this);
    platform?._manages(
      () => this._declaration,
      () => this._images(),
    );
    const version = writtenVersion(this._declaration, hcoRelease(Platform.contextOf(this)));

    new Resource(
      this,
      { apiVersion: `hco.kubevirt.io/${version}`, kind: 'HyperConverged', name: HYPERCONVERGED_NAME, namespace },
      () => hyperConverged(this._declaration, this._images(), Platform.contextOf(this)),
    );

    addFindings(this, () => {
      // Alone in a plain chart it still imports its own images.
      const context = { ...Platform.contextOf(this), hyperConverged: this._declaration };
      return [
        ...leftOutOfHyperConverged(this._declaration, context),
        ...this._images().flatMap((image) =>
          leftOutOfGoldenImage(image, context).map((finding) => ({
            ...finding,
            path: [`goldenImages[${image.name}]`, finding.path].filter((part) => part !== undefined).join('.'),
          })),
        ),
      ];
    });
  }

  /** Imports one more image, or overrides or disables a built-in one. */
  public addGoldenImage(image: GoldenImage): void {
    this._goldenImages.push(image);
    Platform.tryOf(this)?._changed();
  }

  private _images() {
    return this._goldenImages.map(({ declaration }) => declaration);
  }
}
