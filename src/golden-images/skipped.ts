import type { ImageDecision } from './decision';
import { SSP_ARCHITECTURES } from './facts';
import type { ImagesPicture } from './picture';

/** An architecture for which an image is not imported, and why. */
export interface Skipped {
  readonly architecture: string;
  readonly reason: string;
}

/** For which architectures of the image or of the cluster there will be no import of its own. */
export function skippedFor({ image }: ImageDecision, { cluster, hasSsp, multiArch }: ImagesPicture): Skipped[] {
  const workloads = cluster?.workloads ?? [];
  const { annotation } = image;
  const every = (reason: string) => workloads.map((architecture) => ({ architecture, reason }));
  if (!hasSsp) {
    return every('HyperConverged deploys no SSP on plain Kubernetes, so nothing is imported');
  }
  if (multiArch && annotation === '') {
    return every('the annotation is empty, so HyperConverged leaves the image out');
  }
  if (!multiArch || annotation === undefined) {
    const reason = multiArch ? 'the image does not say its architectures' : 'images are not imported by architecture';
    return new Set([...workloads, ...(cluster?.controlPlane ?? [])]).size === 1
      ? []
      : every(`${reason}: there is one import, for whatever node the importer runs on`);
  }
  const words = annotation.split(',');
  return [
    ...[...new Set(words)]
      .filter((word) => word !== '' && !(workloads.includes(word) && isKnown(word)))
      .map((word) => ({ architecture: word, reason: reasonOf(word, workloads) })),
    ...workloads
      .filter((each) => !words.includes(each))
      .map((architecture) => ({ architecture, reason: 'the image does not list it' })),
  ];
}

function reasonOf(word: string, workloads: readonly string[]): string {
  if (word !== word.trim()) {
    return 'HyperConverged does not trim the space around it';
  }
  return workloads.includes(word) ? 'SSP does not know it' : 'no workload node has it';
}

function isKnown(word: string): boolean {
  return (SSP_ARCHITECTURES as readonly string[]).includes(word);
}
