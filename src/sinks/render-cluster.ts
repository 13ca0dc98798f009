import type { ArgocdDeclaration } from '../argocd/declaration';
import { indexFile } from '../argocd/fleet/application-set';
import { aboutCluster } from '../cluster/about';
import type { Cluster, ClusterObject } from '../cluster/cluster';
import { type Group, type Membership, memberText, WRITTEN_TOGETHER } from '../cluster/group';
import { type Judging, judge } from '../cluster/judge/judge';
import { unjudgedKinds } from '../cluster/judge/judged';
import type { PoolNames } from '../cluster/shared-names';
import { type Finding, hasErrors, type Place } from '../findings/finding';
import { isMap, type KubeObject } from '../kube/object';
import {
  fileText,
  HEADER,
  type ManifestFormat,
  type OutputFile,
  outputFiles,
  STREAM_HEAD,
  streamText,
} from '../kube/yaml/files';
import { hash } from '../sources/host/process';
import { digestOfFiles } from './output-folder';

/** How clusters are rendered. */
export interface Rendering extends Pick<Judging, 'today' | 'policy' | 'tellsMissing' | 'foldsGroups'> {
  readonly format: ManifestFormat;
  /** Whether each object is a file of its own, or a part of one stream; nothing where they are only judged. */
  readonly into: 'files' | 'stream' | 'nothing';
  /** Whether files are to be known again by what is in them. */
  readonly isRemembered?: boolean;
}

/** One cluster, ready to be written. */
export interface RenderedCluster {
  readonly result: ClusterResult;
  /** By paths below the output folder; parts of a stream have none. */
  readonly texts: readonly OutputFile[];
  readonly made: Omit<MadeCluster, 'files'>;
}

/**
 * Judges a cluster and makes texts of it.
 *
 * @param mistakes what is wrong with how its source is written
 */
export function renderCluster(
  cluster: Cluster,
  rendering: Rendering,
  mistakes: readonly Finding[] = [],
): RenderedCluster {
  const { name, path, isPlatform, argocd, placeOf } = cluster;
  const { objects, findings, pools } = judge(cluster, { ...rendering, mistakes });
  const known = {
    about: isPlatform ? aboutCluster(cluster, objects) : '',
    kinds: countKinds(objects),
    unjudged: Object.fromEntries(unjudgedKinds(objects, undefined)),
  };
  // What is rejected is not written, and two objects of one identity have no two names for their files.
  const texts = hasErrors(findings) ? [] : textsOf(cluster, objects, rendering);
  return {
    texts,
    made: { objects, ...(argocd === undefined ? {} : { argocd }), place: () => placeOf(path) },
    result: {
      name,
      isPlatform,
      ...known,
      findings,
      pools,
      files: rendering.into === 'stream' ? [] : texts.map((text) => markOf(text, rendering.isRemembered)),
    },
  };
}

/** Writes objects, as files of their own or as parts of one stream: VMs of a group by the text that they have in common. */
function textIn(objects: readonly ClusterObject[], { format, into }: Rendering): (object: KubeObject) => string {
  const isStream = into === 'stream';
  const memberships = format === 'yaml' ? membershipsIn(objects) : undefined;
  return (object) => {
    const membership = memberships?.get(object);
    if (membership !== undefined) {
      return memberText(membership, isStream ? STREAM_HEAD : HEADER);
    }
    return isStream ? streamText(object, format) : fileText(object, format);
  };
}

function membershipsIn(objects: readonly ClusterObject[]): ReadonlyMap<KubeObject, Membership> {
  const found = new Map<KubeObject, Membership>();
  const sizes = new Map<Group, number>();
  for (const { object, membership } of objects) {
    if (membership !== undefined) {
      found.set(object, membership);
      sizes.set(membership.group, (sizes.get(membership.group) ?? 0) + 1);
    }
  }
  for (const [object, { group }] of found) {
    if (sizes.get(group)! < WRITTEN_TOGETHER) {
      found.delete(object);
    }
  }
  return found;
}

/** What a file is known by. */
export function markOf({ path, text }: OutputFile, isRemembered = false): FileMark {
  return { path, digest: isRemembered ? digestOfText(text) : '', bytes: Buffer.byteLength(text) };
}

/** Short, since there are many: there is nothing to gain from making two manifests of one digest. */
export function digestOfText(text: string | Buffer): string {
  return hash('sha1', text, 'base64');
}

