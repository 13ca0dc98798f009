import { type ApiObject, JsonPatch } from 'cdk8s';
import type { KubeObject } from '../kube/object';
import { unwritableIn } from '../kube/plain-data';

/** An operation as cdk8s keeps it. */
interface CdkOperation {
  readonly value?: unknown;
}

/**
 * An object with patches applied.
 *
 * cdk8s copies patches as JSON first, which turns NaN into null without a word. What JSON cannot say is put into its place
 * afterwards, where the rules find it.
 */
export function patched(object: KubeObject, patches: readonly JsonPatch[]): KubeObject {
  const kept: unknown[] = [];
  const operations = patches.map((patch) => (isWritable(patch) ? patch : withMark(patch, kept)));
  const result: KubeObject = JsonPatch.apply(object, ...operations);
  return kept.length === 0 ? result : (restored(result, kept) as KubeObject);
}

/** The JSON of any object, with what its patches say and JSON cannot. */
export function jsonOf(object: ApiObject): KubeObject {
  const { patches } = object as unknown as { patches?: JsonPatch[] };
  if (!Array.isArray(patches) || patches.every(isWritable)) {
    return object.toJson();
  }
  const held = patches.splice(0);
  try {
    return patched(object.toJson(), held);
  } finally {
    patches.push(...held);
  }
}

function isWritable(patch: JsonPatch): boolean {
  return unwritableIn(patch._toJson()).length === 0;
}

/** In no text of a user. */
const MARK = '\0polyvirt.io/not-json ';

function withMark(patch: JsonPatch, kept: unknown[]): JsonPatch {
  const operation: CdkOperation = patch._toJson();
  const value = `${MARK}${kept.push(operation.value) - 1}`;
  return { _toJson: () => ({ ...operation, value }) } as unknown as JsonPatch;
}

function restored(value: unknown, kept: readonly unknown[]): unknown {
  if (typeof value === 'string' && value.startsWith(MARK)) {
    return kept[Number(value.slice(MARK.length))];
  }
  if (Array.isArray(value)) {
    return value.map((item: unknown) => restored(item, kept));
  }
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([key, part]) => [key, restored(part, kept)]))
    : value;
}
