import { groupOf, identityKey, identityOf } from '../kube/identity';
import type { KubeObject } from '../kube/object';

/** An object and the path of what made it, as `edge/web/Resource`. */
export interface PlacedObject {
  readonly path: string;
  readonly object: KubeObject;
}

/** Everything below one path comes after everything below another. */
export interface OrderDependency {
  readonly dependent: string;
  readonly dependency: string;
}

/** Objects in the order in which they are to be applied, or the circle that makes one impossible. */
type Ordered<T> = { readonly objects: readonly T[] } | { readonly cycle: readonly string[] };

/** Kinds that others stand on, in the order in which they are needed; what is not listed comes in between. */
const FOUNDATIONS = [
  'Namespace',
  'CustomResourceDefinition',
  'ServiceAccount',
  'ClusterRole',
  'Role',
  'ClusterRoleBinding',
  'RoleBinding',
  'StorageClass',
  'ConfigMap',
  'Secret',
  'PersistentVolumeClaim',
  'NetworkAttachmentDefinition',
  'HyperConverged',
  'KubeVirt',
  'CDI',
];
const LAST = ['DataVolume', 'VirtualMachineInstance', 'VirtualMachine'];
const MIDDLE = FOUNDATIONS.length;
const RANK = new Map([
  ...FOUNDATIONS.map((kind, rank) => [kind, rank] as const),
  ...LAST.map((kind, rank) => [kind, MIDDLE + 1 + rank] as const),
]);

/**
 * The objects by kind and identity, each behind everything that it depends on.
 *
 * Linear in objects and dependencies, without recursion, and the same whatever order the objects come in.
 * A dependency between two groups costs their sum, not their product: it goes through two helper vertices.
 */
export function orderObjects<T extends PlacedObject>(
  objects: readonly T[],
  dependencies: readonly OrderDependency[],
): Ordered<T> {
  const sorted = objects.map((placed) => ({ placed, key: sortKey(placed) })).sort((a, b) => (a.key < b.key ? -1 : 1));
  if (dependencies.length === 0) {
    return { objects: sorted.map(({ placed }) => placed) };
  }
  const graph = new Graph(
    sorted.map(({ placed }) => placed.path),
    dependencies,
  );
  const done = new Uint8Array(graph.size);
  const result: T[] = [];
  for (let start = 0; start < sorted.length; start++) {
    const stack = [{ vertex: start, next: 0 }];
    while (stack.length > 0) {
      const top = stack.at(-1)!;
      if (done[top.vertex] === FINISHED) {
        stack.pop();
        continue;
      }
      done[top.vertex] = OPEN;
      const needed = graph.needs(top.vertex)[top.next++];
      if (needed === undefined) {
        done[top.vertex] = FINISHED;
        stack.pop();
        if (top.vertex < sorted.length) {
          result.push(sorted[top.vertex]!.placed);
        }
      } else if (done[needed] === OPEN) {
        const from = stack.findIndex(({ vertex }) => vertex === needed);
        return { cycle: circle([...stack.slice(from).map(({ vertex }) => vertex), needed].map((v) => graph.name(v))) };
      } else if (done[needed] !== FINISHED) {
        stack.push({ vertex: needed, next: 0 });
      }
    }
  }
  return { objects: result };
}

const OPEN = 1;
const FINISHED = 2;
const NONE: readonly number[] = [];

/** Objects are the first vertices; each path that occurs in a dependency adds two: may begin, and has ended. */
class Graph {
  public readonly size: number;
  private readonly edges = new Map<number, number[]>();
  private readonly groups: string[];

  constructor(
    private readonly paths: readonly string[],
    dependencies: readonly OrderDependency[],
  ) {
    this.groups = [...new Set(dependencies.flatMap(({ dependent, dependency }) => [dependent, dependency]))].sort();
    this.size = paths.length + 2 * this.groups.length;
    const index = new Map(this.groups.map((group, i) => [group, i]));
    const begin = (group: string) => paths.length + 2 * index.get(group)!;
    const end = (group: string) => begin(group) + 1;
    const members = new Map<string, number[]>();
    paths.forEach((path, i) => {
      for (const group of prefixesOf(path).filter((prefix) => index.has(prefix))) {
        append(members, group, i);
        append(this.edges, i, begin(group));
        append(this.edges, end(group), i);
      }
    });
    for (const { dependent, dependency } of sortedDependencies(dependencies)) {
      if (!within(dependent, dependency) && !within(dependency, dependent)) {
        append(this.edges, begin(dependent), end(dependency));
        continue;
      }
      // One lies within the other: it waits for, or holds up, all of it but itself.
      const inner = within(dependent, dependency) ? dependent : dependency;
      const outer = inner === dependent ? dependency : dependent;
      for (const other of (members.get(outer) ?? []).filter((i) => !within(paths[i]!, inner))) {
        append(
          this.edges,
          ...(inner === dependent ? ([begin(inner), other] as const) : ([other, end(inner)] as const)),
        );
      }
    }
  }

  public needs(vertex: number): readonly number[] {
    return this.edges.get(vertex) ?? NONE;
  }

  public name(vertex: number): string {
    const group = vertex - this.paths.length;
    return group < 0 ? this.paths[vertex]! : this.groups[group >> 1]!;
  }
}

/** A circle as people tell it: each stop once, and back to the first. */
function circle(names: readonly string[]): string[] {
  return names.filter((name, i) => name !== names[i - 1]);
}

function sortedDependencies(dependencies: readonly OrderDependency[]): OrderDependency[] {
  const key = ({ dependent, dependency }: OrderDependency) => `${dependent}\0${dependency}`;
  return [...dependencies].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

function sortKey({ object, path }: PlacedObject): string {
  const rank = RANK.get(object.kind) ?? MIDDLE;
  const { kind, namespace, name } = identityOf(object);
  const identity = identityKey({ group: groupOf(object.apiVersion), kind, namespace, name });
  return `${String(rank).padStart(3, '0')}\0${kind}\0${identity}\0${path}`;
}

function append<K>(map: Map<K, number[]>, key: K, value: number): void {
  const list = map.get(key);
  if (list === undefined) {
    map.set(key, [value]);
  } else {
    list.push(value);
  }
}

function within(path: string, ancestor: string): boolean {
  return path === ancestor || path.startsWith(`${ancestor}/`);
}

/** `a`, `a/b` and `a/b/c` of `a/b/c`. */
function prefixesOf(path: string): string[] {
  const parts = path.split('/');
  return parts.map((_, i) => parts.slice(0, i + 1).join('/'));
}
