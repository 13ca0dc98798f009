import { Construct } from 'constructs';
import type { ArgocdDestination } from '../argocd/declaration';
import {
  type ApplicationDeclaration,
  ARGOCD_API,
  ARGOCD_NAMESPACE,
  application,
  checkDelivery,
  checkDestination,
  type DeliveryDeclaration,
} from '../argocd/fleet/application';
import { type ApplicationSetDeclaration, applicationSet } from '../argocd/fleet/application-set';
import { addFindings } from './findings';
import type { Platform } from './platform';
import { Resource } from './resource';

/** What an Application of Argo CD brings to a cluster. */
export interface ApplicationProps extends DeliveryDeclaration {
  /**
   * The platform that it delivers: it then has its name, its destination and its labels.
   *
   * @default - none: say `path` and `destination`
   */
  readonly platform?: Platform;

  /**
   * Name of the Application.
   *
   * @default - that of the platform, else the id of the construct
   */
  readonly name?: string;

  /**
   * Labels of the Application.
   *
   * @default - those that the platform says for Argo CD
   */
  readonly labels?: Readonly<Record<string, string>>;

  /**
   * Folder in the repository.
   *
   * @default - `dist/` and the name of the platform
   */
  readonly path?: string;

  /**
   * The cluster, as Argo CD knows it.
   *
   * @default - what the platform says for Argo CD
   */
  readonly destination?: ArgocdDestination;
}

/** One cluster, brought about by Argo CD. It belongs on the cluster where Argo CD runs. */
export class Application extends Construct {
  /** Name of the Application. */
  public readonly name: string;
  private readonly _declaration: ApplicationDeclaration;

  constructor(scope: Construct, id: string, props: ApplicationProps) {
    super(scope, id);
    const { platform, ...rest } = props;
    this.name = props.name ?? platform?.node.id ?? id;
    const labels = props.labels ?? platform?.argocd.labels;
    this._declaration = structuredClone({
      ...rest,
      name: this.name,
      path: props.path ?? `dist/${this.name}`,
      destination: props.destination ?? platform?.argocd.destination ?? {},
      ...(labels === undefined ? {} : { labels }),
    });
    const { namespace: own = ARGOCD_NAMESPACE } = props;

    new Resource(this, { apiVersion: ARGOCD_API, kind: 'Application', name: this.name, namespace: own }, () =>
      application(this._declaration),
    );

    addFindings(this, () => [
      ...checkDestination(this._declaration.destination, 'destination'),
      ...checkDelivery(this._declaration),
    ]);
  }
}

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
