import { Construct } from 'constructs';
import { HYPERCONVERGED_NAME, hyperConvergedNamespace } from '../golden-images/facts';
import { hcoRelease } from '../model/context';
import type { GoldenImage, GoldenImageDeclaration } from '../model/golden-image';
import type { HyperConvergedDeclaration, HyperConvergedProps } from '../model/hyper-converged';
import { HYPER_CONVERGED_PROPS, type HyperConvergedWithImages } from '../model/hyper-converged-images';
import { KUBEVIRT, KUBEVIRT_NAME, type KubeVirtDeclaration, type KubeVirtProps } from '../model/kubevirt';
import { leftOutOfGoldenImage } from '../model/manifests/golden-image';
import { hyperConverged, leftOutOfHyperConverged, writtenVersion } from '../model/manifests/hyper-converged';
import { kubeVirt, leftOutOfKubeVirt } from '../model/manifests/kubevirt';
import { Declared } from './declared';
import { addFindings } from './findings';
import { Platform } from './platform';
import { Resource } from './resource';

/** The KubeVirt installation of a cluster. */
export class KubeVirt extends Construct {
  private readonly _declared: Declared<KubeVirtDeclaration>;

  constructor(scope: Construct, id: string, props: KubeVirtProps = {}) {
    super(scope, id);
    this._declared = new Declared(this, props, KUBEVIRT);
    const { name = KUBEVIRT_NAME, namespace = KUBEVIRT_NAME } = props;
    Platform.tryOf(this)?._installs(() => this._declared.declaration);

    new Resource(
      this,
      { apiVersion: 'kubevirt.io/v1', kind: 'KubeVirt', name, namespace: namespace ?? undefined },
      () => kubeVirt(this._declared.declaration, Platform.contextOf(this)),
    );

    addFindings(this, () => [
      ...this._declared.findings(this.constructor === KubeVirt),
      ...leftOutOfKubeVirt(this._declared.declaration, Platform.contextOf(this)),
    ]);
  }
}

/** The virtualization of a cluster as one HyperConverged resource, which brings KubeVirt, CDI and SSP. */
export class HyperConverged extends Construct {
  private readonly _declared: Declared<HyperConvergedWithImages>;

  constructor(scope: Construct, id: string, props: HyperConvergedProps = {}) {
    super(scope, id);
    this._declared = new Declared(this, props, HYPER_CONVERGED_PROPS);
    const { namespace = hyperConvergedNamespace(Platform.contextOf(this).target) } = props;
    Platform.tryOf(this)?._manages(
      () => this._declaration(),
      () => this._images(),
    );
    const version = writtenVersion(props, hcoRelease(Platform.contextOf(this)));

    new Resource(
      this,
      { apiVersion: `hco.kubevirt.io/${version}`, kind: 'HyperConverged', name: HYPERCONVERGED_NAME, namespace },
      () => hyperConverged(this._declaration(), this._images(), Platform.contextOf(this)),
    );

    addFindings(this, () => {
      // Alone in a plain chart it still imports its own images.
      const context = { ...Platform.contextOf(this), hyperConverged: this._declaration() };
      return [
        ...this._declared.findings(this.constructor === HyperConverged),
        ...leftOutOfHyperConverged(this._declaration(), context),
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
  public addGoldenImage(image: GoldenImage | GoldenImageDeclaration): void {
    this._declared.add('goldenImages', image);
    Platform.tryOf(this)?._changed();
  }

  private _declaration(): HyperConvergedDeclaration {
    const { goldenImages: _images, ...declaration } = this._declared.declaration;
    return declaration;
  }

  private _images(): readonly GoldenImageDeclaration[] {
    const { goldenImages = [] } = this._declared.declaration;
    return goldenImages;
  }
}
