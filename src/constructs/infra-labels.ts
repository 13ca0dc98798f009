import { Construct } from 'constructs';
import { findingObject } from '../kube/identity';
import { MACHINES_NAMESPACE } from '../machines/facts';
import {
  checkInfraLabels,
  INFRA_LABELS_NAME,
  type InfraLabel,
  type InfraLabelsDeclaration,
  infraLabelsConfigMap,
  userAccess,
} from '../machines/infra-labels';
import { INFRA_LABELS } from '../model/platform-parts';
import { Declared } from './declared';
import { addFindings } from './findings';
import { Platform } from './platform';
import { Resource } from './resource';

/** Which labels go from the infra cluster to the user cluster. */
export type InfraLabelsProps = InfraLabelsDeclaration;

/**
 * The labels that go from nodes of the infra cluster to the nodes that machines become: a ConfigMap for the controller that copies
 * them, and labels of the pools whose placement leaves one value.
 */
export class InfraLabels extends Construct {
  private readonly _declared: Declared<InfraLabelsDeclaration>;

  constructor(scope: Construct, id: string, props: InfraLabelsProps) {
    super(scope, id);
    this._declared = new Declared(this, props, INFRA_LABELS);
    const { name = INFRA_LABELS_NAME, namespace = MACHINES_NAMESPACE } = props;
    Platform.tryOf(this)?._copiesLabels(() => this._declared.declaration);

    new Resource(this, { apiVersion: 'v1', kind: 'ConfigMap', name, namespace }, () =>
      infraLabelsConfigMap(this._declared.declaration),
    );

    for (const object of props.controller === undefined ? [] : userAccess(this._declared.declaration)) {
      new Resource(new Construct(this, object.kind), findingObject(object), () => object);
    }

    addFindings(this, () => [
      ...this._declared.findings(this.constructor === InfraLabels),
      ...checkInfraLabels(this._declared.declaration),
    ]);
  }

  /** One more label. */
  public addKey(key: InfraLabel): void {
    this._declared.add('keys', key);
    Platform.tryOf(this)?._changed();
  }
}
