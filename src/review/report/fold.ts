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
  /** In how many places they were made: lines of files, or constructs. */
  readonly places: number;
}

/** Changes that do the same to the same fields, told once. The order of the first ones stays. */
export function foldChanges(changes: readonly ReviewedChange[]): ChangeGroup[] {
  const groups = new Map<
    string,
    {
      first: ReviewedChange;
      changes: number[];
      names: Set<string>;
      masked: Set<string>;
      clusters: Set<string>;
      places: Set<string>;
    }
  >();
  changes.forEach((change, i) => {
    const key = masked(keyOf(change), change.cluster);
    const { cluster, object } = change;
    const name = [object.namespace, object.name].filter(Boolean).join('/');
    const place = change.origin === undefined ? [] : [JSON.stringify(change.origin)];
    const group = groups.get(key);
    if (group === undefined) {
      groups.set(key, {
        first: change,
        changes: [i],
        names: new Set([name]),
        masked: new Set([masked(name, cluster)]),
        clusters: new Set(cluster === undefined ? [] : [cluster]),
        places: new Set(place),
      });
    } else {
      group.changes.push(i);
      group.names.add(name);
      group.masked.add(masked(name, cluster));
      for (const each of place) {
        group.places.add(each);
      }
      if (cluster !== undefined) {
        group.clusters.add(cluster);
      }
    }
  });
  return [...groups.values()].map(({ names, masked: alike, clusters, places, ...group }) => ({
    ...group,
    places: places.size,
    names: [...(clusters.size > 1 ? alike : names)],
    clusters: [...clusters],
  }));
}

/** All that is told of a change, but for whom it is about: one of a group speaks for the others. */
function keyOf({ object, change, effect, severity, text, otherwise, fields, ifRunning }: ReviewedChange): string {
  const told = fields.map(({ path, before, after, hidden, effect: of, text: what }) => [
    ...[path, before, after, hidden],
    ...[of, what],
  ]);
  const said = [effect, severity, text, otherwise, ifRunning];
  return JSON.stringify([groupOf(object.apiVersion), object.kind, change, ...said, told]);
}

/** Fleets name things after their clusters: that is no difference. */
export function masked(text: string, cluster: string | undefined): string {
  return cluster === undefined || cluster.length < 3 ? text : text.split(cluster).join('<cluster>');
}
