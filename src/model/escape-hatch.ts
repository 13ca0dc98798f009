import { applyOperation, type Operation } from 'fast-json-patch';
import { asText, isMap, type KubeObject } from '../kube/object';
import { withStoredQuantities } from '../kube/stored-quantities';
import { merged } from './merge-spec';
import * as z from './read/zod';
import { field, type Row, table } from './rows/row';
import { anyText, asWritten, listOf, once, type Shape, word } from './rows/shapes';

/** What polyvirt has no key for. */
export interface EscapeHatches<S> {
  /**
   * A part of the object's own `spec`, laid over what the other keys make: maps by key, lists of named things by name.
   * `null` removes, and a list that names all elements sets their order.
   *
   * @default - nothing
   */
  readonly spec?: Part<S>;

  /**
   * Operations of JSON Patch on the finished object.
   *
   * @default - none
   */
  readonly patches?: readonly PatchOperation[];
}

/** A part of something, in which `null` removes. */
export type Part<T> = T extends readonly (infer U)[]
  ? readonly Part<U>[]
  : T extends object
    ? { readonly [K in keyof T]?: Part<T[K]> | null }
    : T;

/** An operation of JSON Patch (RFC 6902). */
export interface PatchOperation {
  /** What is done. */
  readonly op: 'add' | 'remove' | 'replace' | 'move' | 'copy' | 'test';
  /** Where, as `/spec/template/spec/domain/cpu`. */
  readonly path: string;
  /** Where from, for `move` and `copy`. */
  readonly from?: string;
  /** What is there then, or is asked for. */
  readonly value?: unknown;
}

const PATCH = table<PatchOperation>('PatchOperation', () => ({
  op: { ...field('op', word('add', 'remove', 'replace', 'move', 'copy', 'test'), 'add'), isRequired: true },
  path: { ...field('path', anyText, '/metadata/labels'), isRequired: true },
  from: field('from', anyText, '/metadata/labels'),
  value: field('value', once(() => z.unknown()) as Shape<unknown>, {}) as never,
}));

/** What is laid over all other keys is no field of its own; what no key says is read back as `spec`. */
const OVER = { write: () => undefined, read: () => undefined };

/** The rows of a kind's escape hatches. */
export function escapeRows<S>(example: Part<S>): {
  readonly spec: Row<Part<S>>;
  readonly patches: Row<readonly PatchOperation[]>;
} {
  return {
    spec: { ...OVER, fields: ['spec'], shape: asWritten as never, example },
    patches: {
      ...OVER,
      fields: [],
      shape: listOf(PATCH.shape),
      example: [{ op: 'add', path: '/metadata/labels', value: { patched: 'yes' } }],
    },
  };
}

/** A declaration of any kind that has them. */
export type Escaping = EscapeHatches<Readonly<Record<string, unknown>>>;

/**
 * An object with what its declaration lays over it, and with quantities spelled as its cluster stores them; a patch is taken at its
 * word. What cannot be applied is left out, and said by `checkEscapes`.
 */
export function withEscapes(object: KubeObject, { spec, patches }: Escaping): KubeObject {
  const laid = withStoredQuantities(isMap(spec) ? { ...object, spec: merged(object.spec, spec) } : object);
  return patchesOf(patches).length === 0 ? laid : patchedBy(laid, patchesOf(patches)).object;
}

/** Those that there are: a program can hand over anything. */
export function patchesOf(patches: Escaping['patches']): readonly PatchOperation[] {
  return Array.isArray(patches) ? (patches as PatchOperation[]) : [];
}

interface FailedPatch {
  readonly index: number;
  readonly pointer: string;
  readonly reason: string;
}

/** One after the other: what comes after one that fails is tried still, so that all is said at once. */
export function patchedBy(
  object: KubeObject,
  patches: readonly PatchOperation[],
): { object: KubeObject; failed: FailedPatch[] } {
  let current: unknown = structuredClone(object);
  const failed: FailedPatch[] = [];
  for (const [index, operation] of patches.entries()) {
    try {
      const { newDocument, test } = applyOperation(current, structuredClone(operation) as Operation, true, false);
      if (test === false) {
        failed.push({ index, pointer: operation.path, reason: 'what it tests for is not there' });
      } else if (isObject(newDocument)) {
        current = newDocument;
      } else {
        failed.push({ index, pointer: operation.path, reason: 'what it leaves is no Kubernetes object' });
      }
    } catch (error) {
      const pointer = isMap(operation) ? asText(operation.path) : 'no path';
      failed.push({ index, pointer, reason: reasonOf(error) });
    }
  }
  return { object: current as KubeObject, failed };
}

function isObject(value: unknown): boolean {
  return (
    isMap(value) && typeof value.apiVersion === 'string' && typeof value.kind === 'string' && isMap(value.metadata)
  );
}

const REASONS: Readonly<Record<string, string>> = {
  OPERATION_PATH_CANNOT_ADD: 'there is nothing around it',
  OPERATION_PATH_UNRESOLVABLE: 'there is nothing there',
  OPERATION_FROM_UNRESOLVABLE: 'there is nothing at from',
  OPERATION_PATH_MISSING_ARRAY_INDEX: 'there is no such position in the list',
  OPERATION_PATH_ILLEGAL_ARRAY_INDEX: 'an item of a list is named by its position',
  OPERATION_VALUE_OUT_OF_BOUNDS: 'the list is shorter',
  OPERATION_VALUE_REQUIRED: 'it has no value',
  OPERATION_FROM_REQUIRED: 'it has no from',
  OPERATION_PATH_INVALID: 'a pointer begins with /',
  TEST_OPERATION_FAILED: 'what it tests for is not there',
};

function reasonOf(error: unknown): string {
  const { name } = error as { readonly name?: string };
  return REASONS[name ?? ''] ?? 'it is no operation of JSON Patch';
}
