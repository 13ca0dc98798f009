import { ApiObject, JsonPatch } from 'cdk8s';
import type { Construct } from 'constructs';
import type { KubeObject } from '../kube/object';

/** What cdk8s wants to know of an object before it is made. */
export interface ResourceProps {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string | undefined;
}

/**
 * The one object below each of our constructs, as cdk8s knows it.
 *
 * Its content is made late, by a pure function, and returned as it is: cdk8s would resolve, sanitize and sort it, which
 * costs more than everything else together in a large fleet.
 */
export class Resource extends ApiObject {
  private readonly _patches: JsonPatch[] = [];

  constructor(
    scope: Construct,
    props: ResourceProps,
    private readonly produce: () => KubeObject,
  ) {
    const { apiVersion, kind, name, namespace } = props;
    super(scope, 'Resource', {
      apiVersion,
      kind,
      metadata: namespace === undefined ? { name } : { name, namespace },
    });
  }

  /** Applied to the finished object, so that a patch can reach any field, also one that polyvirt does not know. */
  public override addJsonPatch(...operations: JsonPatch[]): void {
    this._patches.push(...operations);
  }

  public override toJson(): KubeObject {
    const object = this.produce();
    const labels = { ...this.chart.labels, ...object.metadata.labels };
    const labelled =
      Object.keys(labels).length === 0 ? object : { ...object, metadata: { ...object.metadata, labels } };
    return this._patches.length === 0 ? labelled : JsonPatch.apply(structuredClone(labelled), ...this._patches);
  }
}
