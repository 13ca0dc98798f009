import { lstatSync, type Stats } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { INDEX_FOLDER } from '../argocd/fleet/application-set';
import type { Finding } from '../findings/finding';
import type { ClusterResult, FileMark, Rendering } from '../sinks/render-cluster';
import { foundAt, shownPath } from '../sources/host/open-text';
import type { DocumentText, FleetMemory, RememberedCluster } from '../sources/memory';
import { type CacheSettings, digestOf } from './folder';
import { openStore, type Store } from './store';

/**
 * How a file looks, by which one that was changed is told from one that was not without reading it. The system sets the time of the
 * last change, nothing else can.
 */
type Stamp = readonly [size: number, changedMs: number, inode: number];

/** One platform file as it was, and what it came to. */
interface KeptFile {
  /** Absent where it was changed too shortly before. */
  readonly stamp?: Stamp | undefined;
  readonly clusters: readonly KeptCluster[];
}

/** A cluster as it was written. Of its files there are many: they are texts and numbers, which are read at once. */
interface KeptCluster {
  /** Digest of the document that declares it, and where in its file that begins. */
  readonly text: string;
  readonly firstLine: number;
  /** Its findings are at files relative to the folder of the platform file. */
  readonly result: Omit<ClusterResult, 'files'>;
  /** Files that were read for it, and how they looked. */
  readonly reads: readonly string[];
  readonly stamps: readonly (Stamp | null)[];
  /** Paths and digests of the files that were written for it. */
  readonly paths: string;
  readonly digests: string;
  /** Stamps of those files, one after the other. */
  readonly looks: readonly number[];
  /** The folders that those are in; none where a file in them is not known to be as it was written. */
  readonly folders: readonly (readonly [path: string, changedMs: number, inode: number])[];
}

type Part = Readonly<Record<string, KeptFile>>;

/** In no path of ours, and in no digest. */
const BETWEEN = '|';

/** So many entries of the store make up a fleet: a change is written into one of them. */
const PARTS = 16;

/** Clocks of file systems tick this slowly: two changes within one tick look like one. */
const TICK_MS = 20;

const LARGE_FILE = 64 << 10;

/** What is known of a fleet; nothing where one cluster, or a few in one file, are rendered sooner than they are looked up. */
export function keptFleet(
  files: readonly string[],
  output: string,
  { today, format, into, foldsGroups }: Rendering,
  env: CacheSettings,
): FleetMemory | undefined {
  const isFleet = files.length > 1 || files.some((path) => (foundAt(path)?.size ?? 0) > LARGE_FILE);
  const opened = isFleet ? openStore(env) : undefined;
  if (opened === undefined) {
    return undefined;
  }
  // The day counts since allowances run out.
  const key = digestOf('fleet', opened.build, today, format, into, String(foldsGroups), files[0]!, output);
  return new KeptFleet(opened.store, key, output);
}

interface NewFile {
  readonly stamp: Stamp | undefined;
  readonly clusters: NewCluster[];
}

interface NewCluster extends RememberedCluster, Pick<KeptCluster, 'text' | 'firstLine'> {}

/**
 * What a fleet came to when it was last written from its files to its folder. Of what has not been touched since, a look at each file
 * is enough: it is neither read nor compared. A document in a file that was touched is known by its text, and its output by
 * digests. Texts of manifests are not kept: they are in the output folder, or are rendered again.
 *
 * The last to write wins, and what is lost or damaged costs time only.
 */
class KeptFleet implements FleetMemory {
  private readonly startedMs = Date.now();
  private readonly parts: readonly Part[];
  /** Platform files of this run: what is to be kept of each, or nothing where all of it is as it was. */
  private readonly seen = new Map<string, NewFile | undefined>();

  constructor(
    private readonly store: Store,
    private readonly key: string,
    private readonly output: string,
  ) {
    this.parts = Array.from({ length: PARTS }, (_, i) => partIn(store.read(digestOf(key, String(i)))));
  }

  public readonly untouched = (path: string): readonly RememberedCluster[] | undefined => {
    const found = foundAt(path);
    const kept = this.keptOf(path);
    if (found === undefined || !isSame(kept?.stamp, found) || !kept?.clusters.every((each) => this.isUntouched(each))) {
      this.seen.set(path, { stamp: stampOf(found, this.startedMs), clusters: [] });
      return undefined;
    }
    this.seen.set(path, undefined);
    return kept.clusters.map((cluster) => remembered(cluster, path, cluster.firstLine));
  };

  public readonly recall = ({ path, text, firstLine }: DocumentText): RememberedCluster | undefined => {
    const digest = digestOf(text);
    const known = this.keptOf(path)?.clusters.find((cluster) => cluster.text === digest);
    return known !== undefined && areReadsUntouched(known) ? remembered(known, path, firstLine) : undefined;
  };

  public readonly remember = ({ path, text, firstLine }: DocumentText, cluster: RememberedCluster): void => {
    this.seen.get(path)?.clusters.push({ ...cluster, text: digestOf(text), firstLine });
  };

  public readonly save = (committedMs: number): void => {
    const lookedMs = Date.now();
    const changed = new Map<number, Record<string, KeptFile>>();
    const changing = (path: string): Record<string, KeptFile> => {
      const i = partOf(path);
      const part = changed.get(i) ?? { ...this.parts[i] };
      changed.set(i, part);
      return part;
    };
    for (const [path, file] of this.seen) {
      if (file !== undefined) {
        const clusters = file.clusters.map((cluster) => this.kept(cluster, path, lookedMs, committedMs));
        changing(path)[path] = { stamp: file.stamp, clusters };
      }
    }
    for (const path of this.parts.flatMap((part) => Object.keys(part))) {
      if (!this.seen.has(path)) {
        delete changing(path)[path];
      }
    }
    for (const [i, part] of changed) {
      this.store.write(digestOf(this.key, String(i)), Buffer.from(JSON.stringify(part)));
    }
  };

