import type { GivenParameter } from '../argocd/given';
import type { Cluster } from '../cluster/cluster';
import { checkAnything, judge } from '../cluster/judge/judge';
import { checkNamesAcross } from '../cluster/shared-names';
import { compareFindings, type Finding, hasErrors } from '../findings/finding';
import { addAll } from '../kube/object';
import { isProblem, readYamlDocument, splitDocuments } from '../kube/yaml/reader';
import { FleetParameters } from '../model/read/given-parameters';
import {
  type ClusterResult,
  objectCount,
  type RenderedCluster,
  type Rendering,
  renderCluster,
  type Sink,
} from '../sinks/render-cluster';
import type { Source } from './find-source';
import { notYaml, shownPath } from './host/open-text';
import { ownCopy, readTextOr } from './host/read-text';
import { type DocumentText, type FleetMemory, memory, type RememberedCluster } from './memory';
import { openPlatform } from './open-platform';
import {
  namedIn,
  noPlatform,
  PLATFORM_LIMITS,
  type PlatformText,
  readPlatformDocument,
  rootOf,
  sameName,
} from './read-platforms';

/** The clusters of a platform, before they are looked at together. */
export interface RenderedFleet {
  readonly clusters: readonly ClusterResult[];
  /** What is the matter with the whole. */
  readonly findings: readonly Finding[];
  /** What there is to say about a cluster when what it shares with others counts too. */
  readonly judgeAgain: (cluster: ClusterResult, shared: readonly Finding[]) => readonly Finding[];
  /** Joins places that could not be known before. */
  readonly locate: (findings: readonly Finding[]) => Promise<Finding[]>;
}

/** Everything that a platform comes to, without its texts. */
export interface Fleet {
  /** In the order of their names. */
  readonly clusters: readonly ClusterResult[];
  /** Of all clusters, errors first. */
  readonly findings: readonly Finding[];
  /** To be called once the texts are where they belong. */
  readonly remember: (committedMs: number) => void;
}

/** How a fleet is rendered. */
export interface FleetRendering extends Rendering {
  /** The folder that it goes to, where it goes to one. */
  readonly output?: string;
  readonly progress: (done: number, total: number | undefined) => void;
}

/** Renders a platform, one cluster at a time. */
export async function renderFleet(source: Source, rendering: FleetRendering, sink: Sink): Promise<Fleet> {
  if ('app' in source) {
    return { ...(await together(await renderApp(source, rendering, sink), sink)), remember: () => undefined };
  }
  const { files, given = [] } = source;
  const { output, progress } = rendering;
  // What is kept is what files alone came to.
  const known = output === undefined || given.length > 0 ? undefined : memory().fleet?.(files, output, rendering);
  const remembered = { ...rendering, isRemembered: known !== undefined };
  const fleet = renderFiles(files, remembered, sink, known, given, (done) => progress(done, files.length));
  return { ...(await together(fleet, sink)), remember: (committedMs) => known?.save(committedMs) };
}

/** Renders the clusters of a program as it makes them: what is written of one is forgotten before the next. */
async function renderApp(source: Source, rendering: FleetRendering, sink: Sink): Promise<RenderedFleet> {
  const clusters: ClusterResult[] = [];
  /** Only those with pools can have something to do with each other. */
  const withPools = new Map<string, (shared: readonly Finding[]) => readonly Finding[]>();
  const opened = openPlatform(source, true);
  for await (const cluster of opened) {
    const { result, texts, made } = renderCluster(cluster, rendering);
    sink.take(result, texts, { ...made, files: [] });
    clusters.push(result);
    if (result.pools.pools.length > 0) {
      withPools.set(result.name, (shared) => judge(cluster, { ...rendering, shared }).findings);
    }
    rendering.progress(clusters.length, undefined);
  }
  return {
    clusters,
    findings: opened.findings,
    judgeAgain: ({ name }, shared) => withPools.get(name)!(shared),
    locate: opened.locate,
  };
}

/** Looks at the clusters together. */
async function together(fleet: RenderedFleet, sink: Sink): Promise<Pick<Fleet, 'clusters' | 'findings'>> {
  const clusters = [...fleet.clusters].sort((a, b) => (a.name < b.name ? -1 : 1));
  const shared = checkNamesAcross(clusters.map(({ pools }) => pools));
  const counted = clusters.map((cluster) => ({ ...cluster, objects: { length: objectCount(cluster) } }));
  const findings = [
    ...fleet.findings,
    ...checkAnything(counted, fleet.findings),
    ...clusters.flatMap((cluster, i) =>
      shared[i]!.length === 0 ? cluster.findings : fleet.judgeAgain(cluster, shared[i]!),
    ),
    ...(sink.remarks?.() ?? []),
  ];
  return { clusters, findings: (await fleet.locate(findings)).sort(compareFindings) };
}

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

/** What one document comes to. */
interface RenderedDocument {
  /** Mistakes in a document that declares no cluster. */
  readonly findings: readonly Finding[];
  /** Absent where it declares no cluster. */
  readonly rendered?: RenderedCluster;
  /** Files that were read for it, and folders in which they were looked for, by their absolute paths. */
  readonly reads: readonly string[];
  readonly folders: readonly string[];
}

/**
 * Renders one document of a platform file.
 *
 * @param root the folder that it must not lead out of
 * @returns nothing for a document without anything in it
 */
export function renderDocument(
  text: DocumentText,
  root: string,
  rendering: Rendering,
  parameters: FleetParameters,
): RenderedDocument | undefined {
  const declared = declaredBy(text, root, parameters);
  if (declared === undefined || declared.cluster === undefined) {
    return declared === undefined ? undefined : { findings: declared.findings, reads: [], folders: [] };
  }
  const { cluster, findings, reads, folders } = declared;
  const { result, ...rest } = renderCluster(cluster, rendering, findings);
  // With its cluster, so that they are told too when that is known from before.
  return {
    findings: [],
    reads,
    folders,
    rendered: { ...rest, result: { ...result, findings: [...findings, ...result.findings] } },
  };
}

/** What there is to say about a cluster when what it shares with others counts too; nothing of a document of another. */
export function judgeDocument(
  text: DocumentText,
  root: string,
  rendering: Rendering,
  parameters: FleetParameters,
  cluster: string,
  shared: readonly Finding[],
): readonly Finding[] {
  const declared = declaredBy(text, root, parameters);
  return declared?.cluster === undefined || declared.cluster.name !== cluster
    ? []
    : [
        ...declared.findings,
        ...judge(declared.cluster, { ...rendering, mistakes: declared.findings, shared }).findings,
      ];
}

type Declared =
  | { readonly findings: readonly Finding[]; readonly cluster?: undefined }
  | {
      readonly findings: readonly Finding[];
      readonly cluster: Cluster;
      readonly reads: readonly string[];
      readonly folders: readonly string[];
    };

function declaredBy(
  { path, text, firstLine }: DocumentText,
  root: string,
  fleet: FleetParameters,
): Declared | undefined {
  const read = readYamlDocument(text, firstLine, PLATFORM_LIMITS);
  if (read === undefined) {
    return undefined;
  }
  if (isProblem(read)) {
    return { findings: [notYaml(shownPath(path), read)] };
  }
  const { findings: mistakes, declared } = readPlatformDocument(read, path, root, { fleet });
  if (declared === undefined) {
    return { findings: mistakes };
  }
  const { cluster, findings, reads, folders } = declared.declare();
  const all = [...mistakes, ...findings];
  return { findings: all, reads, folders, cluster };
}
