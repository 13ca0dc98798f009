import type { FieldConstraints, FieldConstraintsUntil } from '../../imports/field-table';
import type { Release } from '../kube/release';

/** Accepted values of one custom resource field, as a tree: neither the CRD's own form nor the written one. */
export interface Schema {
  readonly constraints: FieldConstraints;
  /** In the order of their names. A map, since a field may have any name. */
  readonly properties?: ReadonlyMap<string, SchemaProperty>;
  /** Items of a list. */
  readonly items?: Schema;
  /** Values of a map whose keys are free. */
  readonly values?: Schema;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly not?: Schema;
  /** Constraints that were others in older releases, oldest first. */
  readonly was?: readonly FieldConstraintsUntil[];
}

/** A field of an object, and the releases that have it among those that have the object. */
export interface SchemaProperty {
  readonly schema: Schema;
  /** First one; absent where all from the oldest on have it. */
  readonly since?: Release;
  /** Last one; absent where the newest has it. */
  readonly until?: Release;
  /** Releases in between that lack it, each with the next that has it: a field may be backported to 1.4.1 and miss 1.5.0. */
  readonly gaps?: Readonly<Record<Release, Release>>;
}

/** One custom resource as a CRD describes it. */
export interface CustomResource {
  /** Name of the CRD, as in `virtualmachines.kubevirt.io`. */
  readonly crd: string;
  readonly group: string;
  readonly kind: string;
  readonly plural: string;
  readonly scope: 'Namespaced' | 'Cluster';
  /** Those that are served. */
  readonly versions: readonly ResourceVersion[];
}

/** One served version of a custom resource. */
export interface ResourceVersion {
  readonly name: string;
  readonly deprecated: boolean;
  readonly schema: Schema;
}

/** Order by code unit, which is the same on every machine. */
export function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
