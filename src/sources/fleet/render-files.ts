import { type Finding, hasErrors } from '../../findings/finding';
import { foundAt } from '../../host/kind-of-file';
import { ownCopy } from '../../host/own-copy';
import { readTextOr } from '../../host/read-text';
import { notYaml, shownPath } from '../../host/workspace-error';
import { addAll } from '../../kube/long-lists';
import { splitDocuments } from '../../kube/yaml/reader';
import type { Rendering } from '../../sinks/render-cluster';
import type { Sink } from '../../sinks/sink';
import { PLATFORM_LIMITS } from '../platform-limits';
import { noPlatform, rootOf } from '../read-platforms';
import { namedIn, type PlatformText, sameName } from '../same-name';
import type { ClusterCache, DocumentText, KnownCluster } from './cluster-cache';
import type { FleetRecord } from './fleet-record';
import { judgeDocument, type RenderedDocument, renderDocument } from './render-document';
import type { RenderedFleet } from './render-fleet';

/** What is known from before. */
export interface Memory {
  readonly cache?: ClusterCache;
  readonly record?: FleetRecord;
}

/** Those who render documents beside us. */
export interface Helpers {
  /** How many documents they have in hand at most. */
  readonly hands: number;
  readonly render: (document: DocumentText) => Promise<RenderedDocument | undefined>;
}

/** What platform files come to. */
export interface RenderedFiles extends RenderedFleet {
  /** By the paths of platform files. */
  readonly clustersOf: ReadonlyMap<string, readonly KnownCluster[]>;
}

/**
 * Renders platform files, one cluster at a time: what is written of one is forgotten before the next.
 *
 * With helpers a few are in their hands at the same time; they are taken in the same order as without.
 */
export async function renderFiles(
  files: readonly string[],
  rendering: Rendering,
  sink: Sink,
  memory: Memory,
  progress: (done: number) => void,
  helpers?: Helpers,
): Promise<RenderedFiles> {
  const work = new FilesWork(files, rendering, sink, memory);
  let done = 0;
  const next = work.steps(helpers);
  const ahead: Step[] = [];
  for (let step = next.next(); ahead.length > 0 || step.done !== true; step = next.next()) {
    if (step.done !== true) {
      ahead.push(step.value);
    }
    if (step.done === true || ahead.length > (helpers?.hands ?? 0)) {
      const first = ahead.shift()!;
      await work.take(first);
      if (first.what === 'end') {
        progress(++done);
      }
    }
  }
  return work.result();
}

/** What is next: a file that is as it was, a document of one that is not, or the end of a file. */
type Step =
  | { readonly what: 'untouched'; readonly path: string; readonly clusters: readonly KnownCluster[] }
  | { readonly what: 'known'; readonly document: DocumentText; readonly cluster: KnownCluster }
  | { readonly what: 'new'; readonly document: DocumentText; readonly made?: Promise<RenderedDocument | undefined> }
  | { readonly what: 'wrong'; readonly finding: Finding }
  | { readonly what: 'end'; readonly path: string };

/** So many documents are rendered sooner than helpers are there. */
const ALONE = 8;

class FilesWork {
  private readonly root: string;
  private readonly findings: Finding[] = [];
  private readonly clustersOf = new Map<string, readonly KnownCluster[]>();
  private readonly names = new Map<string, KnownCluster>();
  private readonly pathOf = new Map<string, string>();
  /** Of the file that is being taken. */
  private found: KnownCluster[] = [];
  private before = 0;

  constructor(
    private readonly files: readonly string[],
    private readonly rendering: Rendering,
    private readonly sink: Sink,
    private readonly memory: Memory,
  ) {
    this.root = rootOf(files);
  }

  /** Looks at files, and has documents rendered that are not known. */
  public *steps(helpers: Helpers | undefined): Generator<Step> {
    const { record, cache } = this.memory;
    let fresh = 0;
    for (const path of this.files) {
      const stat = record === undefined ? undefined : foundAt(path);
      const clusters = stat === undefined ? undefined : record?.clustersOf(path, stat);
      if (clusters !== undefined) {
        yield { what: 'untouched', path, clusters };
      } else {
        const unread: Finding[] = [];
        let count = 0;
        for (const part of splitDocuments(readTextOr(path, unread))) {
          if (++count > PLATFORM_LIMITS.documents) {
            unread.push(notYaml(shownPath(path), tooMany(part.firstLine)));
            break;
          }
          const document: DocumentText = { path, ...part };
          const cluster = cache?.recall(document);
          if (cluster !== undefined && this.sink.holds(cluster.result)) {
            yield { what: 'known', document, cluster };
          } else {
            fresh += 1;
            const isAlone = helpers === undefined || fresh <= ALONE;
            yield { what: 'new', document, ...(isAlone ? {} : { made: helpers.render(document) }) };
          }
        }
        for (const finding of unread) {
          yield { what: 'wrong', finding };
        }
      }
      yield { what: 'end', path };
    }
  }

  public async take(step: Step): Promise<void> {
    switch (step.what) {
      case 'untouched':
        for (const cluster of step.clusters) {
          this.sink.keep(cluster.result);
        }
        // The very list, by which the record knows that nothing is new.
        this.found = step.clusters.every((cluster) => this.isFirst(cluster, step.path))
          ? (step.clusters as KnownCluster[])
          : [];
        break;
      case 'known':
        if (this.isFirst(step.cluster, step.document.path, step.document.firstLine)) {
          this.found.push(step.cluster);
        }
        break;
      case 'new':
        this.add(
          step.document,
          step.made === undefined ? renderDocument(step.document, this.root, this.rendering) : await step.made,
        );
        break;
      case 'wrong':
        this.findings.push(step.finding);
        break;
      case 'end':
        this.end(step.path);
        break;
    }
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

  private add(document: DocumentText, made: RenderedDocument | undefined): void {
    addAll(this.findings, made?.findings ?? []);
    if (made?.rendered === undefined) {
      return;
    }
    const { path, firstLine } = document;
    const { texts } = made.rendered;
    const result = ownCopy(made.rendered.result);
    const cluster = { result, reads: made.reads };
    if (this.isFirst(cluster, path, firstLine)) {
      this.sink.take(result, texts, { ...made.rendered.made, files: [path, ...made.reads] });
      this.found.push(cluster);
      if (!hasErrors(result.findings)) {
        this.memory.cache?.remember(document, cluster);
      }
    }
  }

  private end(path: string): void {
    this.clustersOf.set(path, this.found);
    if (this.found.length === 0 && this.findings.length === this.before) {
      this.findings.push(noPlatform(shownPath(path)));
    }
    this.found = [];
    this.before = this.findings.length;
  }

  private isFirst(cluster: KnownCluster, path: string, firstLine = 0): boolean {
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
