import { isArchitecture } from '../architectures/architecture';
import type { Architecture } from '../architectures/facts';
import { isMap, type KubeObject } from '../kube/object';
import { ARCHITECTURE_LABEL, DATA_SOURCE_LABEL, GOLDEN_NAMESPACE, SSP_ARCHITECTURES, TEMPLATE_BACKED } from './facts';
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
  readonly architecture?: Architecture;
  /** Of a pointer: the data source that it leads to. */
  readonly pointsTo?: string;
  /** Whether something fills it. A data source without a cron never becomes ready. */
  readonly filled?: boolean;
}

/** What the cluster looks like to SSP. */
export interface SspCluster {
  readonly multiArch: boolean;
  /** Control plane first, then workloads, each once: the order decides what pointers follow. */
  readonly architectures: readonly string[];
}

/** The list of architectures that HyperConverged hands to SSP. */
export function sspCluster(
  multiArch: boolean,
  controlPlane: readonly string[],
  workloads: readonly string[],
): SspCluster {
  return { multiArch, architectures: [...new Set([...controlPlane, ...workloads])] };
}

/** What an image is imported for: with the switch on and an annotation, one cron for each. */
export function importedFor(decision: ImageDecision, { multiArch, architectures }: SspCluster): Architecture[] {
  if (!multiArch || !decision.sent || decision.sentAnnotation === undefined) {
    return [];
  }
  const known = parseArchitectures(decision.sentAnnotation).filter((each) => architectures.includes(each));
  return [...new Set(known)];
}

/** The architectures of an annotation as SSP reads it: trimmed, and without those that it does not know. */
export function parseArchitectures(annotation: string): Architecture[] {
  return annotation
    .split(',')
    .map((written) => written.trim())
    .filter((written): written is Architecture => isArchitecture(written) && SSP_ARCHITECTURES.includes(written));
}

/** The architecture that the data source without a suffix follows: the first of the cluster that it supports. */
export function pointerArchitecture(decision: ImageDecision, cluster: SspCluster): Architecture | undefined {
  const supported =
    TEMPLATE_BACKED.get(decision.image.dataSource) ??
    (decision.sentAnnotation === undefined ? [] : parseArchitectures(decision.sentAnnotation));
  return cluster.architectures.find((each): each is Architecture => (supported as readonly string[]).includes(each));
}

/** Everything that SSP, and CDI after it, makes of one image. */
export function imageObjects(decision: ImageDecision, cluster: SspCluster): ImageObject[] {
  if (!decision.sent) {
    return [];
  }
  const { image } = decision;
  const backed = TEMPLATE_BACKED.get(image.dataSource);
  if (!cluster.multiArch) {
    return [
      ...cronWithSource(decision, image.name, image.dataSource, undefined),
      ...dataSources(decision, [{ name: image.dataSource, filled: true }], backed === undefined ? 'CDI' : 'SSP'),
    ];
  }
  const imported = importedFor(decision, cluster);
  const followed = pointerArchitecture(decision, cluster);
  if (decision.sentAnnotation === undefined) {
    return backed === undefined || followed === undefined
      ? [
          ...cronWithSource(decision, image.name, image.dataSource, undefined),
          ...dataSources(decision, [{ name: image.dataSource, filled: true }], 'CDI'),
        ]
      : [
          ...cronWithSource(decision, image.name, `${image.dataSource}-${followed}`, undefined),
          ...dataSources(decision, suffixed(backed, cluster, image.dataSource, [followed]), 'SSP'),
          pointer(image.dataSource, followed, image.namespace === GOLDEN_NAMESPACE),
        ];
  }
  const crons = imported.flatMap((each) =>
    cronWithSource(decision, `${image.name}-${each}`, `${image.dataSource}-${each}`, each),
  );
  const sources =
    backed === undefined
      ? imported.map((each) => ({ name: `${image.dataSource}-${each}`, architecture: each, filled: true }))
      : suffixed(backed, cluster, image.dataSource, imported);
  // SSP has no template for them, so CDI makes their data sources when it imports.
  const others = (backed === undefined ? [] : imported).filter((each) => !backed!.includes(each));
  const leads = followed !== undefined && imported.includes(followed) && image.namespace === GOLDEN_NAMESPACE;
  return [
    ...crons,
    ...dataSources(decision, sources, backed === undefined ? 'CDI' : 'SSP'),
    ...dataSources(
      decision,
      others.map((each) => ({ name: `${image.dataSource}-${each}`, architecture: each, filled: true })),
      'CDI',
    ),
    ...(followed === undefined ? [] : [pointer(image.dataSource, followed, leads)]),
  ];
}

