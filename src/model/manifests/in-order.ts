import { isMap, type MutableFields } from '../../kube/object';

/**
 * A map with its keys in the order of the alphabet, as upstream's own manifests have them.
 *
 * @param depth how many levels below it are put in order too
 */
export function inOrder(map: object, depth = 0): MutableFields {
  const entries = Object.entries(map).sort(([a], [b]) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1));
  return Object.fromEntries(
    entries.map(([key, value]: [string, unknown]) => [
      key,
      depth > 0 && isMap(value) ? inOrder(value, depth - 1) : value,
    ]),
  );
}
