import type { WallMemory } from '../../memory';

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

/** Why the wall ended a program. */
export class WallEnd extends Error {
  constructor(public readonly stop: WallStop) {
    super(stop.detail ?? stop.limit);
  }
}

/** What a program may take, and what it may hand over, in all. */
export interface WallLimits {
  /** Memory of the engine and everything in it: the maximum of its WebAssembly memory. */
  readonly memoryMiB: number;
  /**
   * Time until it is over, and again for each question about places.
   *
   * With the deadline of a plugin, whatever comes first.
   */
  readonly seconds: number;
  /** Stack of the engine. */
  readonly stackBytes: number;
  /** What it says about its tree. */
  readonly saidMiB: number;
  /** Messages of any kind. */
  readonly messages: number;
  readonly objects: number;
  /** Levels of an object, or of anything else that it says. */
  readonly depth: number;
  /** A file that it reads. */
  readonly fileMiB: number;
  /** All files that it reads. */
  readonly filesMiB: number;
  /** Questions to the host: files, digests, addresses. */
  readonly calls: number;
  /** What is kept of what it prints. */
  readonly printedBytes: number;
}

/** Far above what platforms take: a cluster of 10,000 VMs says 20 MiB, and Argo CD takes 100 MiB of manifests. */
export const WALL_LIMITS: WallLimits = {
  memoryMiB: 512,
  seconds: 120,
  stackBytes: 384 << 10,
  saidMiB: 256,
  messages: 2_000_000,
  objects: 200_000,
  depth: 100,
  fileMiB: 16,
  filesMiB: 256,
  calls: 2_000_000,
  printedBytes: 64 << 10,
};
