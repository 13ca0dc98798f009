import { groupOf } from '../../kube/identity';
import type { ReviewedChange } from '../result';

/** The same change in several places: of one object in many clusters, of many objects alike, or both. */
export interface ChangeGroup {
  /** One of them, to be shown for all. */
  readonly first: ReviewedChange;
  /** All of them, by their place in the list. */
  readonly changes: readonly number[];
  /** Names of the objects, each once; where there are several clusters, the name of each in them is `<cluster>`. */
  readonly names: readonly string[];
  /** Names of the clusters, where they have some. */
  readonly clusters: readonly string[];
}

/** Changes that do the same to the same fields, told once. The order of the first ones stays. */
export function foldChanges(changes: readonly ReviewedChange[]): ChangeGroup[] {
  const groups = new Map<
    string,
    { first: ReviewedChange; changes: number[]; names: Set<string>; masked: Set<string>; clusters: Set<string> }
  >();
  changes.forEach((change, i) => {
    const key = masked(keyOf(change), change.cluster);
    const { cluster, object } = change;
    const name = [object.namespace, object.name].filter(Boolean).join('/');
    const group = groups.get(key);
    if (group === undefined) {
      groups.set(key, {
        first: change,
        changes: [i],
        names: new Set([name]),
        masked: new Set([masked(name, cluster)]),
        clusters: new Set(cluster === undefined ? [] : [cluster]),
      });
    } else {
      group.changes.push(i);
      group.names.add(name);
      group.masked.add(masked(name, cluster));
      if (cluster !== undefined) {
        group.clusters.add(cluster);
      }
    }
  });
  return [...groups.values()].map(({ names, masked: alike, clusters, ...group }) => ({
    ...group,
    names: [...(clusters.size > 1 ? alike : names)],
    clusters: [...clusters],
  }));
}

function keyOf({ object, change, effect, severity, fields, ifRunning }: ReviewedChange): string {
  const told = fields.map(({ path, before, after, hidden, effect: of }) => [path, before, after, hidden, of]);
  return JSON.stringify([groupOf(object.apiVersion), object.kind, change, effect, severity, ifRunning, told]);
}

/** Fleets name things after their clusters: that is no difference. */
function masked(text: string, cluster: string | undefined): string {
  return cluster === undefined || cluster.length < 3 ? text : text.split(cluster).join('<cluster>');
}
