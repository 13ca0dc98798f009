import type { GivenParameter } from '../../argocd/given';
import { type Finding, hasErrors } from '../../findings/finding';
import { addAll } from '../../kube/object';
import { splitDocuments } from '../../kube/yaml/reader';
import { FleetParameters } from '../../model/read/given-parameters';
import type { ClusterResult, Sink } from '../../sinks/cluster-result';
import type { Rendering } from '../../sinks/render-cluster';
import { ownCopy, readTextOr } from '../host/read-text';
import { notYaml, shownPath } from '../host/workspace-error';
import type { DocumentText, FleetMemory, RememberedCluster } from '../memory';
import { noPlatform, rootOf } from '../read-platforms';
import { namedIn, PLATFORM_LIMITS, type PlatformText, sameName } from '../same-name';
import { judgeDocument, renderDocument } from './render-document';
import type { RenderedFleet } from './render-fleet';

/** Renders platform files, one cluster at a time: what is written of one is forgotten before the next. */
export function renderFiles(
  files: readonly string[],
  rendering: Rendering,
  sink: Sink,
  memory: FleetMemory | undefined,
  given: readonly GivenParameter[],
  progress: (done: number) => void,
): RenderedFleet {
  const work = new FilesWork(files, rendering, sink, memory, given);
  for (const [i, path] of files.entries()) {
    work.take(path);
    progress(i + 1);
  }
  return work.result();
}

class FilesWork {
  private readonly root: string;
  private readonly findings: Finding[] = [];
  private readonly clusters = new Map<string, ClusterResult>();
  private readonly pathOf = new Map<string, string>();
  private readonly parameters: FleetParameters;

  constructor(
    files: readonly string[],
    private readonly rendering: Rendering,
    private readonly sink: Sink,
    private readonly memory: FleetMemory | undefined,
    private readonly given: readonly GivenParameter[],
  ) {
    this.root = rootOf(files);
    this.parameters = new FleetParameters(given);
  }

  /** Takes one file: what is known of it as it was, and everything else anew. */
  public take(path: string): void {
    const before = this.clusters.size + this.findings.length;
    const untouched = this.memory?.untouched(path);
    if (untouched === undefined) {
      this.documents(path);
    }
    for (const { result } of untouched ?? []) {
      this.sink.keep(result);
      this.isFirst(result, path);
    }
    if (this.clusters.size + this.findings.length === before) {
      this.findings.push(noPlatform(shownPath(path)));
    }
  }

  private documents(path: string): void {
    const unread: Finding[] = [];
    let count = 0;
    for (const part of splitDocuments(readTextOr(path, unread))) {
      if (++count > PLATFORM_LIMITS.documents) {
        unread.push(notYaml(shownPath(path), tooMany(part.firstLine)));
        break;
      }
      const document = { path, ...part };
      const cluster = this.recalled(document) ?? this.rendered(document);
      if (cluster !== undefined && !hasErrors(cluster.result.findings)) {
        this.memory?.remember(document, cluster);
      }
    }
    addAll(this.findings, unread);
  }

  private recalled(document: DocumentText): RememberedCluster | undefined {
    const known = this.memory?.recall(document);
    if (known === undefined || !this.sink.holds(known.result)) {
      return undefined;
    }
    this.isFirst(known.result, document.path, document.firstLine);
    return known;
  }

  private rendered(document: DocumentText): RememberedCluster | undefined {
    const { path, firstLine } = document;
    const made = renderDocument(document, this.root, this.rendering, this.parameters);
    addAll(this.findings, made?.findings ?? []);
    if (made?.rendered === undefined) {
      return undefined;
    }
    const result = ownCopy(made.rendered.result);
    if (!this.isFirst(result, path, firstLine)) {
      return undefined;
    }
    this.sink.take(result, made.rendered.texts, {
      ...made.rendered.made,
      files: [path, ...made.reads],
      folders: made.folders,
    });
    // A folder looks another when a file in it comes or goes.
    return { result, reads: [...made.reads, ...made.folders] };
  }

  public result(): RenderedFleet {
    return {
      clusters: [...this.clusters.values()],
      findings: [...this.findings, ...this.parameters.unknown()],
      locate: async (all) => [...all],
      judgeAgain: ({ name }, shared) =>
        ownCopy(
          documentsOf(this.pathOf.get(name)!).flatMap((document) =>
            // As if for the first time: what was told of a parameter is told again with its cluster.
            judgeDocument(document, this.root, this.rendering, new FleetParameters(this.given), name, shared),
          ),
        ),
    };
  }

  private isFirst(result: ClusterResult, path: string, firstLine = 0): boolean {
    const { name } = result;
    if (!this.clusters.has(name)) {
      this.clusters.set(name, result);
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
