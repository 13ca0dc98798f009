import type { KubeObject } from '../../kube/object';
import type { ClusterFacts } from './cluster-facts';
import type { ChangedField, EffectRow } from './effect-row';

/** One field of an object that changed. Its path is below the object. */
export interface ObjectField extends ChangedField {
  readonly before: KubeObject;
  readonly after: KubeObject;
  readonly facts: ClusterFacts;
  readonly was: ClusterFacts;
}

/** What the change of a field of some kinds does. */
export interface ObjectRow extends EffectRow<ObjectField> {
  /** `Kind.group`. */
  readonly kinds: readonly string[];
}
