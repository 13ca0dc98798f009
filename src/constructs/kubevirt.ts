import { Construct } from 'constructs';
import { KUBEVIRT, KUBEVIRT_NAME, type KubeVirtDeclaration, type KubeVirtProps } from '../model/kubevirt';
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
