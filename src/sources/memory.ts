import type { ChildProcess } from 'node:child_process';
import type { Cluster, ClusterObject, Clusters } from '../cluster/cluster';
import type { GroupFinding, Place } from '../findings/finding';
import type { ClusterResult, Rendering } from '../sinks/render-cluster';
import type { Source } from './find-source';
import type { KeptBundle, ProgramBundle } from './program/bundle-app';
import type { BundleBounds } from './program/bundle-bounds';
import type { AppLocation } from './program/find-app';
import type { NodeProgram } from './program/spawn-node';
import type { EngineImage } from './program/wall/wall-messages';

/**
 * What was worked out before. The command gives it, from the room `speed`; without it, or without a part of it, everything is worked
 * out anew, and nothing but time changes.
 */
export interface Memory {
  /** The bundle of the user's own program; nothing where bundles are not kept. */
  readonly bundle?: (app: AppLocation) => Promise<KeptBundle | undefined>;
  /** For programs in the wall; nothing where nothing is kept. */
  readonly wall?: () => WallMemory | undefined;
  /** The result of the last write of a fleet from these files to this folder; undefined where that is not worth a look. */
  readonly fleet?: (files: readonly string[], output: string, rendering: Rendering) => FleetMemory | undefined;
  /** The kept result of a commit's platform; undefined where there is none. */
  readonly commit?: (platform: CommittedPlatform, today: string, withPlaces: boolean) => CommitMemory | undefined;
  /** The process for a program, where it was started before it was known what it is for. */
  readonly process?: (program: NodeProgram) => ChildProcess | undefined;
  /** Takes note of one more message of a program, and with it of what there is to do. */
  readonly message?: () => void;
  /** Asks rules about the VMs of a program while it still tells them; nothing for a cluster whose rules have to know all of it first. */
  readonly judge?: (cluster: Cluster) => EarlyJudge | undefined;
}

/** Rules about the VMs of one cluster, which come one at a time. */
export interface EarlyJudge {
  /** Takes an object that was told after all others but VMs. */
  readonly see: (object: ClusterObject) => void;
  /** What rules say of all objects, once all of them were told; nothing where another object than a VM came late. */
  readonly findings: () => (() => readonly GroupFinding[]) | undefined;
}

/** What is known of programs in the wall. */
export interface WallMemory {
  /** Flags of V8 while it takes in the engine, each with the one that takes it back. */
  readonly flags: readonly (readonly [during: string, after: string])[];
  readonly bundle: (app: AppLocation, bounds: BundleBounds) => Promise<ProgramBundle>;
  /** Whether there is an engine of any libraries, most likely of these. */
  readonly hasEngine: boolean;
  /** An engine that has loaded the library and these libraries, and nothing else. */
  readonly engine: (libraries: string) => EngineMemory;
}

/** What is known of the engine of the wall, before anything of a program is in it. */
export interface EngineMemory {
  readonly image?: EngineImage;
  readonly keep: (image: EngineImage) => void;
}

/** What the clusters of a fleet came to. */
export interface FleetMemory {
  /** The clusters of a platform file, where neither it nor what was read and written for them was touched since. */
  readonly untouched: (path: string) => readonly RememberedCluster[] | undefined;
  /** The cluster of a document, by its text; what was written for it may have changed. */
  readonly recall: (document: DocumentText) => RememberedCluster | undefined;
  /** Takes note of a cluster that is not untouched. */
  readonly remember: (document: DocumentText, cluster: RememberedCluster) => void;
  /**
   * Keeps what was noted, once the output is what it should be.
   *
   * @param committedMs when everything had been written that belongs there: what is younger is not ours
   */
  readonly save: (committedMs: number) => void;
}

/** One document of a platform file, as text. */
export interface DocumentText {
  /** The file, by its absolute path. */
  readonly path: string;
  readonly text: string;
  readonly firstLine: number;
}

/** A cluster as it was rendered, and the files and folders that it read beside its own. */
export interface RememberedCluster {
  readonly result: ClusterResult;
  readonly reads: readonly string[];
}

/** A platform in a commit. */
export interface CommittedPlatform {
  readonly repository: string;
  readonly commit: string;
  /** Below the root of the repository. */
  readonly path: string;
}

/** What the platform of one commit came to. */
export interface CommitMemory {
  /**
   * Its clusters, with places in the repository.
   *
   * @param programs whether a program may have made them
   */
  readonly recall: (programs: boolean) => RememberedCommit | undefined;
  /** @param shown a place as it is in the repository */
  readonly remember: (source: Source, tree: Clusters, shown: (place: Place) => Place) => void;
}

/** The clusters of a commit, and the files in the repository that they were made of. */
interface RememberedCommit {
  readonly tree: Clusters;
  readonly isProgram: boolean;
  readonly reads: readonly string[];
}

/** What an answer depends on: the content of a file, the names in a folder, an installed file by size and time, a variable. */
export type Dependency = readonly [kind: 'file' | 'names' | 'installed' | 'variable', name: string];

let given: Memory = {};

/** What is known from before. */
export function memory(): Memory {
  return given;
}

/** Gives sources what is known from before. */
export function setMemory(known: Memory): void {
  given = known;
}
