import type { Distribution } from '../inventory/distribution';
import type { ClusterNode } from '../inventory/node';
import { workloadNodes } from '../inventory/workload-nodes';
import type { KubeObject } from '../kube/object';
import type { Release } from '../kube/release';
import { decide, type ImageDecision } from './decision';
import { type EffectiveImage, effectiveImages } from './effective-images';
import { type HyperConvergedView, mapAt, viewHyperConverged } from './hyper-converged-view';
import { type SspCluster, sspCluster } from './ssp-objects';

/** What is known of the cluster around a HyperConverged. */
export interface ImagesContext {
  readonly hco: Release;
  readonly nodes?: readonly ClusterNode[];
  /** Unknown where absent. */
  readonly distribution?: Distribution;
}

/** Architectures of a cluster as HyperConverged sees them. */
export interface ClusterArchitectures {
  readonly workloads: readonly string[];
  readonly controlPlane: readonly string[];
  readonly defaultArchitecture?: string;
}

/** Everything that follows from one HyperConverged and its cluster. */
export interface ImagesPicture extends ImagesContext {
  readonly view: HyperConvergedView;
  readonly multiArch: boolean;
  /** Whether SSP is there to import anything. Also where the distribution is not known: images have no use otherwise. */
  readonly hasSsp: boolean;
  readonly images: readonly EffectiveImage[];
  /** Unknown where neither nodes nor the status of the resource tell. */
  readonly cluster?: ClusterArchitectures;
}

/** Looks at a HyperConverged as its operators will. */
export function pictureOf(object: KubeObject, context: ImagesContext): ImagesPicture {
  const view = viewHyperConverged(object, context.hco);
  const cluster =
    workloadNodes(context.nodes, view.workloads) ?? (context.nodes ? undefined : toldArchitectures(object));
  return {
    ...context,
    view,
    multiArch: view.multiArch.on,
    hasSsp: context.distribution !== 'kubernetes',
    images: effectiveImages(view, context.hco),
    ...(cluster === undefined ? {} : { cluster }),
  };
}

/** The same with the switch the other way, to compare. */
export function withSwitch(picture: ImagesPicture, on: boolean): ImagesPicture {
  const view = { ...picture.view, multiArch: { on } };
  return { ...picture, view, multiArch: on, images: effectiveImages(view, picture.hco) };
}

/** What HyperConverged decides about each image; nothing where the architectures of the cluster are not known. */
export function decisionsOf({ cluster, images, multiArch }: ImagesPicture): ImageDecision[] | undefined {
  return cluster === undefined ? undefined : images.map((image) => decide(image, multiArch, cluster.workloads));
}

/** The cluster as SSP is told. */
export function sspClusterOf({ cluster, multiArch }: ImagesPicture): SspCluster | undefined {
  return cluster === undefined ? undefined : sspCluster(multiArch, cluster.controlPlane, cluster.workloads);
}

/** What a resource that was exported from a cluster tells of it. */
function toldArchitectures({ status }: KubeObject): ClusterArchitectures | undefined {
  const info = mapAt(status, 'nodeInfo');
  if (info === undefined) {
    return undefined;
  }
  const { defaultWorkloadArchitecture: standard } = info;
  return {
    workloads: texts(info.workloadsArchitectures),
    controlPlane: texts(info.controlPlaneArchitectures),
    ...(typeof standard === 'string' && standard !== '' ? { defaultArchitecture: standard } : {}),
  };
}

function texts(list: unknown): string[] {
  return (Array.isArray(list) ? list : []).filter((item): item is string => typeof item === 'string');
}
