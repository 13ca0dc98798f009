import { fields as cdi } from '../../imports/cdi-fields';
import type { FieldKind, FieldTable } from '../../imports/field-table';
import { fields as hco } from '../../imports/hco-fields';
import { fields as kubevirt } from '../../imports/kubevirt-fields';
import type { Finding } from '../findings/finding';
import { groupOf } from '../kube/identity';
import { isMap, type KubeObject } from '../kube/object';
import { atLeast, type Release } from '../kube/release';
import type { Component } from '../target/facts';
import type { Target } from '../target/target';
import { comparedRelease, isBeyond, type ReleaseView, shownRelease, viewOf } from './release-view';

/** A component whose custom resources are in the field tables. */
export type TabledComponent = Extract<Component, 'kubevirt' | 'cdi' | 'hco'>;

/** Whose release decides what an API group looks like. KubeVirt has groups for single parts of itself. */
const COMPONENT_OF_GROUP: ReadonlyMap<string, TabledComponent> = new Map([
  ['kubevirt.io', 'kubevirt'],
  ['instancetype.kubevirt.io', 'kubevirt'],
  ['pool.kubevirt.io', 'kubevirt'],
  ['migrations.kubevirt.io', 'kubevirt'],
  ['snapshot.kubevirt.io', 'kubevirt'],
  ['clone.kubevirt.io', 'kubevirt'],
  ['export.kubevirt.io', 'kubevirt'],
  ['backup.kubevirt.io', 'kubevirt'],
  ['plugin.kubevirt.io', 'kubevirt'],
  ['cdi.kubevirt.io', 'cdi'],
  ['hco.kubevirt.io', 'hco'],
]);

const READ: Readonly<Record<TabledComponent, () => FieldTable>> = { kubevirt, cdi, hco };

/** The component that an apiVersion belongs to, or nothing where there is no table for its group. */
export function componentOf(apiVersion: string): TabledComponent | undefined {
  return COMPONENT_OF_GROUP.get(groupOf(apiVersion));
}

/**
 * Groups that came with a release, of which there is no older CRD to compare. Source: kubevirt
 * pkg/virt-operator/resource/generate/components/crds.go.
 */
const GROUP_SINCE: ReadonlyMap<string, Release> = new Map([
  ['backup.kubevirt.io', '1.8'],
  ['plugin.kubevirt.io', '1.9'],
]);

const tables = new Map<TabledComponent, FieldTable>();

/** The field table of a component, read when the first of its objects is met: most runs meet one or two of them. */
export function tableOf(component: TabledComponent): FieldTable {
  const table = tables.get(component) ?? dated(READ[component]());
  tables.set(component, table);
  return table;
}

function dated(table: FieldTable): FieldTable {
  const kinds = Object.entries(table.kinds).map(([key, kind]): [string, FieldKind] => {
    const since = GROUP_SINCE.get(key.slice(0, key.indexOf('/')));
    return [key, since === undefined ? kind : { ...kind, since }];
  });
  return { ...table, kinds: Object.fromEntries(kinds) };
}

/** The apiVersions in which a table has a kind of a group, as the table orders them. */
export function versionsOf(table: FieldTable, group: string, kind: string): string[] {
  return Object.keys(table.kinds)
    .filter((key) => key.startsWith(`${group}/`) && key.endsWith(`/${kind}`))
    .map((key) => key.slice(0, -kind.length - 1));
}

/** Whether the wanted release of a component serves one version of a kind. */
export function isServed({ releases = [], since, until }: FieldKind, wanted: Release | undefined): boolean {
  if (since === undefined && until === undefined) {
    return true;
  }
  const release = servingRelease(releases, wanted);
  return (
    release === undefined ||
    ((since === undefined || atLeast(release, since)) && (until === undefined || atLeast(until, release)))
  );
}

/** The compared release that stands for the wanted one, or that one itself where it is older than all of them. */
function servingRelease(compared: readonly Release[], wanted: Release | undefined): Release | undefined {
  const [oldest] = compared;
  return wanted !== undefined && oldest !== undefined && !atLeast(wanted, oldest)
    ? wanted
    : comparedRelease(compared, wanted);
}

/** A version of a kind that the wanted release of its component does not serve, though it or others serve the kind. */
export function notServed(
  table: FieldTable,
  apiVersion: string,
  kind: string,
  wanted: Release | undefined,
  component: string,
): Finding {
  const versions = versionsOf(table, groupOf(apiVersion), kind);
  const known = table.kinds[`${apiVersion}/${kind}`];
  const { releases = [], plural } = known ?? table.kinds[`${versions[0]}/${kind}`]!;
  const release = servingRelease(releases, wanted);
  const shown = shownRelease(release, wanted);
  const name = shown === undefined ? component : `${component} ${shown}`;
  const isLater = known?.since !== undefined && release !== undefined && !atLeast(release, known.since);
  const raise = isLater ? `, or raise the target to ${known.since}` : '';
  const served = versions.filter((version) => isServed(table.kinds[`${version}/${kind}`]!, wanted));
  return {
    code: 'PV046',
    // A release that is newer than the tables may serve what they do not know.
    severity: known === undefined && isBeyond(releases, wanted) ? 'warning' : 'error',
    path: 'apiVersion',
    what: `${name} ${servingText(isLater, known, `${apiVersion.slice(0, 80)} ${kind}`)}`,
    why: 'The API server does not know this version of the kind, and rejects the object',
    fix: `write ${preferred(table, served, kind).join(' or ')}${raise}`,
    source: `${name}, CRD ${plural}.${groupOf(apiVersion)}`,
  };
}

function servingText(isLater: boolean, known: FieldKind | undefined, what: string): string {
  if (isLater) {
    return `does not serve ${what} yet: it came with ${known?.since}`;
  }
  return known?.until === undefined
    ? `does not serve ${what}`
    : `no longer serves ${what}: ${known.until} was the last release that did`;
}

/** Those that are not deprecated, where there are any. */
function preferred(table: FieldTable, versions: readonly string[], kind: string): readonly string[] {
  const current = versions.filter((version) => table.kinds[`${version}/${kind}`]?.deprecated === undefined);
  return current.length === 0 ? versions : current;
}

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
