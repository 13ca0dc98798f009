import type { Release } from '../kube/release';
import { FIELD_TABLE_FILE } from './field-table-file';
import { type ComponentRelease, type Kind, kindsOf } from './kinds';
import { byText, type CustomResource } from './schema';
import { writeFields } from './write-fields';
import { writeTypes } from './write-types';

/** A file that was made by a machine. */
interface GeneratedFile {
  readonly path: string;
  readonly text: string;
}

/** What is generated from, and what it is called. */
export interface GenerateOptions {
  /** First part of the files' names. */
  readonly name: string;
  readonly resources: readonly CustomResource[];
  /** Kinds that only controllers write: their fields are in the table, and no type is made for them. */
  readonly fieldsOnly?: readonly CustomResource[];
  /** The release that the resources are of. */
  readonly release?: Release;
  /** The same resources in older releases. */
  readonly earlier?: readonly ComponentRelease[];
}

/** First line of every generated file: only files that have it are ever replaced. */
export const GENERATED = '// Written by polyvirt import. Change the CRDs and import them again, not this file.\n';

/** Types and field tables of custom resources. */
export function generate({ name, resources, fieldsOnly = [], release, earlier = [] }: GenerateOptions): {
  readonly kinds: readonly Kind[];
  readonly files: readonly GeneratedFile[];
} {
  const kinds = kindsOf([...resources, ...fieldsOnly], release, earlier);
  const untyped = new Set(fieldsOnly.map(({ crd }) => crd));
  const served = kinds.filter(({ newest, crd }) => newest !== undefined && !untyped.has(crd));
  return {
    kinds,
    files: [
      { path: 'field-table.ts', text: `${GENERATED}\n${FIELD_TABLE_FILE}` },
      { path: `${name}.ts`, text: `${GENERATED}${sources(served, release)}\n${writeTypes(served)}` },
      { path: `${name}-fields.ts`, text: `${GENERATED}${sources(kinds, release)}\n${writeFields(kinds)}` },
    ],
  };
}

/**
 * A name for the files: the first word of the shortest API group, as in `kubevirt` for kubevirt.io and
 * instancetype.kubevirt.io, or `cdi` for cdi.kubevirt.io.
 */
export function nameFor(resources: readonly CustomResource[]): string {
  const [shortest = 'crds'] = resources.map(({ group }) => group).sort((a, b) => a.length - b.length || byText(a, b));
  return shortest.split('.')[0]!;
}

/** `//   virtualmachines.kubevirt.io: kubevirt.io/v1 VirtualMachine, release 1.9`, a line per kind and version. */
function sources(kinds: readonly Kind[], release: Release | undefined): string {
  return kinds
    .map(({ crd, apiVersion, kind, until = release }) => {
      const of = until === undefined ? '' : `, release ${until}`;
      return `//   ${crd}: ${apiVersion} ${kind}${of}\n`;
    })
    .join('');
}
