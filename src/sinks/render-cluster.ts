import { indexFile } from '../argocd/fleet/index-entry';
import { aboutCluster } from '../cluster/about';
import type { Cluster, ClusterObject } from '../cluster/cluster';
import { type Group, type Membership, memberText, WRITTEN_TOGETHER } from '../cluster/group';
import { type Judging, judge } from '../cluster/judge/judge';
import { unjudgedKinds } from '../cluster/judge/judged';
import { type Finding, hasErrors } from '../findings/finding';
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
import type { ClusterResult, FileMark, KindCount, MadeCluster } from './cluster-result';
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
