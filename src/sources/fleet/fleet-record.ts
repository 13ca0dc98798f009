import { lstatSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { INDEX_FOLDER } from '../../argocd/fleet/index-entry';
import type { ClusterResult, FileMark } from '../../sinks/cluster-result';
import { digestOf } from '../../speed/digest';
import type { ClusterCache, RememberedCluster } from './cluster-cache';
import { isSame, type Stamp, stampOf } from './stamp';

/** One platform file as it was, and what it came to. */
interface RecordedFile {
  readonly stamp: Stamp;
  readonly clusters: readonly RecordedCluster[];
}

/** A cluster as it was written. Of its files there are many: they are a text and numbers, which are read at once. */
interface RecordedCluster {
  readonly result: Omit<ClusterResult, 'files'>;
  /** Files that were read for it. */
  readonly reads: readonly string[];
  /** How those looked. */
  readonly stamps: readonly Stamp[];
  /** The files that were written for it, by their paths. */
  readonly paths: string;
  /** The size, the time of the last change and the inode of each of them, one after the other. */
  readonly looks: readonly number[];
  /** The time of the last change and the inode of the folders that those are in. */
  readonly folders: readonly (readonly [path: string, changedMs: number, inode: number])[];
}

/** In no path of ours. */
const BETWEEN = '|';

type RecordPart = Readonly<Record<string, RecordedFile>>;

/** So many entries of the cache make up a record: a change is written into one of them. */
const PARTS = 16;

/**
 * What a fleet looked like when it was last written from its files to its folder, so that what has not been touched since
 * is neither read nor compared: a look at each file is enough.
 *
 * It says nothing that the cache of clusters and the output folder do not say too, only quicker. Whoever writes last wins,
 * and a record that is lost or damaged costs time only.
 */
export class FleetRecord {
  private readonly startedMs = Date.now();
  private readonly parts: readonly RecordPart[];
  private readonly key: string;
  private readonly stamps = new Map<string, Stamp | undefined>();
  /** What was found as it was, by the paths of platform files. */
  private readonly untouched = new Map<string, readonly RememberedCluster[]>();

  constructor(
    private readonly cache: ClusterCache,
    files: readonly string[],
    private readonly output: string,
  ) {
    this.key = digestOf('fleet', cache.setting, files[0] ?? '', output);
    this.parts = Array.from({ length: PARTS }, (_, i) => partIn(cache.store.read(digestOf(this.key, String(i)))));
  }

  /**
   * What a platform file came to, where nobody has touched it since, nor what was read for it, nor what was written for it, nor
   * put anything beside that.
   */
  public clustersOf(path: string, found: Stats): readonly RememberedCluster[] | undefined {
    this.stamps.set(path, stampOf(found, this.startedMs));
    const recorded = this.parts[partOf(path)]![path];
    if (
      recorded === undefined ||
      !isSame(recorded.stamp, found) ||
      !recorded.clusters.every((cluster) => areReadsUntouched(cluster) && this.isUntouched(cluster))
    ) {
      return undefined;
    }
    const known = recorded.clusters.map(({ result, reads, paths, looks }) => ({
      result: { ...result, files: marksOf(paths, looks) },
      reads,
    }));
    this.untouched.set(path, known);
    return known;
  }

  private isUntouched({ paths, looks, folders }: RecordedCluster): boolean {
    if (folders.length === 0) {
      return false;
    }
    for (const [path, changedMs, inode] of folders) {
      const found = lstatSync(`${this.output}/${path}`, { throwIfNoEntry: false });
      if (found === undefined || found.ctimeMs !== changedMs || found.ino !== inode) {
        return false;
      }
    }
    // Of a large fleet this is most of the work.
    const files = paths.split(BETWEEN);
    for (let i = 0; i < files.length; i++) {
      const found = lstatSync(`${this.output}/${files[i]}`, { throwIfNoEntry: false });
      if (found?.size !== looks[3 * i] || found?.ctimeMs !== looks[3 * i + 1] || found?.ino !== looks[3 * i + 2]) {
        return false;
      }
    }
    return true;
  }

  /**
   * Keeps what is known now.
   *
   * @param clusters by the paths of platform files
   * @param committedMs when everything had been written that belongs there: what is younger is somebody else's
   */
  public save(clusters: ReadonlyMap<string, readonly RememberedCluster[]>, committedMs: number): void {
    const lookedMs = Date.now();
    const changed = new Map<number, Record<string, RecordedFile>>();
    const changing = (i: number): Record<string, RecordedFile> => {
      const part = changed.get(i) ?? { ...this.parts[i] };
      changed.set(i, part);
      return part;
    };
    for (const [path, found] of clusters) {
      const i = partOf(path);
      const stamp = this.stamps.get(path);
      if (stamp !== undefined && this.untouched.get(path) !== found) {
        changing(i)[path] = { stamp, clusters: found.map((cluster) => this.recorded(cluster, lookedMs, committedMs)) };
      }
    }
    for (const [i, part] of this.parts.entries()) {
      for (const path in part) {
        if (!clusters.has(path)) {
          delete changing(i)[path];
        }
      }
    }
    for (const [i, part] of changed) {
      this.cache.store.write(digestOf(this.key, String(i)), Buffer.from(JSON.stringify(part)));
    }
  }

  private recorded({ result, reads }: RememberedCluster, lookedMs: number, committedMs: number): RecordedCluster {
    const stamps = reads.flatMap((read) => {
      const found = statSync(read, { throwIfNoEntry: false });
      const stamp = found === undefined ? undefined : stampOf(found, this.startedMs);
      return stamp === undefined ? [] : [stamp];
    });
    const looks = result.files.map(({ path, bytes }) => {
      const found = lstatSync(`${this.output}/${path}`, { throwIfNoEntry: false });
      const isOurs = found?.isFile() === true && found.size === bytes && found.mtimeMs <= committedMs;
      return isOurs ? stampOf(found, lookedMs) : undefined;
    });
    const folders = foldersOf(result.files).map((path) => {
      const found = lstatSync(`${this.output}/${path}`, { throwIfNoEntry: false });
      const stamp = found?.isDirectory() === true ? stampOf(found, lookedMs) : undefined;
      return stamp === undefined ? undefined : ([path, stamp[1], stamp[2]] as const);
    });
    const isKnown = [...looks, ...folders].every((look) => look !== undefined);
    const { files, ...rest } = result;
    return {
      result: rest,
      reads,
      stamps,
      paths: files.map(({ path }) => path).join(BETWEEN),
      looks: isKnown ? looks.flatMap((look) => [...look!]) : [],
      folders: isKnown ? folders.map((folder) => folder!) : [],
    };
  }
}

/** What is in files that were touched is looked up in the cache of clusters: digests are not kept here. */
function marksOf(paths: string, looks: readonly number[]): FileMark[] {
  return paths.split(BETWEEN).map((path, i) => ({ path, digest: '', bytes: looks[3 * i]! }));
}

/** Every folder of a cluster's own; that of the index belongs to all of them. */
function foldersOf(files: readonly FileMark[]): string[] {
  const own = files.map(({ path }) => dirname(path)).filter((path) => path !== INDEX_FOLDER);
  return [...new Set(own.flatMap((path) => [dirname(path), path]))];
}

function areReadsUntouched({ reads, stamps }: RecordedCluster): boolean {
  return (
    reads.length === stamps.length &&
    reads.every((read, i) => {
      const found = statSync(read, { throwIfNoEntry: false });
      return found !== undefined && isSame(stamps[i]!, found);
    })
  );
}

function partIn(bytes: Buffer | undefined): RecordPart {
  return bytes === undefined ? {} : (JSON.parse(bytes.toString()) as RecordPart);
}

/** Which part of the record a file belongs to. */
function partOf(path: string): number {
  let sum = 0;
  for (let i = path.length - 1; i >= 0; i--) {
    sum = (sum * 31 + path.charCodeAt(i)) % 65521;
  }
  return sum % PARTS;
}
