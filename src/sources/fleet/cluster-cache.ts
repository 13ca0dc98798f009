import { dirname, relative, resolve } from 'node:path';
import type { Finding } from '../../findings/finding';
import { shownPath } from '../../host/workspace-error';
import type { ClusterResult } from '../../sinks/cluster-result';
import type { Rendering } from '../../sinks/render-cluster';
import { recall, remember, statesOf } from '../../speed/answers';
import { buildId } from '../../speed/build';
import { digestOf } from '../../speed/digest';
import { type CacheSettings, cacheFolder } from '../../speed/folder';
import { Store } from '../../speed/store';

/** One document of a platform file, as text. */
export interface DocumentText {
  /** The file, by its absolute path. */
  readonly path: string;
  readonly text: string;
  readonly firstLine: number;
}

/** A cluster as it was rendered before, and the files that it read beside its own. */
export interface RememberedCluster {
  readonly result: ClusterResult;
  readonly reads: readonly string[];
}

/**
 * What documents came to when they were rendered before, by their text, what they read, the build and the day.
 *
 * Places are kept relative to the document, so that it is known again in another checkout and further down in its file. The
 * texts of manifests are not kept: they are in the output folder, or are rendered again.
 */
export class ClusterCache {
  /** The cache; nothing where there is none to be trusted. */
  public static of(root: string, rendering: Rendering, env: CacheSettings): ClusterCache | undefined {
    const build = buildId();
    const folder = build === undefined ? undefined : cacheFolder(env);
    return build === undefined || folder === undefined
      ? undefined
      : new ClusterCache(new Store(folder), root, digestOf(build, rendering.today, rendering.format, rendering.into));
  }

  private constructor(
    /** For whoever keeps something else. */
    public readonly store: Store,
    private readonly root: string,
    /** What everything here depends on: the build, the day since allowances run out, the format. */
    public readonly setting: string,
  ) {}

  /** What a document came to, unless something that it read has changed. */
  public recall(document: DocumentText): RememberedCluster | undefined {
    const answer = recall(this.store, this.questionOf(document), { root: this.root, env: {} });
    if (answer === undefined) {
      return undefined;
    }
    const { result, reads } = JSON.parse(Buffer.from(answer.body).toString()) as RememberedCluster;
    const moved = (finding: Finding): Finding => ({
      ...finding,
      ...(finding.file === undefined ? {} : placeIn(document, finding)),
    });
    return {
      reads: reads.map((path) => resolve(this.root, path)),
      result: {
        ...result,
        findings: result.findings.map(moved),
      },
    };
  }

  /** Keeps what a document came to. */
  public remember(document: DocumentText, { result, reads }: RememberedCluster): void {
    const names = reads.map((path) => relative(this.root, path));
    const still = (finding: Finding): Finding => ({
      ...finding,
      ...(finding.file === undefined ? {} : relativePlace(document, finding)),
    });
    const kept: RememberedCluster = {
      reads: names,
      result: {
        ...result,
        findings: result.findings.map(still),
      },
    };
    const inputs = statesOf(
      names.map((name) => ['file', name] as const),
      { root: this.root, env: {} },
    );
    remember(this.store, this.questionOf(document), inputs, { notes: {}, body: Buffer.from(JSON.stringify(kept)) });
  }

  private questionOf({ path, text }: DocumentText): string {
    // Other files are named relative to the folder of this one.
    return digestOf('cluster', this.setting, relative(this.root, dirname(path)), text);
  }
}

type FilePlace = { readonly file?: string; readonly line?: number };

/** A place as an offset from the document; in another file as it is. */
function relativePlace({ path, firstLine }: DocumentText, { file = '', line }: FilePlace) {
  const name = relative(dirname(path), resolve(file));
  const isOwn = resolve(file) === path;
  return { file: name, ...(line === undefined ? {} : { line: isOwn ? line - firstLine : line }) };
}

function placeIn({ path, firstLine }: DocumentText, { file = '', line }: FilePlace) {
  const found = resolve(dirname(path), file);
  return { file: shownPath(found), ...(line === undefined ? {} : { line: found === path ? line + firstLine : line }) };
}
