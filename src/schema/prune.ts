import { isMap, type KubeObject } from '../kube/object';
import type { Target } from '../target/target';
import { comparedRelease, isBeyond, type ReleaseView, viewOf } from './release-view';
import { componentOf, tableOf } from './tables';

/**
 * An object as a cluster of the target keeps it: without the fields that its release does not have.
 *
 * The object itself where nothing is to be left out, and where its kind or its release is not in the tables.
 */
export function prunedTo(object: KubeObject, target: Target): KubeObject {
  const component = componentOf(object.apiVersion);
  const kind = component === undefined ? undefined : tableOf(component).kinds[`${object.apiVersion}/${object.kind}`];
  if (component === undefined || kind === undefined || !isMap(object.spec)) {
    return object;
  }
  const { releases = [] } = kind;
  const wanted = target[component];
  if (isBeyond(releases, wanted)) {
    return object;
  }
  const view = viewOf(tableOf(component), comparedRelease(releases, wanted));
  const place = view.at(kind.node).fields.get('spec');
  const spec = place === undefined ? object.spec : pruned(object.spec, place, view);
  return spec === object.spec ? object : { ...object, spec };
}

function pruned(value: unknown, place: number, view: ReleaseView): unknown {
  const { fields, closed, items, values } = view.at(place);
  if (Array.isArray(value)) {
    return items === undefined ? value : same(value, (item) => pruned(item, items, view));
  }
  if (!isMap(value)) {
    return value;
  }
  const kept: Record<string, unknown> = {};
  let isSame = true;
  for (const [key, each] of Object.entries(value)) {
    const next = fields.get(key) ?? values;
    if (next === undefined && closed) {
      isSame = false;
    } else {
      kept[key] = next === undefined ? each : pruned(each, next, view);
      isSame &&= kept[key] === each;
    }
  }
  return isSame ? value : kept;
}

function same(list: readonly unknown[], change: (item: unknown) => unknown): readonly unknown[] {
  const changed = list.map(change);
  return changed.every((item, i) => item === list[i]) ? list : changed;
}
