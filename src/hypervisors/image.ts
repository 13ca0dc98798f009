import { ARCHITECTURES, type Architecture } from '../architectures/facts';
import type { Finding } from '../findings/finding';
import type { HypervisorDeclaration, LauncherImages } from './declaration';

/** Launcher images by architecture, or one for all. */
export function imagesOf({ image }: Pick<HypervisorDeclaration, 'image'>): LauncherImages | undefined {
  return typeof image === 'string' ? { all: image } : image;
}

/** The launcher image of one architecture; nothing where there is none. */
export function imageFor(images: LauncherImages, architecture: Architecture): string | undefined {
  return images[architecture] ?? images.all;
}

/** Architectures of a cluster for which there is no image. */
export function withoutImage(images: LauncherImages, architectures: readonly Architecture[]): Architecture[] {
  return architectures.filter((architecture) => imageFor(images, architecture) === undefined);
}

/** Whether a reference names one content forever. */
function isPinned(reference: string): boolean {
  return reference.includes('@sha256:');
}

/**
 * What is wrong with launcher images by themselves.
 *
 * @param architectures those of the cluster, as far as they are known
 */
export function checkImages(declaration: HypervisorDeclaration, architectures: readonly Architecture[]): Finding[] {
  const images = imagesOf(declaration);
  if (images === undefined) {
    return [];
  }
  const path = `hypervisors[${declaration.name}].image`;
  return [
    ...checkNothing(images, path),
    ...checkOneDigest(declaration, architectures, path),
    ...checkShared(images, path),
    ...checkPinned(images, typeof declaration.image === 'string' ? undefined : path, path),
  ];
}

function checkNothing(images: LauncherImages, path: string): Finding[] {
  return !isNothing(images)
    ? []
    : [
        {
          code: 'PV004',
          severity: 'error',
          path,
          what: 'no launcher image is set',
          why: 'There is nothing to run',
          fix: 'write a reference, or one per architecture',
        },
      ];
}

function isNothing(images: LauncherImages): boolean {
  return images.all === undefined && ARCHITECTURES.every((architecture) => images[architecture] === undefined);
}

/** A digest names one content; whether that is a manifest list only the registry knows, so that it has to be said. */
function checkOneDigest(
  { image, name }: HypervisorDeclaration,
  architectures: readonly Architecture[],
  path: string,
): Finding[] {
  if (typeof image === 'string') {
    return architectures.length < 2 || !isPinned(image)
      ? []
      : [
          oneArchitecture(
            path,
            `one digest for ${architectures.join(' and ')}`,
            'write image: { all: … } if it is the digest of a manifest list, or a digest per architecture under ' +
              `hypervisors[${name}].image`,
          ),
        ];
  }
  const missing = image === undefined || isNothing(image) ? [] : withoutImage(image, architectures);
  return missing.length === 0
    ? []
    : [
        oneArchitecture(
          path,
          `there is no image for ${missing.join(' and ')}, which its launchers run on`,
          `add ${missing.join(' and ')}, or one manifest list with all`,
        ),
      ];
}

function oneArchitecture(path: string, what: string, fix: string): Finding {
  return {
    code: 'PV409',
    severity: 'error',
    path,
    what,
    why: 'A launcher of another architecture than its node’s does not start: exec format error',
    fix,
    source: 'kubevirt: one launcher image, from which each node pulls its own architecture',
  };
}

function checkShared(images: LauncherImages, path: string): Finding[] {
  const named = ARCHITECTURES.filter((architecture) => images[architecture] !== undefined);
  const [first, second] = named.filter((architecture) =>
    named.some((other) => other !== architecture && isPinned(images[other]!) && images[other] === images[architecture]),
  );
  return first === undefined || second === undefined
    ? []
    : [
        oneArchitecture(
          path,
          `${first} and ${second} have the same digest`,
          'write { all: … } if it is a manifest list, or the digest of each architecture',
        ),
      ];
}

function checkPinned(images: LauncherImages, keyed: string | undefined, path: string): Finding[] {
  return Object.entries(images)
    .filter(([, reference]) => !isPinned(reference))
    .map(([key, reference]) => ({
      code: 'PV410',
      severity: 'info' as const,
      path: keyed === undefined ? path : `${keyed}.${key}`,
      what: `${reference} can become another image`,
      why: 'VMs that start or migrate later get whatever the tag points to by then',
      fix: 'pin it by digest: docker buildx imagetools inspect prints that of the manifest list',
    }));
}
