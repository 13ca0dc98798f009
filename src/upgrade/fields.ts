import type { FieldKind, FieldTable } from '../../imports/field-table';
import { findingObject, groupOf } from '../kube/identity';
import type { KubeObject } from '../kube/object';
import { valuesAt } from '../kube/path';
import { atLeast, type Release } from '../kube/release';
import { comparedRelease, firstOf, type NodeView, viewOf } from '../schema/release-view';
import { isServed, type TabledComponent, tableOf } from '../schema/tables';
import type { Target } from '../target/target';

/** A field, or a whole kind, that only one of two releases has. */
export interface ReleaseFieldChange {
  readonly apiVersion: string;
  readonly kind: string;
  /** Where it is in an object; `apiVersion` where the release serves the whole kind, or no longer. */
  readonly path: string;
  readonly change: 'appears' | 'disappears';
  /** The release that the change came with: of the component, and of two releases always the newer one. */
  readonly since: Release;
  /** Objects that use it, as `VirtualMachine shop/web`. */
  readonly usedBy: readonly string[];
}

const COMPONENTS = ['kubevirt', 'cdi', 'hco'] as const satisfies readonly TabledComponent[];

/** A part described inside of another kind is told once, where it is itself: the guest of a VM, that of a pool, of a snapshot. */
const INSIDE: readonly (readonly [prefix: RegExp, as: string])[] = [
  [/^spec\.source\.virtualMachine\.spec\.template\.spec\./, 'VirtualMachineInstance spec.'],
  [/^spec\.source\.virtualMachine\.spec\./, 'VirtualMachine spec.'],
  [/^spec\.virtualMachineTemplate\.spec\.template\.spec\./, 'VirtualMachineInstance spec.'],
  [/^spec\.virtualMachineTemplate\.spec\./, 'VirtualMachine spec.'],
  [/^spec\.template\.spec\./, 'VirtualMachineInstance spec.'],
];

/** A snapshot has what the cluster wrote of its VM, which people write nowhere. */
const WRITTEN_BY_THE_CLUSTER = /^spec\.source\.virtualMachine\.status\./;

/** What a namespace has is told of what the cluster has: they are the same. */
const TWINS: Readonly<Partial<Record<string, string>>> = {
  VirtualMachineInstancetype: 'VirtualMachineClusterInstancetype',
  VirtualMachinePreference: 'VirtualMachineClusterPreference',
};

/** The fields that appear and disappear between two targets. What a new structure holds is not told one by one. */
export function fieldChanges(from: Target, to: Target, objects: readonly KubeObject[]): ReleaseFieldChange[] {
  return COMPONENTS.flatMap((component) => {
    const [before, after] = [from[component], to[component]];
    return before === undefined || after === undefined
      ? []
      : componentChanges(tableOf(component), before, after, objects);
  });
}

function componentChanges(
  table: FieldTable,
  from: Release,
  to: Release,
  objects: readonly KubeObject[],
): ReleaseFieldChange[] {
  const changes = Object.entries(table.kinds).flatMap(([key, kind]) => {
    const slash = key.lastIndexOf('/');
    const [apiVersion, name] = [key.slice(0, slash), key.slice(slash + 1)];
    const [was, is] = [isServed(kind, from), isServed(kind, to)];
    const mine = objects.filter((object) => object.kind === name && object.apiVersion === apiVersion);
    if (was !== is) {
      const since = kind.since ?? nextOf(kind, kind.until!);
      const change = is ? ('appears' as const) : ('disappears' as const);
      return [{ apiVersion, kind: name, path: 'apiVersion', change, since, usedBy: mine.map(nameOf) }];
    }
    // What is deprecated has the same fields under its other name.
    return is && (kind.deprecated === undefined || mine.length > 0)
      ? kindChanges(table, kind, from, to).map((found) => ({
          apiVersion,
          kind: name,
          ...found,
          usedBy: mine.filter((object) => valuesAt(object, found.path).length > 0).map(nameOf),
        }))
      : [];
  });
  const told = new Set(changes.map(({ kind, path }) => `${kind} ${path}`));
  const once = new Set<string>();
  // Two versions of a kind have the same fields.
  const isSaid = ({ kind, path, change }: ReleaseFieldChange) =>
    path !== 'apiVersion' && once.size === once.add(`${kind} ${path} ${change}`).size;
  return changes.filter(
    (found) =>
      found.usedBy.length > 0 ||
      !(
        isSaid(found) ||
        WRITTEN_BY_THE_CLUSTER.test(found.path) ||
        told.has(`${TWINS[found.kind]} ${found.path}`) ||
        INSIDE.some(([prefix, as]) => prefix.test(found.path) && told.has(found.path.replace(prefix, as)))
      ),
  );
}

type FoundField = Pick<ReleaseFieldChange, 'path' | 'change' | 'since'>;

function kindChanges(table: FieldTable, kind: FieldKind, from: Release, to: Release): FoundField[] {
  const { releases = [], node } = kind;
  const [before, after] = [comparedRelease(releases, from), comparedRelease(releases, to)];
  if (before === after) {
    return [];
  }
  const [was, is] = [viewOf(table, before), viewOf(table, after)];
  const found: FoundField[] = [];
  const walk = (place: number, path: string): void => {
    const [old, young] = [was.at(place), is.at(place)];
    for (const [name, below] of young.fields) {
      const at = path === '' ? name : `${path}.${name}`;
      if (at === 'status') {
        continue;
      }
      if (old.fields.has(name)) {
        walk(below, at);
      } else {
        found.push({ path: at, change: 'appears', since: changedIn(old, name, kind) });
      }
    }
    for (const name of old.fields.keys()) {
      const at = path === '' ? name : `${path}.${name}`;
      if (!young.fields.has(name) && at !== 'status') {
        found.push({ path: at, change: 'disappears', since: changedIn(young, name, kind) });
      }
    }
    if (young.items !== undefined) {
      walk(young.items, `${path}[]`);
    }
    if (young.values !== undefined) {
      walk(young.values, `${path}{}`);
    }
  };
  walk(node, '');
  return found;
}

/** The release that brought a field which a view does not have, or that took it away. */
function changedIn({ absent }: NodeView, name: string, kind: FieldKind): Release {
  const { since, until } = absent.get(name)!;
  return since ?? nextOf(kind, until!);
}

function nextOf({ releases = [] }: FieldKind, until: Release): Release {
  return firstOf(releases.find((release) => !atLeast(until, release)) ?? until);
}

function nameOf(object: KubeObject): string {
  const { kind, namespace, name } = findingObject(object);
  return `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`;
}

/** How a change is called in a list: `VirtualMachineInstance spec.networks[].resourceClaim`. */
export function shownField({ apiVersion, kind, path }: ReleaseFieldChange): string {
  const version = groupOf(apiVersion) === 'hco.kubevirt.io' ? ` ${apiVersion.split('/')[1]}` : '';
  return path === 'apiVersion' ? `${kind} as ${apiVersion}` : `${kind}${version} ${path}`;
}
