import { indexFile } from '../argocd/fleet/index-entry';
import type { TreeCluster, TreeObject } from '../cluster/tree';
import { type Around, judgeCluster, type SynthesizedCluster } from '../judge/synthesize';
import type { KubeObject } from '../kube/object';
import {
  type Format,
  fileText,
  HEADER,
  type OutputFile,
  outputFiles,
  STREAM_HEAD,
  streamText,
} from '../kube/yaml/files';
import type { ClusterResult, FileMark } from './cluster-result';
import { countKinds } from './count-kinds';
import { digestOfFiles } from './output-files';
import type { MadeCluster } from './sink';

/** How clusters are rendered. */
export interface Rendering {
  readonly today: string;
  readonly format: Format;
  /** Whether each object is a file of its own, or a part of one stream; nothing where they are only judged. */
  readonly into: 'files' | 'stream' | 'nothing';
  /** Whether to tell also what the platform refers to and others have to bring. */
  readonly others?: boolean | undefined;
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

/** Judges a cluster and makes texts of it. */
export function renderCluster(cluster: TreeCluster, around: Around, rendering: Rendering): RenderedCluster {
  const { isPlatform, path, objects } = cluster;
  const { findings, pools, ...made } = judgeCluster(cluster, around, rendering.today, rendering.others);
  const isRefused = findings.some(({ severity }) => severity === 'error');
  // What is refused is not written, and two objects of one identity have no two names for their files.
  const texts = isRefused ? [] : textsOf(made, rendering, textIn(objects, rendering));
  return {
    texts,
    made: { ...made, place: () => around.placeOf(path) },
    result: {
      name: made.name,
      isPlatform,
      kinds: countKinds(made.objects),
      findings,
      pools,
      files: rendering.into === 'stream' ? [] : texts.map((text) => markOf(text, rendering.isRemembered)),
    },
  };
}

/** Writes objects, as files of their own or as parts of one stream: VMs of a group by the text that they have in common. */
function textIn(objects: readonly TreeObject[], { format, into }: Rendering): (object: KubeObject) => string {
  const isStream = into === 'stream';
  const memberships = new Map(format === 'yaml' ? objects.map(({ object, membership }) => [object, membership]) : []);
  return (object) => {
    const membership = memberships.get(object);
    if (membership !== undefined) {
      return membership.group.text(membership.texts, isStream ? STREAM_HEAD : HEADER);
    }
    return isStream ? streamText(object, format) : fileText(object, format);
  };
}

/** What a file is known by. */
export function markOf({ path, text }: OutputFile, isRemembered = false): FileMark {
  return { path, digest: isRemembered ? digestOfText(text) : '', bytes: Buffer.byteLength(text) };
}

/** Short, since there are many: nobody gains from making two manifests of one digest. */
export function digestOfText(text: string | Buffer): string {
  const { hash } = require('node:crypto') as typeof import('node:crypto');
  return hash('sha1', text, 'base64');
}

function textsOf(
  { name, objects, argocd }: SynthesizedCluster,
  { format, into }: Rendering,
  textOf: (object: KubeObject) => string,
): OutputFile[] {
  if (into === 'nothing') {
    return [];
  }
  if (into === 'stream') {
    return objects.map((object) => ({ path: '', text: textOf(object) }));
  }
  const files = outputFiles(name, objects, format, textOf);
  return argocd?.destination === undefined
    ? files
    : [...files, indexFile(name, argocd, { objects: files.length, digest: digestOfFiles(files) })];
}
