/**
 * The text of `field-table.ts`: the types of a field table, written beside every table.
 *
 * Our own copy in `imports/` is written from it too, so that the reader of tables and their writer share one type.
 */
export const FIELD_TABLE_FILE = `/** What the custom resources of one import accept, field by field. */
export interface FieldTable {
  /** By apiVersion and kind, as in \`kubevirt.io/v1/VirtualMachine\`. */
  readonly kinds: { readonly [apiVersionAndKind: string]: FieldKind };
  /** Every node once; nodes name each other by their place in this list. */
  readonly nodes: readonly FieldNode[];
}

/** One kind in one version. */
export interface FieldKind {
  /** Place of its node in the list. */
  readonly node: number;
  readonly plural: string;
  readonly scope: 'Namespaced' | 'Cluster';
  readonly deprecated?: true;
  /** The releases that were compared, oldest first. Absent where none was named: then nothing has a history. */
  readonly releases?: readonly string[];
  /** First release that serves this version; absent where the oldest compared one does. */
  readonly since?: string;
  /** Last release that serves this version; absent where the newest compared one does. */
  readonly until?: string;
}

/** What one value accepts: its own constraints, and the nodes of what it holds. */
export interface FieldNode extends FieldConstraints {
  /** Fields of an object. Without \`preserveUnknown\` or \`values\` there are no others. */
  readonly properties?: { readonly [name: string]: number };
  /** First release that has a field; absent where the field is as old as the object around it. */
  readonly since?: { readonly [name: string]: string };
  /** Last release that has a field; absent where the newest compared one has it. */
  readonly until?: { readonly [name: string]: string };
  /** Releases between the two that lack a field, each with the next that has it. */
  readonly gaps?: { readonly [name: string]: { readonly [release: string]: string } };
  /** Items of a list. */
  readonly items?: number;
  /** Values of a map whose keys are free. */
  readonly values?: number;
  readonly allOf?: readonly number[];
  readonly anyOf?: readonly number[];
  readonly oneOf?: readonly number[];
  readonly not?: number;
  /**
   * Constraints that were others in older releases, oldest first: the first entry whose \`until\` is not older than the
   * release in question counts for it. Null is a constraint that was not there.
   */
  readonly was?: readonly FieldConstraintsUntil[];
}

/** Constraints of one value. */
export interface FieldConstraints {
  readonly type?: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean';
  /** An integer or a string, as quantities and ports are. It has no \`type\` then. */
  readonly intOrString?: true;
  readonly nullable?: true;
  /** Fields that are not named here are kept. */
  readonly preserveUnknown?: true;
  /** A whole object with apiVersion, kind and metadata. */
  readonly embeddedResource?: true;
  readonly required?: readonly string[];
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: true;
  readonly exclusiveMaximum?: true;
  readonly multipleOf?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: true;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly listType?: 'atomic' | 'set' | 'map';
  /** Fields that tell the items of a list of type map apart. */
  readonly mapKeys?: readonly string[];
  readonly mapType?: 'atomic' | 'granular';
  /** Rules in CEL: the text alone where the CRD says nothing else about it. */
  readonly rules?: readonly (string | FieldRule)[];
}

/** A rule in CEL with what its CRD says about it. */
export interface FieldRule {
  readonly rule: string;
  readonly message?: string;
  /** An expression that gives the message. */
  readonly messageExpression?: string;
  readonly reason?: string;
  /** The field that is to blame, below the one that has the rule. */
  readonly fieldPath?: string;
  /** Whether the rule is asked of new objects too, though it compares with an old one. */
  readonly optionalOldSelf?: true;
}

/** What differed up to and including a release. */
export type FieldConstraintsUntil = { readonly until: string } & {
  readonly [Name in keyof FieldConstraints]?: FieldConstraints[Name] | null;
};
`;