interface SourceName {
  readonly name: string;
  readonly architecture?: Architecture;
  readonly filled: boolean;
}

/** For names with templates SSP makes one for each architecture of these that the cluster has, filled or not. */
function suffixed(
  backed: readonly Architecture[],
  { architectures }: SspCluster,
  name: string,
  imported: readonly Architecture[],
): SourceName[] {
  return architectures
    .filter((each): each is Architecture => (backed as readonly string[]).includes(each))
    .map((each) => ({ name: `${name}-${each}`, architecture: each, filled: imported.includes(each) }));
}

function cronWithSource(
  { image }: ImageDecision,
  name: string,
  managedDataSource: string,
  architecture: Architecture | undefined,
): ImageObject[] {
  const source = mapAt(image.spec, 'template', 'spec', 'source');
  const registry = source?.registry;
  const labels = architectureLabels(image.dataSource, architecture);
  const polled = isMap(registry) && typeof registry.url === 'string' && image.spec.schedule !== '';
  return [
    {
      kind: 'DataImportCron',
      namespace: image.namespace,
      name,
      creator: 'SSP',
      managedDataSource,
      ...labels,
      // A claim has no architecture to ask for: each cron copies the same one.
      ...(architecture === undefined || !isMap(registry) ? {} : { architecture }),
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

function dataSources({ image }: ImageDecision, names: readonly SourceName[], creator: 'SSP' | 'CDI'): ImageObject[] {
  return names.map(({ name, architecture, filled }) => ({
    kind: 'DataSource',
    namespace: image.namespace,
    name,
    creator,
    ...architectureLabels(image.dataSource, architecture),
    filled,
  }));
}

/** Always in the one namespace of golden images, whatever that of the image is. */
function pointer(dataSource: string, followed: Architecture, filled: boolean): ImageObject {
  return {
    kind: 'DataSource',
    namespace: GOLDEN_NAMESPACE,
    name: dataSource,
    creator: 'SSP',
    pointsTo: `${dataSource}-${followed}`,
    filled,
  };
}

function architectureLabels(dataSource: string, architecture: Architecture | undefined): Pick<ImageObject, 'labels'> {
  return architecture === undefined
    ? {}
    : { labels: { [ARCHITECTURE_LABEL]: architecture, [DATA_SOURCE_LABEL]: dataSource } };
}

/** Why a data source that an operator makes would not be ready; a word of ours, that no cluster says. */
export const NOTHING_FILLS_IT = 'NothingFillsIt';

/** The data sources that images lead to, as objects that others can refer to. */
export function dataSourcesOf(picture: ImagesPicture): KubeObject[] {
  if (!picture.hasSsp) {
    return [];
  }
  const cluster = sspClusterOf(picture);
  const decisions = decisionsOf(picture);
  if (cluster === undefined || decisions === undefined) {
    return picture.images.flatMap(({ dataSource, namespace, annotation }) => [
      dataSourceObject(dataSource, namespace, {}),
      ...(picture.multiArch ? parseArchitectures(annotation ?? '') : []).map((each) =>
        dataSourceObject(`${dataSource}-${each}`, namespace, { [ARCHITECTURE_LABEL]: each }),
      ),
    ]);
  }
  return decisions
    .flatMap((decision) => imageObjects(decision, cluster))
    .filter(({ kind }) => kind === 'DataSource')
    .map(({ name, namespace = '', labels = {}, pointsTo, filled }) => ({
      ...dataSourceObject(name, namespace, labels, pointsTo),
      ...(filled === true ? {} : NEVER_READY),
    }));
}

const NEVER_READY = { status: { conditions: [{ type: 'Ready', status: 'False', reason: NOTHING_FILLS_IT }] } };

function dataSourceObject(
  name: string,
  namespace: string,
  labels: Readonly<Record<string, string>>,
  pointsTo?: string,
): KubeObject {
  return {
    apiVersion: 'cdi.kubevirt.io/v1beta1',
    kind: 'DataSource',
    metadata: { name, namespace, labels },
    spec: { source: pointsTo === undefined ? {} : { dataSource: { name: pointsTo, namespace } } },
  };
}
