import { lstatSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf } from '../../cache/digest';
import type { ClusterCache, KnownCluster } from './cluster-cache';
import type { FileMark } from './cluster-result';
import { isSame, type Stamp, stampOf } from './stamp';

/** One platform file as it was, and what it came to. */
interface RecordedFile {
  readonly stamp: Stamp;
  readonly clusters: readonly RecordedCluster[];
}

interface RecordedCluster extends KnownCluster {
  /** How the files looked that were read for it, in the order of `reads`. */
  readonly stamps: readonly Stamp[];
  /** How the files look that were written for it: two numbers for each, time and inode; nothing where it is not known. */
  readonly written: readonly number[];
}

type Part = Readonly<Record<string, RecordedFile>>;

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
  private readonly parts: readonly Part[];
  private readonly key: string;
  private readonly stamps = new Map<string, Stamp | undefined>();
  private readonly written = new Map<string, readonly [changedMs: number, inode: number]>();

  constructor(
    private readonly cache: ClusterCache,
    files: readonly string[],
    private readonly output: string,
  ) {
    this.key = digestOf('fleet', cache.setting, files[0] ?? '', output);
    this.parts = Array.from({ length: PARTS }, (_, i) => partIn(cache.store.read(digestOf(this.key, String(i)))));
  }

  /** What a platform file came to, where neither it nor what was read for it has been touched since. */
  public clustersOf(path: string, found: Stats): readonly KnownCluster[] | undefined {
    this.stamps.set(path, stampOf(found, this.startedMs));
    const known = this.parts[partOf(path)]![path];
    if (known === undefined || !isSame(known.stamp, found) || !known.clusters.every(areUntouched)) {
      return undefined;
    }
    for (const { result, written } of known.clusters) {
      for (let i = 0; 2 * i < written.length; i++) {
        this.written.set(result.files[i]!.path, [written[2 * i]!, written[2 * i + 1]!]);
      }
    }
    return known.clusters;
  }

  /** Whether a file of the output looks as it did when we knew what is in it. */
  public readonly isAsBefore = ({ path, bytes }: FileMark, now: Stats): boolean => {
    const known = this.written.get(path);
    return known !== undefined && isSame([bytes, ...known], now);
  };

  /**
   * Keeps what is known now.
   *
   * @param clusters by the paths of platform files
   * @param committedMs when everything had been written that belongs there: what is younger is somebody else's
   */
  public save(clusters: ReadonlyMap<string, readonly KnownCluster[]>, committedMs: number): void {
    const lookedMs = Date.now();
    const parts = this.parts.map((part): Record<string, RecordedFile> => ({ ...part }));
    const changed = new Set<number>();
    for (const [path, found] of clusters) {
      const i = partOf(path);
      const stamp = this.stamps.get(path);
      if (stamp !== undefined && this.parts[i]![path]?.clusters !== found) {
        parts[i]![path] = { stamp, clusters: found.map((cluster) => this.recorded(cluster, lookedMs, committedMs)) };
        changed.add(i);
      }
    }
    for (const [i, part] of parts.entries()) {
      for (const path of Object.keys(part)) {
        if (!clusters.has(path)) {
          delete part[path];
          changed.add(i);
        }
      }
    }
    for (const i of changed) {
      this.cache.store.write(digestOf(this.key, String(i)), Buffer.from(JSON.stringify(parts[i])));
    }
  }

  private recorded({ result, reads }: KnownCluster, lookedMs: number, committedMs: number): RecordedCluster {
    const stamps = reads.flatMap((read) => {
      const found = statSync(read, { throwIfNoEntry: false });
      const stamp = found === undefined ? undefined : stampOf(found, this.startedMs);
      return stamp === undefined ? [] : [stamp];
    });
    const written = result.files.map(({ path, bytes }) => {
      const found = lstatSync(join(this.output, path), { throwIfNoEntry: false });
      const isOurs = found !== undefined && found.size === bytes && found.mtimeMs <= committedMs;
      return isOurs ? stampOf(found, lookedMs) : undefined;
    });
    const isKnown = written.every((stamp) => stamp !== undefined);
    return {
      result,
      reads,
      stamps,
      written: isKnown ? written.flatMap((stamp) => [stamp![1], stamp![2]]) : [],
    };
  }
}

function areUntouched({ reads, stamps }: RecordedCluster): boolean {
  return (
    reads.length === stamps.length &&
    reads.every((read, i) => {
      const found = statSync(read, { throwIfNoEntry: false });
      return found !== undefined && isSame(stamps[i]!, found);
    })
  );
}

function partIn(bytes: Buffer | undefined): Part {
  return bytes === undefined ? {} : (JSON.parse(bytes.toString()) as Part);
}

/** Which part of the record a file belongs to. */
function partOf(path: string): number {
  let sum = 0;
  for (let i = path.length - 1; i >= 0; i--) {
    sum = (sum * 31 + path.charCodeAt(i)) % 65521;
  }
  return sum % PARTS;
}
