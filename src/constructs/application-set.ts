import { Construct } from 'constructs';
import { ARGOCD_API, ARGOCD_NAMESPACE, checkDelivery } from '../argocd/fleet/application';
import { type ApplicationSetDeclaration, applicationSet } from '../argocd/fleet/application-set';
import { addFindings } from './findings';
import { Resource } from './resource';

/** What an ApplicationSet brings to the clusters of a fleet. */
export interface ApplicationSetProps extends Omit<ApplicationSetDeclaration, 'name'> {
  /**
   * Name of the ApplicationSet.
   *
   * @default - the id of the construct
   */
  readonly name?: string;
}

/** Every cluster of the index that `polyvirt synth` writes, brought about by Argo CD. */
export class ApplicationSet extends Construct {
  private readonly _declaration: ApplicationSetDeclaration;

  constructor(scope: Construct, id: string, props: ApplicationSetProps) {
    super(scope, id);
    const { name = id, namespace = ARGOCD_NAMESPACE } = props;
    this._declaration = structuredClone({ ...props, name });

    new Resource(this, { apiVersion: ARGOCD_API, kind: 'ApplicationSet', name, namespace }, () =>
      applicationSet(this._declaration),
    );

    addFindings(this, () => checkDelivery({ ...this._declaration, path: this._declaration.output }));
  }
}
