import { ApiObject, type App, type JsonPatch } from 'cdk8s';
import type { Construct } from 'constructs';
import type { KubeObject, ObjectMeta } from '../kube/object';
import { withLabels } from '../model/manifests/metadata';
import { noteCall } from './findings';
import { copyOf, patched, UNPATCHED, type Unpatched } from './history';

/** What cdk8s wants to know of an object before it is made. */
interface ResourceProps {
  readonly apiVersion: string;
  readonly kind: string;
  /** Absent where the API server makes it up. */
  readonly name: string | undefined;
  readonly namespace?: string | undefined;
  /**
   * Below its construct.
   *
   * @default 'Resource'
   */
  readonly id?: string;
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
    const { apiVersion, kind, name, namespace, id = 'Resource' } = props;
    super(scope, id, {
      apiVersion,
      kind,
      metadata: { ...(name === undefined ? {} : { name }), ...(namespace === undefined ? {} : { namespace }) },
    });
  }

  /** Applied to the finished object, so that a patch can reach any field, also one that polyvirt does not know. */
  public override addJsonPatch(...operations: JsonPatch[]): void {
    this._patches.push(...operations);
    noteCall(this, operations.length, this.addJsonPatch);
  }

  public override toJson(): KubeObject {
    const object = this._unpatched();
    return this._patches.length === 0 ? object : patched(copyOf(object), this._patches);
  }

  /** @internal */
  public [UNPATCHED](): Unpatched {
    return { object: () => this._unpatched(), patches: this._patches };
  }

  private _unpatched(): KubeObject {
    const { labels } = this.chart;
    const object = this._labelled(this.produce(), labels);
    return this._isAsMade(labels) ? object : { ...object, metadata: this._withAdded(object.metadata, labels) };
  }

  /** @internal */
  protected _labelled(object: KubeObject, labels: Readonly<Record<string, string>>): KubeObject {
    return withLabels(object, labels);
  }

  /**
   * Whether nothing was added to the metadata the cdk8s way, and values are resolved in the usual way.
   *
   * Seen in what cdk8s keeps for itself: what it tells about its metadata, it resolves, sanitizes and sorts first. Where it
   * keeps something else one day, it is asked.
   */
  private _isAsMade(chartLabels: Readonly<Record<string, string>>): boolean {
    const kept = this.metadata as unknown as Partial<KeptMetadata>;
    return (
      (this.node.root as Partial<App>).resolvers?.length === BUILT_IN_RESOLVERS &&
      hasOnly(kept.annotations, NOTHING) &&
      kept.finalizers?.length === 0 &&
      kept.ownerReferences?.length === 0 &&
      hasOnly(kept._additionalAttributes, GIVEN) &&
      hasSame(kept.labels, chartLabels)
    );
  }

  /** Metadata with what was added the cdk8s way: `ApiObject.of(vm).metadata.addAnnotation(…)`. */
  private _withAdded(metadata: ObjectMeta, chartLabels: Readonly<Record<string, string>>): ObjectMeta {
    const { name, namespace, labels, ...added } = this.metadata.toJson() as ObjectMeta;
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

/** How `ApiObjectMetadataDefinition` keeps what is added to it. */
interface KeptMetadata {
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly finalizers: readonly unknown[];
  readonly ownerReferences: readonly unknown[];
  readonly _additionalAttributes: Readonly<Record<string, unknown>>;
}

/** Those that every app has. */
const BUILT_IN_RESOLVERS = 3;
const NOTHING = {};
/** What an object is made with. */
const GIVEN = { name: true, namespace: true, labels: true };

/** Whether a map has nothing but texts that another one has too. */
function hasSame(map: Readonly<Record<string, string>> | undefined, other: Readonly<Record<string, string>>): boolean {
  for (const key in map) {
    if (typeof map[key] !== 'string' || !Object.hasOwn(other, key) || map[key] !== other[key]) {
      return false;
    }
  }
  return map !== undefined;
}

function hasOnly(map: object | undefined, allowed: object): boolean {
  for (const key in map) {
    if (!Object.hasOwn(allowed, key)) {
      return false;
    }
  }
  return map !== undefined;
}