  private keptOf(path: string): KeptFile | undefined {
    return this.parts[partOf(path)]![path];
  }

  private isUntouched(cluster: KeptCluster): boolean {
    const { paths, looks, folders } = cluster;
    if (folders.length === 0 || !areReadsUntouched(cluster)) {
      return false;
    }
    for (const [path, changedMs, inode] of folders) {
      const found = this.written(path);
      if (found === undefined || found.ctimeMs !== changedMs || found.ino !== inode) {
        return false;
      }
    }
    // Of a large fleet this is most of the work.
    const files = paths.split(BETWEEN);
    for (let i = 0; i < files.length; i++) {
      const found = this.written(files[i]!);
      if (found?.size !== looks[3 * i] || found?.ctimeMs !== looks[3 * i + 1] || found?.ino !== looks[3 * i + 2]) {
        return false;
      }
    }
    return true;
  }

  private written(path: string): Stats | undefined {
    return lstatSync(`${this.output}/${path}`, { throwIfNoEntry: false });
  }

  private kept(cluster: NewCluster, platform: string, lookedMs: number, committedMs: number): KeptCluster {
    const { result, reads, text, firstLine } = cluster;
    const { files, findings, ...rest } = result;
    const looks = files.map(({ path, bytes }) => {
      const found = this.written(path);
      const isOurs = found?.isFile() === true && found.size === bytes && found.mtimeMs <= committedMs;
      return isOurs ? stampOf(found, lookedMs) : undefined;
    });
    const folders = foldersOf(files).map((path) => {
      const found = this.written(path);
      const stamp = found?.isDirectory() === true ? stampOf(found, lookedMs) : undefined;
      return stamp === undefined ? undefined : ([path, stamp[1], stamp[2]] as const);
    });
    const isKnown = [...looks, ...folders].every((look) => look !== undefined);
    return {
      text,
      firstLine,
      result: { ...rest, findings: findings.map((finding) => keptPlace(finding, platform)) },
      reads,
      stamps: reads.map((read) => stampOf(foundAt(read), this.startedMs) ?? null),
      paths: files.map(({ path }) => path).join(BETWEEN),
      digests: files.map(({ digest }) => digest).join(BETWEEN),
      looks: looks.flatMap((look, i) => look ?? [files[i]!.bytes, 0, 0]),
      folders: isKnown ? folders.map((folder) => folder!) : [],
    };
  }
}

/** A cluster whose document begins at a line now, at which it may not have begun before. */
function remembered(kept: KeptCluster, platform: string, firstLine: number): RememberedCluster {
  const { result, reads, paths, digests, looks } = kept;
  const marks = digests.split(BETWEEN);
  const names = paths === '' ? [] : paths.split(BETWEEN);
  return {
    reads,
    result: {
      ...result,
      findings: result.findings.map((finding) => shownPlace(finding, platform, firstLine - kept.firstLine)),
      files: names.map((path, i): FileMark => ({ path, digest: marks[i]!, bytes: looks[3 * i]! })),
    },
  };
}

/** A finding with its file relative to the folder of the platform file, so that it is shown right from any working folder. */
function keptPlace(finding: Finding, platform: string): Finding {
  const { file } = finding;
  return file === undefined ? finding : { ...finding, file: relative(dirname(platform), resolve(file)) };
}

function shownPlace(finding: Finding, platform: string, movedBy: number): Finding {
  const { file, line } = finding;
  if (file === undefined) {
    return finding;
  }
  const path = resolve(dirname(platform), file);
  return {
    ...finding,
    file: shownPath(path),
    ...(line === undefined ? {} : { line: path === platform ? line + movedBy : line }),
  };
}

/** Every folder of a cluster's own; that of the index belongs to all of them. */
function foldersOf(files: readonly FileMark[]): string[] {
  const own = files.map(({ path }) => dirname(path)).filter((path) => path !== INDEX_FOLDER);
  return [...new Set(own.flatMap((path) => [dirname(path), path]))];
}

function areReadsUntouched({ reads, stamps }: KeptCluster): boolean {
  return reads.every((read, i) => isSame(stamps[i], foundAt(read)));
}

/**
 * How a file looks, unless it was changed only just now: then it may be changed again without looking different.
 *
 * @param lookedMs a time before which the file was not read
 */
function stampOf(found: Stats | undefined, lookedMs: number): Stamp | undefined {
  return found !== undefined && found.ctimeMs < lookedMs - TICK_MS ? [found.size, found.ctimeMs, found.ino] : undefined;
}

function isSame(stamp: Stamp | null | undefined, now: Stats | undefined): boolean {
  return stamp?.[0] === now?.size && stamp?.[1] === now?.ctimeMs && stamp?.[2] === now?.ino && now !== undefined;
}

function partIn(bytes: Buffer | undefined): Part {
  return bytes === undefined ? {} : (JSON.parse(bytes.toString()) as Part);
}

/** Which part of a fleet a file belongs to. */
function partOf(path: string): number {
  let sum = 0;
  for (let i = path.length - 1; i >= 0; i--) {
    sum = (sum * 31 + path.charCodeAt(i)) % 65521;
  }
  return sum % PARTS;
}
