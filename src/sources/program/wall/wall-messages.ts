import type { WallMemory } from '../../memory';
import type { WallLimits } from './wall-limits';

/** What the worker is told when it starts. */
export interface WallStart {
  /** All that it may see of the environment. */
  readonly env: Readonly<Record<string, string>>;
  /** The repository, by its real path: nothing else can be read. */
  readonly root: string;
  readonly limits: WallLimits;
  /** Of V8, while it takes in the engine. */
  readonly flags: WallMemory['flags'];
  /** How many bytes were said that the parent has not taken yet. */
  readonly untaken: SharedArrayBuffer;
}

/** A program for the worker, once it is bundled; before it comes, as a text, the library, or an empty one where that may be kept. */
export interface WallProgram {
  /** Of polyvirt, where it was not told before, of the libraries that are loaded before the program, and of all else. */
  readonly library: string;
  readonly libraries: string;
  readonly program: string;
  readonly format: 'cjs' | 'esm';
  /** What the program is told: see `guest/child.ts`. */
  readonly begin: string;
  /** An engine that has loaded both libraries already. */
  readonly image?: EngineImage;
  /** Whether that is wanted, where there is none. */
  readonly isImageKept: boolean;
}

/** An engine as it is between two calls: its memory, and where things are in it. */
export interface EngineImage {
  readonly memory: Uint8Array<ArrayBuffer>;
  readonly stackPointer: number;
  readonly runtime: number;
  readonly context: number;
  /** Our side of the hand-over. */
  readonly child: number;
}

/** What the worker says. */
export type WallMessage =
  /** Before the program is in it. */
  | { readonly kind: 'image'; readonly image: EngineImage }
  /** Messages of the hand-over, one per line. */
  | { readonly kind: 'said'; readonly lines: string }
  | { readonly kind: 'printed'; readonly text: string }
  | { readonly kind: 'reads'; readonly reads: WallReads }
  /** Everything that was asked for has been done. */
  | { readonly kind: 'idle' }
  | { readonly kind: 'stopped'; readonly stop: WallStop };

/** What a program looked at: files and folders by their paths in the repository, and variables of the environment. */
export interface WallReads {
  readonly files: readonly string[];
  readonly variables: readonly string[];
}

/** Why the wall ended a program. */
export interface WallStop {
  readonly limit: keyof WallLimits | 'engine';
  /** What the engine says, where it is none of the limits. */
  readonly detail?: string;
}

/** Below it the worker goes on without being waited for. */
export const UNTAKEN_BYTES = 8 << 20;
