import { ApiObject, JsonPatch } from 'cdk8s';
import type { Construct } from 'constructs';
import type { KubeObject, ObjectMeta } from '../kube/object';
import { withLabels } from '../manifests/metadata';

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
    const object = withLabels(this.produce(), this.chart.labels);
    const labelled = { ...object, metadata: this._withAdded(object.metadata) };
    return this._patches.length === 0 ? labelled : JsonPatch.apply(structuredClone(labelled), ...this._patches);
  }

  /** Metadata with what was added the cdk8s way: `ApiObject.of(vm).metadata.addAnnotation(…)`. */
  private _withAdded(metadata: ObjectMeta): ObjectMeta {
    const { name, namespace, labels, ...added } = this.metadata.toJson() as ObjectMeta;
    const chartLabels: Record<string, string> = this.chart.labels;
    const addedLabels = Object.entries(labels ?? {}).filter(([key, value]) => chartLabels[key] !== value);
    const annotations = { ...metadata.annotations, ...added.annotations };
    return {
      ...metadata,
      ...added,
      ...(addedLabels.length === 0 ? {} : { labels: { ...metadata.labels, ...Object.fromEntries(addedLabels) } }),
      ...(Object.keys(annotations).length === 0 ? {} : { annotations }),
    };
  }
}
