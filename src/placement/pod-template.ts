import { type Fields, isMap } from '../kube/object';
import type { PlacementDeclaration } from './declaration';
import { demandsOf } from './demands';
import { instancePlacement } from './instance-dialect';

/** One operation that sets a field. */
interface SetField {
  readonly op: 'add';
  readonly path: string;
  readonly value: unknown;
}

/** Where objects hold a pod, or the template of one: the first that is there. */
const TEMPLATES = [['spec', 'jobTemplate', 'spec', 'template'], ['spec', 'template'], []] as const;

const NODES = ['nodeAffinity', 'requiredDuringSchedulingIgnoredDuringExecution', 'nodeSelectorTerms'];

/**
 * What puts a placement into the pods of an object beside what it says already; nothing where it has no pods.
 *
 * Pods of one template are about each other, as the VMs of one pool are.
 */
export function placedPods(object: Fields, placement: PlacementDeclaration): readonly SetField[] | undefined {
  const at = TEMPLATES.find((keys) => {
    const holder = valueAt(object, keys);
    return isMap(holder) && isMap(holder.spec) && (keys.length > 0 || object.kind === 'Pod');
  });
  if (at === undefined) {
    return undefined;
  }
  const { metadata, spec } = valueAt(object, at) as { readonly metadata?: Fields; readonly spec: Fields };
  const labels = isMap(metadata?.labels) ? (metadata.labels as Readonly<Record<string, string>>) : undefined;
  const { written = {} } = instancePlacement(demandsOf(placement), labels);
  return Object.entries(written).map(
    ([key, value]): SetField => ({
      op: 'add',
      path: `/${[...at, 'spec', key].join('/')}`,
      value: key === 'affinity' ? both(spec[key], value) : [...listOf(spec[key]), ...(value as readonly unknown[])],
    }),
  );
}

/** Two affinities at once. Terms of nodes are alternatives, so that what must hold as well is added to each of them. */
function both(existing: unknown, added: unknown): unknown {
  if (!isMap(existing) || !isMap(added)) {
    return Array.isArray(existing) && Array.isArray(added)
      ? [...(existing as unknown[]), ...(added as unknown[])]
      : added;
  }
  const merged = Object.fromEntries(
    [...new Set([...Object.keys(existing), ...Object.keys(added)])].map((key) => [
      key,
      added[key] === undefined ? existing[key] : both(existing[key], added[key]),
    ]),
  );
  const [before, after] = [valueAt(existing, NODES), valueAt(added, NODES)];
  if (!Array.isArray(before) || before.length === 0 || !Array.isArray(after)) {
    return merged;
  }
  const asked = after.flatMap((term: Fields) => listOf(term.matchExpressions));
  const terms = before.map((term: Fields) => ({
    ...term,
    matchExpressions: [...listOf(term.matchExpressions), ...asked],
  }));
  const { nodeAffinity } = merged as { readonly nodeAffinity: Fields };
  return { ...merged, nodeAffinity: { ...nodeAffinity, [NODES[1]!]: { nodeSelectorTerms: terms } } };
}

function valueAt(value: unknown, keys: readonly string[]): unknown {
  return keys.reduce((found, key) => (isMap(found) ? found[key] : undefined), value);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
