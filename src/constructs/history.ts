import { type ApiObject, type ApiObjectMetadataDefinition, type Chart, JsonPatch, type Yaml } from 'cdk8s';
import type { IConstruct } from 'constructs';
import type { KubeObject } from '../kube/object';
import { unwritableIn } from '../kube/plain-data';

/** Notes where in the user's program a function was called, in whatever form the one who asks understands. */
export type Locate = (caller: unknown) => unknown;

/** Under these keys objects keep where they were made and changed; registered, so that two copies of polyvirt agree. */
const ORIGIN = Symbol.for('polyvirt.origin');
const PATCH_CALLS = Symbol.for('polyvirt.patch-calls');
const METADATA_CALLS = Symbol.for('polyvirt.metadata-calls');

/** The key by which an object of ours tells how it was before it was patched. */
export const UNPATCHED = Symbol.for('polyvirt.unpatched');

/** An object before it was patched, made when it is asked for, and its patches. */
export interface Unpatched {
  readonly object: () => KubeObject;
  readonly patches: readonly JsonPatch[];
}

/** A call of `addJsonPatch`. */
interface PatchCall {
  readonly origin: unknown;
  readonly count: number;
}

/** A call that added something to the metadata of an object. */
interface MetadataCall {
  readonly origin: unknown;
  /** Keys from the root of the object. */
  readonly keys: readonly string[];
}

interface Noted {
  [ORIGIN]?: unknown;
  [PATCH_CALLS]?: PatchCall[];
  [METADATA_CALLS]?: MetadataCall[];
  [UNPATCHED]?(): Unpatched;
}

/** A call of `addJsonPatch`, with the places that it wrote, as JSON pointers. */
export interface PatchStep {
  readonly origin: unknown;
  readonly pointers: readonly string[];
  /** The object after it, where patches were applied once more. */
  readonly after?: KubeObject;
}

/** What was done to an object after it was made, and where. */
interface ObjectHistory {
  readonly metadataCalls: readonly MetadataCall[];
  /** The object before its patches, where they were applied once more. */
  readonly before?: KubeObject;
  readonly patches: readonly PatchStep[];
}

/** The copy of cdk8s that a program uses. */
export interface WatchedCdk8s {
  readonly ApiObject: typeof ApiObject;
  readonly ApiObjectMetadataDefinition: typeof ApiObjectMetadataDefinition;
  readonly Chart: typeof Chart;
  readonly Yaml: typeof Yaml;
}

/** A document of a file, or of what an address gave, as the program calls it. */
export interface ReadFrom {
  readonly file: string;
  /** Position among the documents that are not empty. */
  readonly document: number;
  /** Where in the document it is; at its root where absent. */
  readonly at?: readonly (string | number)[];
}

/** Under this key an object of ours says which file it was read from. */
const READ_FROM = Symbol.for('polyvirt.read-from');

/** Notes which file an object was read from. */
export function noteReadFrom(object: IConstruct, from: ReadFrom): void {
  Object.defineProperty(object, READ_FROM, { value: from });
}

/** Which file an object of ours was read from; nothing where it was not. */
export function notedReadFrom(object: IConstruct): ReadFrom | undefined {
  return (object as { [READ_FROM]?: ReadFrom })[READ_FROM];
}

/**
 * Notes where a program makes objects that are not ours, where it changes objects, and which files it reads them from.
 *
 * Every object asks for its chart when it is made: there it can be seen without replacing its class.
 *
 * @returns what an object was read from
 */
export function watchObjects(cdk8s: WatchedCdk8s, locate: Locate): (object: ApiObject) => ReadFrom | undefined {
  const { ApiObject, Chart } = cdk8s;
  const { of } = Chart;
  Chart.of = (construct) => {
    if (isNew(construct, ApiObject)) {
      Object.defineProperty(construct, ORIGIN, { value: locate(construct.constructor) });
    }
    return of.call(Chart, construct);
  };
  const { addJsonPatch } = ApiObject.prototype;
  ApiObject.prototype.addJsonPatch = function addNotedPatch(this: ApiObject, ...operations: JsonPatch[]): void {
    notePatches(this, operations.length, locate(addNotedPatch));
    addJsonPatch.apply(this, operations);
  };
  watchMetadata(cdk8s.ApiObjectMetadataDefinition.prototype, locate);
  return watchFiles(cdk8s.Yaml);
}

function watchMetadata(prototype: ApiObjectMetadataDefinition, locate: Locate): void {
  const { addLabel, addAnnotation, addFinalizers, addOwnerReference, add } = prototype;
  const note = (metadata: Noted, caller: unknown, ...keys: string[]) => {
    metadata[METADATA_CALLS] ??= [];
    metadata[METADATA_CALLS].push({ origin: locate(caller), keys: ['metadata', ...keys] });
  };
  prototype.addLabel = function addNotedLabel(key, value) {
    note(this as Noted, addNotedLabel, 'labels', key);
    addLabel.call(this, key, value);
  };
  prototype.addAnnotation = function addNotedAnnotation(key, value) {
    note(this as Noted, addNotedAnnotation, 'annotations', key);
    addAnnotation.call(this, key, value);
  };
  prototype.addFinalizers = function addNotedFinalizers(...finalizers) {
    note(this as Noted, addNotedFinalizers, 'finalizers');
    addFinalizers.apply(this, finalizers);
  };
  prototype.addOwnerReference = function addNotedOwner(owner) {
    note(this as Noted, addNotedOwner, 'ownerReferences');
    addOwnerReference.call(this, owner);
  };
  prototype.add = function addNoted(key, value) {
    note(this as Noted, addNoted, key);
    add.call(this, key, value);
  };
}

