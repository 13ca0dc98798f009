import type { WallLimits } from './wall-limits';

/** What the worker is told when it starts. */
export interface WallStart {
  /** Of polyvirt in the wall, and of the program with everything that it imports. */
  readonly library: string;
  readonly program: string;
  readonly format: 'cjs' | 'esm';
  /** What the program is told: see `guest/child.ts`. */
  readonly begin: string;
  /** All that it may see of the environment. */
  readonly env: Readonly<Record<string, string>>;
  /** The repository, by its real path: nothing else can be read. */
  readonly root: string;
  readonly limits: WallLimits;
  /** How many bytes were said that the parent has not taken yet. */
  readonly untaken: SharedArrayBuffer;
}

/** What the worker says. */
export type WallMessage =
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
