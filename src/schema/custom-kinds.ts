import type { FieldTable } from '../../imports/field-table';
import type { Finding } from '../findings/finding';
import { kindsOf } from './kinds';
import { crdsIn, readCrd } from './read-crd';
import type { CustomResource } from './schema';
import { fieldTable } from './write-fields';

/** The fields of kinds from the CRDs of a user. */
export type CustomKinds = FieldTable;

/** The kinds of the CRDs of a user. They are what the cluster has, so they win over our tables. */
export function customKinds(resources: readonly CustomResource[]): CustomKinds {
  return fieldTable(kindsOf(resources, undefined, []));
}

/** The same from CRDs as plain objects, with what is wrong with them. The others count all the same. */
export function readCustomKinds(crds: readonly unknown[]): {
  readonly table: CustomKinds;
  readonly findings: Finding[];
} {
  const findings: Finding[] = [];
  const resources = crds.flatMap(crdsIn).flatMap((crd) => {
    const read = readCrd(crd);
    if ('findings' in read) {
      findings.push(...read.findings);
      return [];
    }
    return [read];
  });
  return { table: customKinds(resources), findings };
}