function watchFiles(yaml: typeof Yaml): (object: ApiObject) => ReadFrom | undefined {
  const documents = new WeakMap<object, ReadFrom>();
  const { load } = yaml;
  yaml.load = (file) => {
    const read: unknown[] = load.call(yaml, file);
    for (const [document, value] of read.entries()) {
      if (typeof value === 'object' && value !== null) {
        documents.set(value, { file, document });
      }
    }
    return read;
  };
  // cdk8s keeps what an object is made of under a name of its own; where that is another one day, no file is known.
  return (object) =>
    notedReadFrom(object) ?? documents.get((object as unknown as { readonly props?: object }).props ?? {});
}

/** Whether it is an object that is being made, and not one of ours: the construct around that knows where it was made. */
function isNew(construct: IConstruct, { prototype }: typeof ApiObject): boolean {
  return (
    Object.prototype.isPrototypeOf.call(prototype, construct) && !(UNPATCHED in construct) && !(ORIGIN in construct)
  );
}

/** Where an object that is not ours was made; nothing where that was not noted. */
export function madeAt(construct: IConstruct): unknown {
  return (construct as Noted)[ORIGIN];
}

/** Notes where patches were added. */
export function notePatches(object: IConstruct, count: number, origin: unknown): void {
  const noted = object as Noted;
  noted[PATCH_CALLS] ??= [];
  noted[PATCH_CALLS].push({ origin, count });
}

/** Under this key a construct says what its props lay over its object. */
const LAID = Symbol.for('polyvirt.laid-over');

/** What props lay over an object: `spec` and `patches`. */
export interface LaidOver {
  readonly spec?: unknown;
  readonly patches?: unknown;
}

/** Notes that props lay something over the object of a construct. */
export function noteLaidOver(construct: IConstruct, laid: () => LaidOver): void {
  Object.defineProperty(construct, LAID, { value: laid });
}

/** What props lay over the object of a construct; nothing where they do not. */
export function laidOver(construct: IConstruct): (() => LaidOver) | undefined {
  return (construct as { [LAID]?: () => LaidOver })[LAID];
}

/** Whether anything was noted that was done to an object after it was made. */
export function wasChanged(object: ApiObject): boolean {
  return PATCH_CALLS in object || METADATA_CALLS in object.metadata;
}

/**
 * What was done to an object after it was made.
 *
 * @param replay whether to apply patches once more, which takes as long as making the object; else only where several of them
 *   may have written the same, and it decides which of them counts
 */
export function historyOf(object: ApiObject, replay: boolean): ObjectHistory | undefined {
  const calls = (object as Noted)[PATCH_CALLS];
  const metadataCalls = (object.metadata as Noted)[METADATA_CALLS] ?? [];
  if (calls === undefined) {
    return metadataCalls.length === 0 ? undefined : { metadataCalls, patches: [] };
  }
  const operations = patchesOf(object);
  const written = operations.map(pointersOf);
  const steps = calls.map(({ origin, count }, i) => {
    const from = calls.slice(0, i).reduce((sum, call) => sum + call.count, 0);
    return { origin, pointers: written.slice(from, from + count).flat(), own: operations.slice(from, from + count) };
  });
  if (!replay && !mayMeet(written.flat())) {
    return { metadataCalls, patches: steps.map(({ origin, pointers }) => ({ origin, pointers })) };
  }
  const before = unpatched(object);
  let state = before;
  const patches = steps.map(({ origin, pointers, own }) => {
    state = patched(copyOf(state), own);
    return { origin, pointers, after: state };
  });
  return { metadataCalls, before, patches };
}

function pointersOf(operation: JsonPatch): string[] {
  const { op, path, from } = operation._toJson() as { op: string; path: string; from?: string };
  return op === 'test' ? [] : op === 'move' ? [path, from!] : [path];
}

/** More are compared by applying them. */
const FEW = 16;

/** Whether of several places one may be in another: also in a list, where items have other positions after an operation. */
function mayMeet(pointers: readonly string[]): boolean {
  const paths = pointers.map((pointer) => pointer.split('/'));
  return (
    pointers.length > FEW ||
    paths.some((path) => path.at(-1) === '-') ||
    paths.some((path, i) =>
      paths.slice(0, i).some((other) => {
        const apart = path.findIndex((token, at) => token !== other[at]);
        return apart === -1 || apart >= other.length || [path, other].some((each) => /^\d+$/.test(each[apart] ?? ''));
      }),
    )
  );
}

/** What cdk8s keeps of patches is its own; where it keeps something else one day, none are known. */
function patchesOf(object: ApiObject): readonly JsonPatch[] {
  const { patches = [] } = object as unknown as { patches?: JsonPatch[] };
  return (object as Noted)[UNPATCHED]?.call(object).patches ?? patches;
}

function unpatched(object: ApiObject): KubeObject {
  const ours = (object as Noted)[UNPATCHED];
  if (ours !== undefined) {
    return ours.call(object).object();
  }
  const { patches = [] } = object as unknown as { patches?: JsonPatch[] };
  const held = patches.splice(0);
  try {
    return object.toJson();
  } finally {
    patches.push(...held);
  }
}

/** What can be patched; what is no data cannot be copied, and is rejected as it is. */
export function copyOf(object: KubeObject): KubeObject {
  return unwritableIn(object).length === 0 ? structuredClone(object) : object;
}

/** An operation as cdk8s keeps it. */
interface CdkOperation {
  readonly value?: unknown;
}

/**
 * An object with patches applied.
 *
 * cdk8s copies patches as JSON first, which turns NaN into null silently. What JSON cannot say is put into its place
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
