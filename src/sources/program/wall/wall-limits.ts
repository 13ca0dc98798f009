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
