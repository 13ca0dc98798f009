import type { Place } from '../findings/finding';
import type { KubeObject } from '../kube/object';
import { pathOfSteps } from '../kube/path';
import type { PlacedComment } from '../kube/yaml/comments';
import { isAbout, isLive, LIVE_ROWS, type LiveRow, NOISE_ROWS, without } from '../review/diff/noise-rows';

/** An object that is to be adopted, as it was read. */
export interface InputObject extends Place {
  readonly object: KubeObject;
  /** The file as it is opened; `-` for standard input. */
  readonly path: string;
  /** Comment lines above it, with their signs. */
  readonly comment: readonly string[];
  /** Comments inside of it, by their paths in it. */
  readonly inside: readonly PlacedComment[];
  /** Its text, where that can stand alone: comments and all. */
  readonly text?: string;
}

/** The same as its author would have written it. */
export interface AuthoredInput extends InputObject {
  readonly wanted: KubeObject;
  readonly leftOut: readonly LeftOutField[];
}

/** Something of the input that is no part of the platform, and why. */
export interface NotAdopted extends Place {
  /** The object, as `VirtualMachine shop/web`, or the file. */
  readonly name: string;
  readonly reason: string;
  /** What to do about it, where something can be done. */
  readonly fix?: string;
}

/** A field that was left out of an object, and the row that says why. */
export interface LeftOutField {
  readonly path: string;
  readonly by: string;
  readonly source: string;
}

/** Every row, by who writes it. */
export const SERVER_FIELDS: readonly LiveRow[] = [...NOISE_ROWS, ...LIVE_ROWS];

/** Those that are in files too: tools written in Go, as virtctl, print an empty `creationTimestamp` of every template. */
const FILE_FIELDS: readonly LiveRow[] = [
  ...NOISE_ROWS,
  ...LIVE_ROWS.filter(({ path }) => path.at(-1) === 'creationTimestamp'),
];

/** An object as its author would have written it, and what a cluster had added to it. */
interface AuthoredObject {
  readonly object: KubeObject;
  readonly leftOut: readonly LeftOutField[];
}

/**
 * Leaves out what a cluster wrote.
 *
 * In a file that a person wrote the same fields are left out too where no API server takes them from a manifest; what only a live
 * object is sure not to have from its author, as a finalizer, stays there.
 */
export function withoutServerFields(object: KubeObject): AuthoredObject {
  const rows = isLive(object) ? SERVER_FIELDS : FILE_FIELDS;
  const leftOut: LeftOutField[] = [];
  let left: unknown = object;
  for (const row of rows) {
    if (isAbout(row, object)) {
      const next = without(left, row);
      if (next !== left) {
        left = next;
        leftOut.push({ path: pathText(row), by: row.by, source: row.source });
      }
    }
  }
  return { object: left as KubeObject, leftOut };
}

function pathText({ path }: LiveRow): string {
  return pathOfSteps(path.map((step) => (step === '*' ? { text: '', isItem: true } : { text: step, isItem: false })));
}
