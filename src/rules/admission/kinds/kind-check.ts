import type { ClusterView } from '../../../cluster/cluster-view';
import { textOf } from '../../../cluster/part';
import { shownValue } from '../../../findings/secrets/shown-value';
import { type Fields, isMap, type KubeObject } from '../../../kube/object';
import type { Found, Said } from '../../rule';

/** What virt-api, or another webhook of KubeVirt, rejects in an object of one kind. Paths are below the object. */
export type KindCheck = (object: KubeObject, cluster: ClusterView) => Found;

const NO_FIELDS: Fields = {};

/** What is at a key, as a map; an empty one where there is none. */
export function fieldsOf(value: unknown, key: string): Fields {
  const found = isMap(value) ? value[key] : undefined;
  return isMap(found) ? found : NO_FIELDS;
}

/** What a source or target must be: an object of a kind, in an API group. */
interface Reference {
  /** API groups by kind; the empty one is Kubernetes' own first. */
  readonly groups: Readonly<Record<string, string>>;
  readonly path: string;
  readonly source: string;
}

/**
 * What is wrong with the reference to another object, by its kind and API group.
 *
 * What is missing altogether is a matter of structure, and told there.
 */
export function* checkReference(reference: Fields, { groups, path, source }: Reference): Found {
  const kind = textOf(reference.kind);
  if (!Object.hasOwn(groups, kind)) {
    yield notOne(`${path}.kind`, kind, Object.keys(groups), source);
    return;
  }
  const group = groups[kind]!;
  const written = textOf(reference.apiGroup);
  if (written !== group) {
    yield {
      code: written === '' ? 'PV004' : 'PV003',
      path: `${path}.apiGroup`,
      what: written === '' ? `${path} has no apiGroup` : `${kind} is not of the API group ${shownValue(written)}`,
      fix: group === '' ? 'leave apiGroup out' : `write apiGroup: ${group}`,
      source,
    };
  }
}

/** A text that is none of those that there are. */
export function notOne(path: string, value: unknown, choices: readonly string[], source: string): Said {
  return {
    code: 'PV003',
    path,
    what: `${shownValue(value)} is not one of: ${choices.join(', ')}`,
    fix: `write ${choices.length === 1 ? choices[0]! : `one of ${choices.join(', ')}`}`,
    source,
  };
}

/** Whether a text is JSON, whatever it says. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
