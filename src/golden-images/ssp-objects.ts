import { isArchitecture } from '../architectures/architecture';
import type { Architecture } from '../architectures/facts';
import type { EffectiveImage } from './effective-images';
import { ARCHITECTURE_LABEL, DATA_SOURCE_LABEL, SSP_ARCHITECTURES, TEMPLATE_BACKED } from './facts';
import { mapAt } from './hyper-converged-view';
import { decisionsOf, type ImageDecision, type ImagesPicture, sspClusterOf } from './picture';

/** An object that the operators make of an image. */
export interface ImageObject {
  readonly kind: 'DataImportCron' | 'DataSource' | 'DataVolume' | 'CronJob';
  /** Absent where only the one who installs CDI knows it. */
  readonly namespace?: string;
  /** With `<digest>` or `<uid>` where only the cluster knows it. */
  readonly name: string;
  readonly creator: 'SSP' | 'CDI';
  readonly labels?: Readonly<Record<string, string>>;
  /** Of a cron: the data source that it keeps. */
  readonly managedDataSource?: string;
  /** Of a cron: the architecture that it asks the registry for; the importer's node decides where absent. */
  readonly architecture?: string;
  /** Of a pointer: the data source that it leads to. */
  readonly pointsTo?: string;
  /** Whether something fills it. A data source without a cron never becomes ready. */
  readonly filled?: boolean;
}

/** What the cluster looks like to SSP. */
export interface SspCluster {
  readonly multiArch: boolean;
  /** Where it makes pointers. */
  readonly namespace: string;
  /** Control plane first, then workloads, each once: the order decides what pointers follow. */
  readonly architectures: readonly string[];
}

/** What the images of a HyperConverged come to on a cluster. */
export interface SspImages {
  /** What SSP, and CDI after it, makes of each image. */
  readonly objects: ReadonlyMap<EffectiveImage, readonly ImageObject[]>;
  /** Imports that an image asks for and does not get. */
  readonly lost: readonly LostImport[];
}

/** An import that SSP does not make although a template asks for it. */
interface LostImport {
  readonly image: EffectiveImage;
  /** The data source that it would have filled. */
  readonly managedDataSource: string;
  readonly architecture?: string;
  /** Name of the template that fills it instead; nothing where a pointer has the name. */
  readonly by?: string;
}

/** The same of a HyperConverged; nothing where the architectures of the cluster are not known. */
export function sspImagesOf(picture: ImagesPicture): SspImages | undefined {
  const cluster = sspClusterOf(picture);
  const decisions = decisionsOf(picture);
  if (cluster === undefined || decisions === undefined) {
    return undefined;
  }
  return sspImages(picture.hasSsp ? decisions : [], cluster);
}

/**
 * Everything that SSP, and CDI after it, makes of images.
 *
 * SSP keeps crons by the data source that each fills, suffix included: two images of one data source get both their
 * crons where their architectures differ, and the last by name otherwise. Source: SSP v0.24.1 to v0.26.0
 * internal/operands/data-sources/reconcile.go getDataSourcesAndCrons.
 */
function sspImages(decisions: readonly ImageDecision[], cluster: SspCluster): SspImages {
  const sent = decisions.filter(({ sent: isSent }) => isSent);
  const asked = sent.flatMap((decision) => cronsOf(decision, cluster));
  const crons = new Map(asked.map((cron) => [keyOf(cron), cron]));
  const sources = sourcesOf(sent, cluster);
  // SSP updates no reference by itself, and drops the cron that would fill it.
  for (const { name } of sources.filter(({ pointsTo }) => pointsTo !== undefined)) {
    crons.delete(`${cluster.namespace}/${name}`);
  }
  const made = new Set(sources.map(({ name }) => `${cluster.namespace}/${name}`));
  const objects = new Map(sent.map(({ image }) => [image, [] as ImageObject[]]));
  const kept = asked.filter((cron) => crons.get(keyOf(cron)) === cron);
  for (const cron of kept) {
    objects.get(cron.image)!.push(...cronObjects(cron));
  }
  for (const { name, base, architecture, pointsTo } of sources) {
    const filler = crons.get(`${cluster.namespace}/${pointsTo ?? name}`)?.image;
    const owner = filler ?? sent.find(({ image }) => image.dataSource === base)?.image;
    if (owner !== undefined) {
      objects.get(owner)!.push({
        kind: 'DataSource',
        namespace: cluster.namespace,
        name,
        creator: 'SSP',
        ...architectureLabels(base, architecture),
        ...(pointsTo === undefined ? {} : { pointsTo }),
        filled: filler !== undefined,
      });
    }
  }
  for (const cron of kept.filter((each) => !made.has(keyOf(each)))) {
    objects.get(cron.image)!.push(cdiDataSource(cron));
  }
  return {
    objects: new Map([...objects].map(([each, list]) => [each, inShownOrder(list)])),
    lost: lostOf(asked, crons),
  };
}

/** An import that a template asks for. */
interface Cron {
  readonly image: EffectiveImage;
  readonly name: string;
  readonly managedDataSource: string;
  /** The architecture that it is made for, as a suffix of both names. */
  readonly architecture?: Architecture;
}

function keyOf({ image, managedDataSource }: Cron): string {
  return `${image.namespace}/${managedDataSource}`;
}

function lostOf(asked: readonly Cron[], crons: ReadonlyMap<string, Cron>): LostImport[] {
  return asked
    .filter((cron) => crons.get(keyOf(cron)) !== cron)
    .map((cron) => {
      const by = crons.get(keyOf(cron))?.image.name;
      const { image, managedDataSource, architecture } = cron;
      return {
        image,
        managedDataSource,
        ...(architecture === undefined ? {} : { architecture }),
        ...(by === undefined ? {} : { by }),
      };
    });
}

