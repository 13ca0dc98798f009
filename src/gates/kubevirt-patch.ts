import { isMap, own } from '../kube/object';
import { valueAt } from '../kube/path';
import type { GateLists } from './enablement';

/** The annotation by which the KubeVirt that HyperConverged writes can be patched all the same. */
export const HCO_KUBEVIRT_PATCH = 'kubevirt.kubevirt.io/jsonpatch';

/** The lists after a patch; where its outcome is unknown, why. */
interface PatchedLists {
  readonly lists: GateLists;
  readonly unknown?: string;
}

const CONFIGURATION = ['spec', 'configuration'];

/** Where in a KubeVirt each of the lists is. */
const PLACES = {
  featureGates: [...CONFIGURATION, 'developerConfiguration', 'featureGates'],
  disabledFeatureGates: [...CONFIGURATION, 'developerConfiguration', 'disabledFeatureGates'],
  persistentReservation: [...CONFIGURATION, 'persistentReservationConfiguration', 'enabled'],
} as const satisfies Record<keyof GateLists, readonly string[]>;

type Key = keyof GateLists;
type State = Partial<Record<Key, unknown>>;

/** A patch that cannot be followed. */
class Unfollowable extends Error {}

/**
 * The lists that HyperConverged writes, with the patch of its annotation on top.
 *
 * Only what touches the lists counts. In which order HyperConverged writes them is not known, so an operation on an item
 * by its place cannot be followed; nor can one that HyperConverged itself fails at.
 */
export function patchedLists(hyperConverged: unknown, lists: GateLists): PatchedLists {
  const text = valueAt(hyperConverged, `metadata.annotations["${HCO_KUBEVIRT_PATCH}"]`);
  if (typeof text !== 'string') {
    return { lists };
  }
  try {
    return { lists: listsOf(operationsIn(text).reduce<State>(applied, { ...lists })) };
  } catch (error) {
    if (error instanceof Unfollowable) {
      return { lists, unknown: `the annotation ${HCO_KUBEVIRT_PATCH} cannot be followed: ${error.message}` };
    }
    throw error;
  }
}

interface PatchOperation {
  readonly op: string;
  readonly path: readonly string[];
  readonly from?: readonly string[];
  readonly value: unknown;
}

function operationsIn(text: string): PatchOperation[] {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    throw new Unfollowable('it is not JSON');
  }
  if (!Array.isArray(read)) {
    throw new Unfollowable('it is not a list of operations');
  }
  return read.map((each: unknown) => {
    const { op, path, from, value }: Readonly<Record<string, unknown>> = isMap(each) ? each : {};
    if (typeof op !== 'string' || typeof path !== 'string' || (path !== '' && !path.startsWith('/'))) {
      throw new Unfollowable('an operation has no op or no path');
    }
    return { op, path: stepsOf(path), value, ...(typeof from === 'string' ? { from: stepsOf(from) } : {}) };
  });
}

/** RFC 6901: `~1` is a slash, `~0` a tilde. */
function stepsOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function applied(state: State, { op, path, from, value }: PatchOperation): State {
  const touched = (Object.keys(PLACES) as Key[]).filter((key) => isOnOneWay(PLACES[key], path));
  switch (op) {
    case 'add':
    case 'replace':
    case 'remove':
      return {
        ...state,
        ...Object.fromEntries(touched.map((key) => [key, changed(state[key], PLACES[key], op, path, value)])),
      };
    case 'move':
    case 'copy':
    case 'test':
      if (
        touched.length > 0 ||
        (from !== undefined && Object.values(PLACES).some((place) => isOnOneWay(place, from)))
      ) {
        throw new Unfollowable(`it has the operation ${op} on gates`);
      }
      return state;
    default:
      throw new Unfollowable(`there is no operation "${op}"`);
  }
}

/** Whether one path leads to the other. */
function isOnOneWay(a: readonly string[], b: readonly string[]): boolean {
  return a.slice(0, b.length).every((step, i) => step === b[i]);
}

function changed(
  now: unknown,
  place: readonly string[],
  op: 'add' | 'replace' | 'remove',
  path: readonly string[],
  value: unknown,
): unknown {
  if (path.length <= place.length) {
    if (op !== 'add' && path.length === place.length && now === undefined) {
      throw new Unfollowable(`there is no ${place.at(-1)} to ${op}`);
    }
    const below = place.slice(path.length);
    return op === 'remove'
      ? undefined
      : below.reduce<unknown>((part, step) => (isMap(part) ? own(part, step) : undefined), value);
  }
  const [at, ...deeper] = path.slice(place.length);
  if (!Array.isArray(now) || deeper.length > 0) {
    throw new Unfollowable(`there is no list ${place.at(-1)} to change`);
  }
  if (op !== 'add' || !(at === '-' || (/^(0|[1-9]\d*)$/.test(at!) && Number(at) <= now.length))) {
    throw new Unfollowable(`which gate ${place.at(-1)}/${at} is depends on the order that HyperConverged writes`);
  }
  return [...(now as unknown[]), value];
}

function listsOf({ featureGates, disabledFeatureGates, persistentReservation }: State): GateLists {
  return {
    featureGates: textsIn(featureGates),
    disabledFeatureGates: textsIn(disabledFeatureGates),
    ...(typeof persistentReservation === 'boolean' ? { persistentReservation } : {}),
  };
}

function textsIn(list: unknown): string[] {
  const items: unknown[] = list === undefined || list === null ? [] : Array.isArray(list) ? list : [list];
  if (!items.every((item) => typeof item === 'string')) {
    throw new Unfollowable('it makes gates of something that is no name');
  }
  return items;
}
