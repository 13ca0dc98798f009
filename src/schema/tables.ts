import { fields as cdi } from '../../imports/cdi-fields';
import type { FieldTable } from '../../imports/field-table';
import { fields as hco } from '../../imports/hco-fields';
import { fields as kubevirt } from '../../imports/kubevirt-fields';
import { groupOf } from '../kube/identity';
import type { Component } from '../target/facts';

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

const tables = new Map<TabledComponent, FieldTable>();

/** The field table of a component, read when the first of its objects is met: most runs meet one or two of them. */
export function tableOf(component: TabledComponent): FieldTable {
  const table = tables.get(component) ?? READ[component]();
  tables.set(component, table);
  return table;
}

/** The apiVersions in which a table has a kind of a group, as the table orders them. */
export function versionsOf(table: FieldTable, group: string, kind: string): string[] {
  return Object.keys(table.kinds)
    .filter((key) => key.startsWith(`${group}/`) && key.endsWith(`/${kind}`))
    .map((key) => key.slice(0, -kind.length - 1));
}
