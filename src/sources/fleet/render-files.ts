import { type Finding, hasErrors } from '../../findings/finding';
import { foundAt } from '../../host/open-text';
import { ownCopy, readTextOr } from '../../host/read-text';
import { notYaml, shownPath } from '../../host/workspace-error';
import { addAll } from '../../kube/object';
import { splitDocuments } from '../../kube/yaml/reader';
import type { Rendering } from '../../sinks/render-cluster';
import type { Sink } from '../../sinks/sink';
import { PLATFORM_LIMITS } from '../platform-limits';
import { noPlatform, rootOf } from '../read-platforms';
import { namedIn, type PlatformText, sameName } from '../same-name';
import type { ClusterCache, DocumentText, RememberedCluster } from './cluster-cache';
import type { FleetRecord } from './fleet-record';
import { judgeDocument, renderDocument } from './render-document';
import type { RenderedFleet } from './render-fleet';

/** What is known from before. */
export interface Memory {
  readonly cache?: ClusterCache;
  readonly record?: FleetRecord;
}

/** What platform files come to. */
export interface RenderedFiles extends RenderedFleet {
  /** By the paths of platform files. */
  readonly clustersOf: ReadonlyMap<string, readonly RememberedCluster[]>;
}

/** Renders platform files, one cluster at a time: what is written of one is forgotten before the next. */
export function renderFiles(
  files: readonly string[],
  rendering: Rendering,
  sink: Sink,
  memory: Memory,
  progress: (done: number) => void,
): RenderedFiles {
  const work = new FilesWork(files, rendering, sink, memory);
  for (const [i, path] of files.entries()) {
    work.take(path);
    progress(i + 1);
  }
  return work.result();
}

class FilesWork {
  private readonly root: string;
  private readonly findings: Finding[] = [];
  private readonly clustersOf = new Map<string, readonly RememberedCluster[]>();
  private readonly names = new Map<string, RememberedCluster>();
  private readonly pathOf = new Map<string, string>();

  constructor(
    files: readonly string[],
    private readonly rendering: Rendering,
    private readonly sink: Sink,
    private readonly memory: Memory,
  ) {
    this.root = rootOf(files);
  }

  /** Takes one file: what is known of it as it was, and everything else anew. */
  public take(path: string): void {
    const { record } = this.memory;
    const before = this.findings.length;
    const stat = record === undefined ? undefined : foundAt(path);
    const untouched = stat === undefined ? undefined : record?.clustersOf(path, stat);
    const clusters = untouched === undefined ? this.documents(path) : this.untouched(path, untouched);
    this.clustersOf.set(path, clusters);
    if (clusters.length === 0 && this.findings.length === before) {
      this.findings.push(noPlatform(shownPath(path)));
    }
  }

  private untouched(path: string, clusters: readonly RememberedCluster[]): readonly RememberedCluster[] {
    for (const cluster of clusters) {
      this.sink.keep(cluster.result);
    }
    // The very list, by which the record knows that nothing is new.
    return clusters.every((cluster) => this.isFirst(cluster, path)) ? clusters : [];
  }

  private documents(path: string): RememberedCluster[] {
    const unread: Finding[] = [];
    const clusters: RememberedCluster[] = [];
    let count = 0;
    for (const part of splitDocuments(readTextOr(path, unread))) {
      if (++count > PLATFORM_LIMITS.documents) {
        unread.push(notYaml(shownPath(path), tooMany(part.firstLine)));
        break;
      }
      clusters.push(...this.clusterOf({ path, ...part }));
    }
    addAll(this.findings, unread);
    return clusters;
  }

  private clusterOf(document: DocumentText): RememberedCluster[] {
    const known = this.memory.cache?.recall(document);
    if (known === undefined || !this.sink.holds(known.result)) {
      return this.rendered(document);
    }
    return this.isFirst(known, document.path, document.firstLine) ? [known] : [];
  }

  private rendered(document: DocumentText): RememberedCluster[] {
    const { path, firstLine } = document;
    const made = renderDocument(document, this.root, this.rendering);
    addAll(this.findings, made?.findings ?? []);
    if (made?.rendered === undefined) {
      return [];
    }
    const result = ownCopy(made.rendered.result);
    const cluster = { result, reads: made.reads };
    if (!this.isFirst(cluster, path, firstLine)) {
      return [];
    }
    this.sink.take(result, made.rendered.texts, { ...made.rendered.made, files: [path, ...made.reads] });
    if (!hasErrors(result.findings)) {
      this.memory.cache?.remember(document, cluster);
    }
    return [cluster];
  }

  public result(): RenderedFiles {
    return {
      clusters: [...this.names.values()].map(({ result }) => result),
      findings: this.findings,
      clustersOf: this.clustersOf,
      locate: async (all) => [...all],
      judgeAgain: ({ name }, shared) =>
        ownCopy(
          documentsOf(this.pathOf.get(name)!).flatMap((document) =>
            judgeDocument(document, this.root, this.rendering, name, shared),
          ),
        ),
    };
  }

  private isFirst(cluster: RememberedCluster, path: string, firstLine = 0): boolean {
    const { name } = cluster.result;
    if (!this.names.has(name)) {
      this.names.set(name, cluster);
      this.pathOf.set(name, path);
      return true;
    }
    this.findings.push(twice(name, this.pathOf.get(name)!, path, firstLine));
    return false;
  }
}

function documentsOf(path: string): DocumentText[] {
  return [...splitDocuments(readTextOr(path, []))].map((part) => ({ path, ...part }));
}

/**
 * Two platforms of one name. Where they say it is looked up only now: both files are read again for it.
 *
 * @param firstLine where the document of the second begins
 */
function twice(name: string, first: string, second: string, firstLine: number): Finding {
  const place = namedIn(textOf(second), name).find(({ line = 0 }) => line >= firstLine);
  return sameName(name, textOf(first), place ?? { file: shownPath(second) });
}

function textOf(path: string): PlatformText {
  return { path, text: readTextOr(path, []) };
}

function tooMany(line: number) {
  return { problem: `there are more than ${PLATFORM_LIMITS.documents} documents`, line, column: 1 };
}
