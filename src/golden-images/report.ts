import { asNumber, type KubeObject } from '../kube/object';
import { parseQuantity } from '../kube/quantity';
import { atLeast, type Release } from '../kube/release';
import { ALERTS, type AlertName, alertSeries, firing } from './alerts';
import type { EffectiveImage } from './effective-images';
import {
  ARCHITECTURE_LABEL,
  DEFAULT_ARCHITECTURE_SINCE as DEFAULT_SINCE,
  LONGEST_NAME,
  MULTI_ARCH_SINCE,
  SSP_ARCHITECTURES,
  SUFFIX_LENGTH,
  templateDefaults,
} from './facts';
import { mapAt } from './hyper-converged-view';
import { annotatePatch, disablePatch, enablePatch, type MergePatch, narrowPatch } from './patches';
import {
  decisionsOf,
  type ImageCondition,
  type ImageDecision,
  type ImagesPicture,
  sspClusterOf,
  withSwitch,
} from './picture';
import { type ImageObject, pinnedArchitecture, type SspImages, sspImagesOf } from './ssp-objects';

/** What becomes of one image. */
export interface ImageReport {
  readonly name: string;
  readonly dataSource: string;
  readonly namespace: string;
  readonly builtIn: boolean;
  readonly modified: boolean;
  /** As the annotation lists them, word by word; nothing where there is none. */
  readonly architectures: readonly string[] | null;
  /** What it is imported for; nothing where the cluster is not known. */
  readonly imported: readonly string[] | null;
  /** Whether there is one import for all, of an architecture that was not chosen. */
  readonly shared: boolean;
  readonly skipped: readonly { readonly architecture: string; readonly reason: string }[];
  readonly objects: readonly ImageObject[];
  /** What the data source without a suffix leads to. */
  readonly pointer: { readonly name: string; readonly follows: string; readonly filled: boolean } | null;
  readonly conditions: readonly ImageCondition[];
  readonly names: { readonly longest: number; readonly most: number };
  readonly storage: {
    readonly size: string | null;
    readonly kept: number;
    readonly crons: number;
    readonly total: string | null;
  };
}

/** A change that keeps an alert from firing. */
interface AlertFix {
  readonly name: string;
  readonly patch: MergePatch;
}

/** An alert, and the images that it is about. */
interface AlertReport {
  readonly name: AlertName;
  readonly firing: boolean;
  readonly images: readonly string[];
  readonly fixes: readonly AlertFix[];
}

/** Images × architectures of one HyperConverged. */
export interface ImagesReport {
  readonly hco: string;
  readonly distribution: 'openshift' | 'kubernetes' | 'unknown';
  readonly multiArch: boolean;
  /** Nothing where neither nodes nor the resource tell. */
  readonly workloadsArchitectures: readonly string[] | null;
  readonly controlPlaneArchitectures: readonly string[] | null;
  readonly defaultArchitecture: string | null;
  readonly images: readonly ImageReport[];
  readonly alerts: readonly AlertReport[];
  /** What all images take, with the switch as it is, and the other way. */
  readonly storage: {
    readonly now: string | null;
    readonly switched: string | null;
    readonly difference: string | null;
  };
}

/** Everything that there is to say about the images of a HyperConverged. */
export function imagesReport(object: KubeObject, picture: ImagesPicture): ImagesReport {
  const { cluster, hco } = picture;
  const now = totalOf(picture);
  const switched = atLeast(hco, MULTI_ARCH_SINCE) ? totalOf(withSwitch(picture, !picture.multiArch)) : undefined;
  return {
    hco,
    distribution: picture.distribution ?? 'unknown',
    multiArch: picture.multiArch,
    workloadsArchitectures: cluster?.workloads ?? null,
    controlPlaneArchitectures: cluster?.controlPlane ?? null,
    defaultArchitecture: (atLeast(hco, DEFAULT_SINCE) ? cluster?.defaultArchitecture : undefined) ?? null,
    images: reportedImages(picture),
    alerts: alertsOf(object, picture),
    storage: {
      now: now === undefined ? null : bytesText(now),
      switched: switched === undefined ? null : bytesText(switched),
      difference: now === undefined || switched === undefined ? null : bytesText(switched - now),
    },
  };
}

