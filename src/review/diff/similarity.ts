import { nameOf } from '../../kube/identity';
import { asText, isMap, type KubeObject } from '../../kube/object';

/** Two objects with as much in common are one that got another name. */
export const ALIKE = 0.7;

/** More pairs than these are not compared: then what went and what came are told apart. */
export const MOST_PAIRS = 250_000;

/** Longer ones no API server takes, and no regular expression much longer ones. */
const LONGEST_NAME = 253;

/** The leaves of an object, without its name: `path=value`. Its own name in other values counts as no difference. */
export function leavesOf(object: KubeObject): ReadonlySet<string> {
  const leaves = new Set<string>();
  const name = nameOf(object);
  const isName = name !== undefined && name.length <= LONGEST_NAME;
  // As a word of its own: a VM called `a` is not in every text that has an a.
  const ownName = !isName ? undefined : new RegExp(`(?<![A-Za-z0-9])${escaped(name)}(?![A-Za-z0-9])`, 'g');
  const collect = (value: unknown, path: string): void => {
    if (Array.isArray(value)) {
      // The place in a list says little: an item that moved is the same.
      value.forEach((item) => {
        collect(item, `${path}[]`);
      });
    } else if (isMap(value)) {
      for (const key of Object.keys(value)) {
        collect(value[key], `${path}.${key}`);
      }
    } else {
      leaves.add(`${path}=${ownName === undefined ? asText(value) : asText(value).replace(ownName, '\0')}`);
    }
  };
  for (const [key, value] of Object.entries(object)) {
    if (key === 'metadata') {
      const { labels, annotations }: Readonly<Record<string, unknown>> = isMap(value) ? value : {};
      collect(labels, 'labels');
      collect(annotations, 'annotations');
    } else if (key !== 'status') {
      collect(value, key);
    }
  }
  return leaves;
}

/** How much of both is in common: from 0 for nothing to 1 for all. */
export function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  let common = 0;
  for (const leaf of small) {
    if (large.has(leaf)) {
      common++;
    }
  }
  const all = a.size + b.size - common;
  return all === 0 ? 0 : common / all;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
