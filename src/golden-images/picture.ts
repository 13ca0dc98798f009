import type { KubeObject } from '../kube/object';
import type { Release } from '../kube/release';
import type { ClusterNode, Distribution } from '../target/node';
import { workloadNodes } from '../target/nodes';
import { type EffectiveImage, effectiveImages } from './effective-images';
import { GOLDEN_NAMESPACE } from './facts';
import { type HyperConvergedView, mapAt, viewHyperConverged } from './hyper-converged-view';
import type { SspCluster } from './ssp-objects';

/** What is known of the cluster around a HyperConverged. */
export interface ImagesContext {
  readonly hco: Release;
  readonly nodes?: readonly ClusterNode[];
  /** Unknown where absent. */
  readonly distribution?: Distribution;
  /** Where images live unless a template says otherwise; upstream's namespace where absent. */
  readonly namespace?: string;
}

/** Architectures of a cluster as HyperConverged sees them. */
interface ClusterArchitectures {
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
    images: effectiveImages(view, context.hco, context.namespace),
    ...(cluster === undefined ? {} : { cluster }),
  };
}

/** The same with the switch the other way, to compare. */
export function withSwitch(picture: ImagesPicture, on: boolean): ImagesPicture {
  const view = { ...picture.view, multiArch: { on } };
  return { ...picture, view, multiArch: on, images: effectiveImages(view, picture.hco, picture.namespace) };
}

/** What HyperConverged decides about each image; nothing where the architectures of the cluster are not known. */
export function decisionsOf({ cluster, images, multiArch }: ImagesPicture): ImageDecision[] | undefined {
  return cluster === undefined ? undefined : images.map((image) => decide(image, multiArch, cluster.workloads));
}

/** The cluster as SSP is told. */
export function sspClusterOf({
  cluster,
  multiArch,
  namespace = GOLDEN_NAMESPACE,
}: ImagesPicture): SspCluster | undefined {
  return cluster === undefined
    ? undefined
    : { multiArch, namespace, architectures: [...new Set([...cluster.controlPlane, ...cluster.workloads])] };
}

/** Knowledge of a cluster from an exported resource. */
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

/** A condition as HyperConverged sets it on an image. It appears as False only, and goes when all is well. */
export interface ImageCondition {
  readonly type: 'Deployed';
  readonly status: 'False';
  readonly reason: 'UnsupportedArchitectures';
}

/** What HyperConverged decides about one image: its entry in the status, and whether SSP hears of it. */
export interface ImageDecision {
  readonly image: EffectiveImage;
  /** The annotation in the status: what is left of it with the switch on, verbatim otherwise. */
  readonly annotation?: string;
  /** What the image had before, verbatim; only with the switch on and where the key is there. */
  readonly originalSupportedArchitectures?: string;
  readonly conditions: readonly ImageCondition[];
  /** Whether it is handed to SSP, and with which annotation. */
  readonly sent: boolean;
  readonly sentAnnotation?: string;
}

/**
 * What HyperConverged 1.16 and later does with an image, the same in every release.
 *
 * Only architectures of workload nodes count, not those of the control plane, on clusters of one architecture too.
 */
function decide(image: EffectiveImage, multiArch: boolean, workloads: readonly string[]): ImageDecision {
  const { annotation } = image;
  if (annotation === undefined) {
    return { image, conditions: [], sent: true };
  }
  if (!multiArch) {
    return { image, annotation, conditions: [], sent: true };
  }
  const supported = supportedOf(annotation, workloads);
  const rest = { image, annotation: supported, originalSupportedArchitectures: annotation };
  return supported === ''
    ? { ...rest, conditions: [{ type: 'Deployed', status: 'False', reason: 'UnsupportedArchitectures' }], sent: false }
    : { ...rest, conditions: [], sent: true, sentAnnotation: supported };
}

/** What is left of an annotation. Split at commas and compared as it is: a space makes another word. */
function supportedOf(annotation: string, workloads: readonly string[]): string {
  return annotation
    .split(',')
    .filter((written) => workloads.includes(written))
    .join(',');
}