function reportedImages(picture: ImagesPicture): ImageReport[] {
  const ssp = sspImagesOf(picture);
  const decisions = decisionsOf(picture);
  return picture.images.map((image, i) => {
    const decision = decisions?.[i];
    return reported(image, picture, decision === undefined || ssp === undefined ? undefined : { decision, ssp });
  });
}

/** What is known of an image where the cluster is. */
interface KnownImage {
  readonly decision: ImageDecision;
  readonly ssp: SspImages;
}

function reported(image: EffectiveImage, picture: ImagesPicture, known: KnownImage | undefined): ImageReport {
  const suffixed = picture.multiArch && image.annotation !== undefined;
  const objects = known?.ssp.objects.get(image) ?? [];
  const crons = objects.filter(({ kind }) => kind === 'DataImportCron');
  const { size, kept, total } = imageStorage(image, crons.length, picture.hco);
  const pointer = objects.find(({ pointsTo }) => pointsTo !== undefined);
  return {
    name: image.name,
    dataSource: image.dataSource,
    namespace: image.namespace,
    builtIn: image.common,
    modified: image.modified,
    architectures: image.annotation?.split(',').filter((word) => word !== '') ?? null,
    imported: known === undefined ? null : importedBy(crons, picture),
    shared:
      crons.some(({ architecture }) => architecture === undefined) && known?.decision.sentAnnotation === undefined,
    skipped: known === undefined ? [] : [...skippedFor(known.decision, picture), ...lostFor(image, known.ssp, picture)],
    objects,
    pointer:
      pointer === undefined
        ? null
        : {
            name: pointer.name,
            follows: pointer.pointsTo!.slice(pointer.name.length + 1),
            filled: pointer.filled === true,
          },
    // Without SSP there are no images in the status for a condition to be on.
    conditions: picture.hasSsp ? (known?.decision.conditions ?? []) : [],
    names: {
      longest: Math.max(image.name.length, image.dataSource.length),
      most: suffixed ? LONGEST_NAME - SUFFIX_LENGTH : LONGEST_NAME,
    },
    storage: {
      size: size ?? null,
      kept,
      crons: crons.length,
      total: total === undefined || known === undefined ? null : bytesText(total),
    },
  };
}

/** With one import for all, it is known for which architecture only where the template or the cluster has one. */
function importedBy(crons: readonly ImageObject[], picture: ImagesPicture): string[] {
  const architectures = sspClusterOf(picture)?.architectures ?? [];
  const only = architectures.length === 1 ? architectures : [];
  return crons.flatMap(({ architecture, labels }) => architecture ?? labels?.[ARCHITECTURE_LABEL] ?? only);
}

/** What an image would have been imported for, were it not for another one. */
function lostFor(image: EffectiveImage, { lost }: SspImages, picture: ImagesPicture): Skipped[] {
  const all = sspClusterOf(picture)?.architectures ?? [];
  return lost
    .filter((each) => each.image === image)
    .flatMap(({ architecture, managedDataSource, by }) =>
      (architecture === undefined ? (all.length === 1 ? all : [pinnedArchitecture(image)]) : [architecture])
        .filter((each) => each !== undefined)
        .map((each) => ({
          architecture: each,
          reason:
            by === undefined
              ? `SSP makes a pointer named ${managedDataSource}, and so no import for it`
              : `${by} fills the data source ${managedDataSource} as well, and comes last by name`,
        })),
    );
}

function totalOf(picture: ImagesPicture): bigint | undefined {
  const ssp = sspImagesOf(picture);
  if (ssp === undefined) {
    return undefined;
  }
  return picture.images.reduce<bigint | undefined>((sum, image) => {
    const crons = (ssp.objects.get(image) ?? []).filter(({ kind }) => kind === 'DataImportCron').length;
    const total = crons === 0 ? 0n : imageStorage(image, crons, picture.hco).total;
    return sum === undefined || total === undefined ? undefined : sum + total;
  }, 0n);
}

