import { Construct } from 'constructs';
import { findingObject } from '../kube/identity';
import { MACHINES_NAMESPACE } from '../machines/facts';
import {
  checkInfraLabels,
  INFRA_LABELS_NAME,
  type InfraLabel,
  type InfraLabelsController,
  type InfraLabelsDeclaration,
  infraLabelsConfigMap,
  userAccess,
} from '../machines/infra-labels';
import { addFindings } from './findings';
import { plainCopy } from './plain-copy';
import { Platform } from './platform';
import { Resource } from './resource';

/** Which labels go from the infra cluster to the user cluster. */
export interface InfraLabelsProps {
  /**
   * Name of the ConfigMap.
   *
   * @default 'infra-labels'
   */
  readonly name?: string;

  /**
   * Its namespace.
   *
   * @default 'kube-system'
   */
  readonly namespace?: string;

  /** The labels: one list for all pools. More can be added with `addKey()`. */
  readonly keys: readonly InfraLabel[];

  /**
   * The controller that copies them, which polyvirt does not bring: its account and its rights in the user cluster.
   *
   * @default - none: what is not known is not copied beforehand
   */
  readonly controller?: InfraLabelsController;
}

/**
 * The labels that go from nodes of the infra cluster to the nodes that machines become: a ConfigMap for the controller that copies
 * them, and labels of the pools whose placement leaves one value.
 */
export class InfraLabels extends Construct {
  private readonly _declaration: InfraLabelsDeclaration;
  private readonly _keys: InfraLabel[];

  constructor(scope: Construct, id: string, props: InfraLabelsProps) {
    super(scope, id);
    this._declaration = plainCopy(props, { name: true, namespace: true, keys: true, controller: true });
    this._keys = [...this._declaration.keys];
    const { name = INFRA_LABELS_NAME, namespace = MACHINES_NAMESPACE } = props;
    Platform.tryOf(this)?._copiesLabels(() => this._declared());

    new Resource(this, { apiVersion: 'v1', kind: 'ConfigMap', name, namespace }, () =>
      infraLabelsConfigMap(this._declared()),
    );

    for (const object of props.controller === undefined ? [] : userAccess(this._declaration)) {
      new Resource(new Construct(this, object.kind), findingObject(object), () => object);
    }

    addFindings(this, () => checkInfraLabels(this._declared()));
  }

  /** One more label. */
  public addKey(key: InfraLabel): void {
    this._keys.push(key);
    Platform.tryOf(this)?._changed();
  }

  private _declared(): InfraLabelsDeclaration {
    return { ...this._declaration, keys: this._keys };
  }
}