function textsOf(cluster: Cluster, objects: readonly KubeObject[], rendering: Rendering): OutputFile[] {
  const { name, argocd } = cluster;
  if (rendering.into === 'nothing') {
    return [];
  }
  const textOf = textIn(cluster.objects, rendering);
  if (rendering.into === 'stream') {
    return objects.map((object) => new StreamPart(object, textOf));
  }
  const files = outputFiles(name, objects, rendering.format, textOf);
  return argocd?.destination === undefined
    ? files
    : [...files, indexFile(name, argocd, { objects: files.length, digest: digestOfFiles(files) })];
}

/** A part of a stream, whose text is made when it is written: all of them together are more than memory may have. */
class StreamPart implements OutputFile {
  public readonly path = '';

  constructor(
    private readonly object: KubeObject,
    private readonly textOf: (object: KubeObject) => string,
  ) {}

  public get text(): string {
    return this.textOf(this.object);
  }
}

/** Objects by kind, in the order in which kinds first appear. */
function countKinds(objects: readonly KubeObject[]): KindCount[] {
  const kinds = new Map<string, { kind: string; count: number; architectures: Record<string, number> }>();
  for (const object of objects) {
    let known = kinds.get(object.kind);
    if (known === undefined) {
      known = { kind: object.kind, count: 0, architectures: {} };
      kinds.set(object.kind, known);
    }
    known.count += 1;
    const architecture = architectureOf(object);
    if (architecture !== undefined) {
      known.architectures[architecture] = (known.architectures[architecture] ?? 0) + 1;
    }
  }
  return [...kinds.values()];
}

/** The architecture that a VM says; nothing where it says none. */
function architectureOf({ spec }: KubeObject): string | undefined {
  const template = isMap(spec) ? spec.template : undefined;
  const instance = isMap(template) && isMap(template.spec) ? template.spec : isMap(spec) ? spec : {};
  return typeof instance.architecture === 'string' ? instance.architecture : undefined;
}

/**
 * The remains of a written cluster: plain data, so that a fleet takes little memory, and a cache can hold it.
 */
export interface ClusterResult {
  readonly name: string;
  readonly isPlatform: boolean;
  /** What it is, in a line for people; empty where it is no platform. */
  readonly about: string;
  readonly kinds: readonly KindCount[];
  /** Kinds that no rule is about, as `v1 Service`, and how many objects are of each. */
  readonly unjudged: Readonly<Record<string, number>>;
  readonly findings: readonly Finding[];
  /** What the other clusters have to know of it. */
  readonly pools: PoolNames;
  /** Its files; none where it went to a stream. */
  readonly files: readonly FileMark[];
}

/** How many objects of one kind there are, and of which architectures. */
export interface KindCount {
  readonly kind: string;
  readonly count: number;
  readonly architectures: Readonly<Record<string, number>>;
}

/** A file by what is in it. */
export interface FileMark {
  /** Below the output folder. */
  readonly path: string;
  readonly digest: string;
  readonly bytes: number;
}

/** How many objects a cluster has. */
export function objectCount({ kinds }: Pick<ClusterResult, 'kinds'>): number {
  return kinds.reduce((sum, { count }) => sum + count, 0);
}

/** A cluster as it was made. To keep its objects is to keep the fleet. */
export interface MadeCluster {
  readonly objects: readonly KubeObject[];
  readonly argocd?: ArgocdDeclaration;
  /** Files that were read for it, by their absolute paths, the one that declares it first; of a program none are known. */
  readonly files: readonly string[];
  /** Folders in which some of them were looked for. */
  readonly folders?: readonly string[];
  /** Where it is declared; absent where a thread of its own rendered it. */
  readonly place?: () => Place | undefined;
}

/** Where clusters go, one at a time. Nothing is to be seen of them before all of them are well. */
export interface Sink {
  /** Whether everything of a cluster is there already, as it was rendered before: then it need not be rendered again. */
  readonly holds: (result: ClusterResult) => boolean;
  /** Takes note of a cluster that is known to be there, and nothing else with it. */
  readonly keep: (result: ClusterResult) => void;
  /** Takes the texts of a cluster, or what else it is about. */
  readonly take: (result: ClusterResult, texts: readonly OutputFile[], made: MadeCluster) => void;
  /** Findings about all of them together, with their places. */
  readonly remarks?: () => readonly Finding[];
}
