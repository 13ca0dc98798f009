import { indexFile } from '../argocd/fleet/index-entry';
import type { TreeCluster, TreeObject } from '../cluster/tree';
import { hash } from '../host/hash';
import { type Around, type JudgedCluster, judgeCluster, type SynthesizedCluster } from '../judge/synthesize';
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
  return renderedCluster(cluster, judgeCluster(cluster, around, rendering.today, rendering.others), around, rendering);
}

/**
 * Makes texts of a cluster that was judged.
 *
 * @param textOf the text of an object, where that was written before
 */
export function renderedCluster(
  { isPlatform, path }: TreeCluster,
  { findings, pools, ...made }: JudgedCluster,
  around: Around,
  rendering: Rendering,
  textOf = (object: KubeObject): string => textOfObject(object, rendering),
): RenderedCluster {
  const isRefused = findings.some(({ severity }) => severity === 'error');
  // What is refused is not written, and two objects of one identity have no two names for their files.
  const texts = isRefused ? [] : textsOf(made, rendering, textOf);
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

/** An object as it is written: as a file of its own, or as a part of one stream. */
export function textOfObject(object: KubeObject, { format, into }: Rendering, like?: TreeObject['like']): string {
  if (format === 'yaml' && like !== undefined) {
    return like.kind.text(like.own, into === 'stream' ? STREAM_HEAD : HEADER);
  }
  return into === 'stream' ? streamText(object, format) : fileText(object, format);
}

/** What a file is known by. */
export function markOf({ path, text }: OutputFile, isRemembered = false): FileMark {
  return { path, digest: isRemembered ? digestOfText(text) : '', bytes: Buffer.byteLength(text) };
}

/** Short, since there are many: nobody gains from making two manifests of one digest. */
export function digestOfText(text: string | Buffer): string {
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
