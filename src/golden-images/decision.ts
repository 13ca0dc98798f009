import type { EffectiveImage } from './effective-images';

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
export function decide(image: EffectiveImage, multiArch: boolean, workloads: readonly string[]): ImageDecision {
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
export function supportedOf(annotation: string, workloads: readonly string[]): string {
  return annotation
    .split(',')
    .filter((written) => workloads.includes(written))
    .join(',');
}
