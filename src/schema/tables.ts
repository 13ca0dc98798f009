import type { FieldTable } from '../../imports/field-table';
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
  ['cdi.kubevirt.io', 'cdi'],
  ['hco.kubevirt.io', 'hco'],
]);

/** Read when the first object of a component is met: most runs meet one or two of them. */
const LOAD: Readonly<Record<TabledComponent, () => FieldTable>> = {
  kubevirt: () => (require('../../imports/kubevirt-fields') as typeof import('../../imports/kubevirt-fields')).FIELDS,
  cdi: () => (require('../../imports/cdi-fields') as typeof import('../../imports/cdi-fields')).FIELDS,
  hco: () => (require('../../imports/hco-fields') as typeof import('../../imports/hco-fields')).FIELDS,
};

/** The component that an apiVersion belongs to, or nothing where there is no table for its group. */
export function componentOf(apiVersion: string): TabledComponent | undefined {
  return COMPONENT_OF_GROUP.get(groupOf(apiVersion));
}

const loaded = new Map<TabledComponent, FieldTable>();

/** The field table of a component. Kept here too: asking the module system for it costs as much as a small object. */
export function tableOf(component: TabledComponent): FieldTable {
  const table = loaded.get(component) ?? LOAD[component]();
  loaded.set(component, table);
  return table;
}

/** The apiVersions in which a table has a kind of a group, as the table orders them. */
export function versionsOf(table: FieldTable, group: string, kind: string): string[] {
  return Object.keys(table.kinds)
    .filter((key) => key.startsWith(`${group}/`) && key.endsWith(`/${kind}`))
    .map((key) => key.slice(0, -kind.length - 1));
}