function alertsOf(object: KubeObject, picture: ImagesPicture): AlertReport[] {
  const series = alertSeries(picture);
  return (Object.keys(ALERTS) as AlertName[]).map((name) => {
    const found = firing(name, series);
    const images = found.flatMap(({ labels }) => labels.data_import_cron_name ?? []);
    return {
      name,
      firing: found.length > 0,
      images,
      fixes: found.length > 0 ? fixesOf(name, images, object, picture) : [],
    };
  });
}

function fixesOf(name: AlertName, names: readonly string[], object: KubeObject, picture: ImagesPicture): AlertFix[] {
  if (name === 'HCOMultiArchGoldenImagesDisabled') {
    return switchFixes(object, picture);
  }
  const images = picture.images.filter((image) => names.includes(image.name.toLowerCase()));
  if (name === 'HCOGoldenImageWithNoSupportedArchitecture') {
    return [{ name: 'disable', patch: disablePatch(object, picture.hco, images) }];
  }
  // Which architectures an image has only its registry knows: one fix for each that would do.
  return (picture.cluster?.workloads ?? [])
    .filter((each) => (SSP_ARCHITECTURES as readonly string[]).includes(each))
    .map((each) => ({ name: `annotate:${each}`, patch: annotatePatch(object, picture.hco, images, each) }));
}

function switchFixes(object: KubeObject, { hco, cluster }: ImagesPicture): AlertFix[] {
  const enable = enablePatch(object, hco);
  return [
    ...(enable === undefined ? [] : [{ name: 'enable', patch: enable }]),
    ...(cluster?.workloads ?? []).map((each) => ({ name: `narrow:${each}`, patch: narrowPatch(object, hco, each) })),
  ];
}

/** An architecture for which an image is not imported, and why. */
interface Skipped {
  readonly architecture: string;
  readonly reason: string;
}

/** For which architectures of the image or of the cluster there will be no import of its own. */
function skippedFor({ image }: ImageDecision, { cluster, hasSsp, multiArch }: ImagesPicture): Skipped[] {
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
    const pinned = pinnedArchitecture(image);
    if (pinned !== undefined) {
      return every(`the template itself asks its registry for ${pinned}`).filter(
        (each) => each.architecture !== pinned,
      );
    }
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

/** What the imports of one image take. */
interface ImageStorage {
  /** Of one import, as it is written; unknown where the template says nothing. */
  readonly size?: string;
  /** How many imports of each cron are kept. */
  readonly kept: number;
  /** In bytes, of all crons with all that they keep; unknown where the size is. */
  readonly total?: bigint;
}

/** Storage for an image that so many crons import. The next import comes on top while it runs. */
function imageStorage({ spec }: EffectiveImage, crons: number, hco: Release): ImageStorage {
  const kept =
    Number.isSafeInteger(spec.importsToKeep) && asNumber(spec.importsToKeep) > 0
      ? asNumber(spec.importsToKeep)
      : templateDefaults(hco).importsToKeep;
  const size = requestedSize(spec);
  const quantity = size === undefined ? undefined : parseQuantity(size);
  return size === undefined || quantity === undefined
    ? { kept }
    : { size, kept, total: (quantity.nano / NANO) * BigInt(crons) * BigInt(kept) };
}

const NANO = 1_000_000_000n;
const UNITS = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];

/** Bytes as a quantity in the largest unit that leaves no more than a tenth over. */
function bytesText(bytes: bigint): string {
  let unit = 0;
  let tenths = (bytes < 0n ? -bytes : bytes) * 10n;
  while (unit < UNITS.length - 1 && tenths >= 10_240n) {
    tenths = (tenths + 512n) / 1024n;
    unit++;
  }
  const whole = tenths / 10n;
  const rest = tenths % 10n;
  return `${bytes < 0n ? '-' : ''}${whole}${rest === 0n ? '' : `.${rest}`}${UNITS[unit]}`;
}

function requestedSize(spec: Readonly<Record<string, unknown>>): string | undefined {
  const volume = mapAt(spec, 'template', 'spec');
  const requests = mapAt(volume, 'storage', 'resources', 'requests') ?? mapAt(volume, 'pvc', 'resources', 'requests');
  const size = requests?.storage;
  return typeof size === 'string' || typeof size === 'number' ? String(size) : undefined;
}
