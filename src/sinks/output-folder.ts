import { closeSync, type Dirent, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { INDEX_FOLDER, isIndexEntry } from '../argocd/fleet/application-set';
import type { Finding } from '../findings/finding';
import { isMap, type KubeObject } from '../kube/object';
import { filePath, HEADER, type OutputFile } from '../kube/yaml/files';
import { existingText } from '../sources/host/open-text';
import { hash } from '../sources/host/process';
import type { ClusterResult } from './render-cluster';

/** How the output folder differs from what it should be. */
export interface OutputDifference {
  /** Path below the output folder. */
  readonly file: string;
  readonly change: 'missing' | 'changed' | 'stale' | 'foreign';
}

/** Our temporary folders, which are never part of the output. */
export const STAGE_PREFIX = '.polyvirt-';

/**
 * Compares a folder with what it should hold, a file at a time.
 *
 * `missing` and `changed` are to be written, `stale` was written by us and is wanted no longer, `foreign` is in the way
 * and was not written by us.
 */
export class OutputComparison {
  public readonly differences: OutputDifference[] = [];
  private readonly wanted = new Set<string>();
  /** Folders that need no look, and how many files are in them. */
  private readonly kept = new Map<string, number>();

  constructor(private readonly folder: string) {}

  /** How a file differs; nothing where it does not. */
  public compare({ path, text }: OutputFile): OutputDifference['change'] | undefined {
    this.keep(path);
    const current = existingText(join(this.folder, path));
    if (current === text) {
      return undefined;
    }
    const change = current === undefined ? 'missing' : isOurs(this.folder, path) ? 'changed' : 'foreign';
    this.differences.push({ file: path, change });
    return change;
  }

  /** Takes note of a file that is known to be what it should be. */
  public keep(path: string): void {
    this.wanted.add(path);
    // It is looked at after all, file by file.
    this.kept.delete(topOf(path));
  }

  /** Takes note of all files of a cluster, in whose folder there is nothing else of ours. */
  public keepFolder(files: readonly { readonly path: string }[]): void {
    for (const { path } of files) {
      const folder = topOf(path);
      if (folder === INDEX_FOLDER) {
        this.wanted.add(path);
      } else {
        this.kept.set(folder, (this.kept.get(folder) ?? 0) + 1);
      }
    }
  }

  public get size(): number {
    return [...this.kept.values()].reduce((sum, count) => sum + count, this.wanted.size);
  }

  /** Looks for what should not be there, and gives all differences in order. */
  public finish(): OutputDifference[] {
    for (const path of [...filesBelow(this.folder, this.kept), ...entriesBelow(this.folder)]) {
      if (!this.wanted.has(path) && isOurs(this.folder, path)) {
        this.differences.push({ file: path, change: 'stale' });
      }
    }
    return this.differences.sort((a, b) => (a.file < b.file ? -1 : 1));
  }
}

function topOf(path: string): string {
  return path.slice(0, path.indexOf('/'));
}

/** In which format the folder holds its manifests; nothing where it holds none. */
export function formatOf(folder: string): 'yaml' | 'json' | undefined {
  const ours = filesBelow(folder).find((path) => isOurs(folder, path));
  return ours === undefined ? undefined : ours.endsWith('.json') ? 'json' : 'yaml';
}

/**
 * Manifests where we put ours, `<cluster>/<namespace>/<file>`, in order. Links are not followed.
 *
 * Nothing deeper: below an output folder there may be other people's, with files of polyvirt's in them.
 */
function filesBelow(folder: string, without: ReadonlyMap<string, unknown> = new Map()): string[] {
  return entriesOf(folder)
    .filter((cluster) => cluster.isDirectory() && !cluster.name.startsWith('.') && cluster.name !== 'node_modules')
    .filter((cluster) => !without.has(cluster.name))
    .flatMap((cluster) =>
      entriesOf(join(folder, cluster.name))
        .filter((namespace) => namespace.isDirectory())
        .flatMap((namespace) =>
          entriesOf(join(folder, cluster.name, namespace.name))
            .filter((file) => file.isFile() && /^[a-z0-9.]+-.*\.(yaml|json)$/.test(file.name))
            .map((file) => `${cluster.name}/${namespace.name}/${file.name}`),
        ),
    )
    .sort();
}

/** Entries of the index. */
function entriesBelow(folder: string): string[] {
  return entriesOf(join(folder, INDEX_FOLDER))
    .filter((file) => file.isFile() && file.name.endsWith('.json'))
    .map((file) => `${INDEX_FOLDER}/${file.name}`);
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) {
      return [];
    }
    throw error;
  }
}

/**
 * Whether we wrote a file: YAML says so in its first line, and an entry of the index in a key. An object as JSON cannot
 * carry a mark, so it counts as ours when it lies just where we would put it.
 */
function isOurs(folder: string, path: string): boolean {
  const file = join(folder, path);
  if (path.endsWith('.yaml')) {
    return startOf(file, HEADER.length) === HEADER;
  }
  try {
    const object: unknown = JSON.parse(readFileSync(file, 'utf8'));
    const [cluster = ''] = path.split('/');
    if (cluster === INDEX_FOLDER) {
      return isIndexEntry(object);
    }
    return isObject(object) && [false, true].some((group) => filePath(cluster, object, 'json', group) === path);
  } catch {
    return false;
  }
}

function isObject(value: unknown): value is KubeObject {
  return (
    isMap(value) &&
    typeof value.apiVersion === 'string' &&
    typeof value.kind === 'string' &&
    isMap(value.metadata) &&
    typeof value.metadata.name === 'string'
  );
}

function startOf(file: string, length: number): string {
  const descriptor = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(length);
    return bytes.toString('utf8', 0, readSync(descriptor, bytes, 0, length, 0));
  } finally {
    closeSync(descriptor);
  }
}

/** What Argo CD reads of one folder at most. Source: argoproj/argo-cd v3.5.1 `reposerver.max.combined.directory.manifests.size`. */
export const FOLDER_LIMIT = 10_000_000;

/** Another one where anything in the files is another. */
export function digestOfFiles(files: readonly OutputFile[]): string {
  return `sha256:${hash('sha256', files.map(({ path, text }) => `${path}\0${text}\0`).join(''))}`;
}

/** Folders that Argo CD would not read as they are. */
export function checkFolders({
  clusters,
}: {
  readonly clusters: readonly Pick<ClusterResult, 'name' | 'files'>[];
}): Finding[] {
  return clusters.flatMap(({ name, files }) => {
    if (files.reduce((sum, { bytes }) => sum + bytes, 0) <= FOLDER_LIMIT) {
      return [];
    }
    const [entries, manifests] = [true, false].map((isEntry) =>
      files.filter(({ path }) => path.startsWith(`${INDEX_FOLDER}/`) === isEntry),
    );
    const size = manifests!.reduce((sum, { bytes }) => sum + bytes, 0);
    return entries!.length > 0 && size > FOLDER_LIMIT ? [tooLarge(name, size)] : [];
  });
}

/** A folder of manifests that is too large for one Application. */
export function tooLarge(folder: string, size: number): Finding {
  return {
    code: 'PV715',
    severity: 'warning',
    path: folder,
    what: `its manifests are ${(size / 1e6).toFixed(1)} MB`,
    why: 'Argo CD reads at most 10 MB of one folder by default, and shows an error instead of the Application',
    fix:
      'divide the cluster into several platforms, or raise reposerver.max.combined.directory.manifests.size in ' +
      'argocd-cmd-params-cm',
    source: 'argoproj/argo-cd v3.5.1 docs/operator-manual/argocd-cmd-params-cm.yaml',
  };
}