/** The crons that one image asks for: with the switch on and an annotation, one for each architecture. */
function cronsOf(decision: ImageDecision, cluster: SspCluster): Cron[] {
  const { image } = decision;
  const { name, dataSource } = image;
  if (!cluster.multiArch || decision.sentAnnotation === undefined) {
    const followed = cluster.multiArch ? firstOf(cluster, TEMPLATE_BACKED.get(dataSource) ?? []) : undefined;
    return [{ image, name, managedDataSource: followed === undefined ? dataSource : `${dataSource}-${followed}` }];
  }
  return importedFor(decision, cluster).map((architecture) => ({
    image,
    name: `${name}-${architecture}`,
    managedDataSource: `${dataSource}-${architecture}`,
    architecture,
  }));
}

/** What an annotated image is imported for, with the switch on. */
function importedFor({ sentAnnotation = '' }: ImageDecision, { architectures }: SspCluster): Architecture[] {
  return [...new Set(parseArchitectures(sentAnnotation).filter((each) => architectures.includes(each)))];
}

/** The architectures of an annotation as SSP reads it: trimmed, and without those that it does not know. */
export function parseArchitectures(annotation: string): Architecture[] {
  return annotation
    .split(',')
    .map((written) => written.trim())
    .filter((written): written is Architecture => isArchitecture(written) && SSP_ARCHITECTURES.includes(written));
}

/** The architecture that a data source without a suffix follows: the first of the cluster that it supports. */
function firstOf({ architectures }: SspCluster, supported: readonly Architecture[]): Architecture | undefined {
  return architectures.find((each): each is Architecture => (supported as readonly string[]).includes(each));
}

/** A data source that SSP makes, in the one namespace of golden images whatever that of the image is. */
interface SspDataSource {
  readonly name: string;
  /** Without the suffix. */
  readonly base: string;
  readonly architecture?: Architecture;
  readonly pointsTo?: string;
}

/** Those that SSP has templates for, filled or not, and a pointer for each annotated image that it has none for. */
function sourcesOf(sent: readonly ImageDecision[], cluster: SspCluster): SspDataSource[] {
  const { multiArch, architectures } = cluster;
  const backed = [...TEMPLATE_BACKED];
  if (!multiArch) {
    const [first] = architectures;
    return backed
      .filter(([, supported]) => first === undefined || (supported as readonly string[]).includes(first))
      .map(([name]) => ({ name, base: name }));
  }
  const templates = backed.flatMap(([base, supported]) => {
    const followed = firstOf(cluster, supported);
    return followed === undefined
      ? []
      : [
          ...supported
            .filter((each) => architectures.includes(each))
            .map((each) => ({ name: `${base}-${each}`, base, architecture: each })),
          { name: base, base, pointsTo: `${base}-${followed}` },
        ];
  });
  const pointers = new Map<string, SspDataSource>();
  for (const { image, sentAnnotation = '' } of sent) {
    const followed = firstOf(cluster, parseArchitectures(sentAnnotation));
    const { dataSource: name } = image;
    if (followed !== undefined && !pointers.has(name) && !templates.some((each) => each.name === name)) {
      pointers.set(name, { name, base: name, pointsTo: `${name}-${followed}` });
    }
  }
  return [...templates, ...pointers.values()];
}

function cronObjects({ image, name, managedDataSource, architecture }: Cron): ImageObject[] {
  const registry = mapAt(image.spec, 'template', 'spec', 'source', 'registry');
  const labels = architectureLabels(image.dataSource, architecture);
  // A claim has no architecture to ask for: each cron copies the same one.
  const asked = registry === undefined ? undefined : (architecture ?? pinnedArchitecture(image));
  const polled = typeof registry?.url === 'string' && image.spec.schedule !== '';
  return [
    {
      kind: 'DataImportCron',
      namespace: image.namespace,
      name,
      creator: 'SSP',
      managedDataSource,
      ...labels,
      ...(asked === undefined ? {} : { architecture: asked }),
    },
    {
      kind: 'DataVolume',
      namespace: image.namespace,
      name: `${managedDataSource}-<digest>`,
      creator: 'CDI',
      ...labels,
    },
    ...(polled ? [{ kind: 'CronJob' as const, name: `${name}-<uid>`, creator: 'CDI' as const }] : []),
  ];
}

/** The architecture that a template itself asks its registry for; SSP overrides it where it adds a suffix only. */
export function pinnedArchitecture({ spec }: EffectiveImage): string | undefined {
  const pinned = mapAt(spec, 'template', 'spec', 'source', 'registry', 'platform')?.architecture;
  return typeof pinned === 'string' && pinned !== '' ? pinned : undefined;
}

/** The data source that CDI makes when it imports, where SSP has made none. */
function cdiDataSource({ image, managedDataSource, architecture }: Cron): ImageObject {
  return {
    kind: 'DataSource',
    namespace: image.namespace,
    name: managedDataSource,
    creator: 'CDI',
    ...architectureLabels(image.dataSource, architecture),
    filled: true,
  };
}

/** Imports, then data sources, then what points to them. */
function inShownOrder(objects: readonly ImageObject[]): ImageObject[] {
  const rank = ({ kind, pointsTo }: ImageObject) => (kind !== 'DataSource' ? 0 : pointsTo === undefined ? 1 : 2);
  return objects.toSorted((a, b) => rank(a) - rank(b));
}

function architectureLabels(dataSource: string, architecture: Architecture | undefined): Pick<ImageObject, 'labels'> {
  return architecture === undefined
    ? {}
    : { labels: { [ARCHITECTURE_LABEL]: architecture, [DATA_SOURCE_LABEL]: dataSource } };
}
