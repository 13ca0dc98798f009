import type { Place } from '../findings/finding';
import type { KubeObject } from '../kube/object';
import type { PlacedComment } from '../kube/yaml/comments';
import type { LeftOutField } from './server-fields';

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
