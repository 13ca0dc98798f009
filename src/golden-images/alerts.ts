import type { Finding } from '../findings/finding';
import { hcoGateOf } from '../gates/hco';
import { atLeast, type Release } from '../kube/release';
import type { EffectiveImage } from './effective-images';
import { DICT_ARCHITECTURES, MULTI_ARCH_SINCE, MULTI_ARCH_SWITCH, SSP_ARCHITECTURES } from './facts';
import { switchPlace } from './hyper-converged-view';
import { decisionsOf, type ImageDecision, type ImagesPicture, withSwitch } from './picture';

/** One time series of Prometheus at one moment. */
interface Series {
  readonly metric: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const SWITCH = 'kubevirt_hco_multi_arch_boot_images_enabled';
const ANNOTATED = 'kubevirt_hco_dataimportcrontemplate_with_architecture_annotation';
const SUPPORTED = 'kubevirt_hco_dataimportcrontemplate_with_supported_architectures';

/** An alert of HyperConverged: it fires for each series that equals a value, at the first evaluation. */
interface AlertRule {
  readonly name: string;
  readonly metric: string;
  readonly equals: number;
  readonly source: string;
}

const SOURCE = 'HCO pkg/monitoring/hyperconverged/rules/alerts, 1.16 and later';

/** The alerts about golden images; the expressions are the same in every release that has them. */
export const ALERTS = {
  HCOMultiArchGoldenImagesDisabled: { metric: SWITCH, equals: 0, source: SOURCE },
  HCOGoldenImageWithNoArchitectureAnnotation: { metric: ANNOTATED, equals: 0, source: SOURCE },
  HCOGoldenImageWithNoSupportedArchitecture: { metric: SUPPORTED, equals: 0, source: SOURCE },
} as const satisfies Record<string, Omit<AlertRule, 'name'>>;

/** An alert of the table. */
export type AlertName = keyof typeof ALERTS;

/** What a fresh operator would show about images. */
interface AlertInput {
  readonly hco: Release;
  /** Without it, on plain Kubernetes, the status has no images and no series exists. */
  readonly hasSsp: boolean;
  readonly multiArch: boolean;
  readonly workloads: readonly string[];
  readonly decisions: readonly ImageDecision[];
}

/** The series that the operator exposes. */
function metricsOf({ hco, hasSsp, multiArch, workloads, decisions }: AlertInput): Series[] {
  if (!atLeast(hco, MULTI_ARCH_SINCE) || !hasSsp) {
    return [];
  }
  // Computed when asked for, and not there at all on a cluster of one architecture or without images.
  const cluster =
    workloads.length > 1 && decisions.length > 0 ? [{ metric: SWITCH, labels: {}, value: multiArch ? 1 : 0 }] : [];
  return [...cluster, ...(multiArch ? decisions.flatMap(imageSeries) : [])];
}

/** An image without an annotation has no second series: whether it is supported is not known then. */
function imageSeries({ image, annotation, originalSupportedArchitectures }: ImageDecision): Series[] {
  const labels = {
    data_import_cron_name: image.name.toLowerCase(),
    managed_data_source_name: image.dataSource.toLowerCase(),
  };
  const annotated = originalSupportedArchitectures !== undefined && originalSupportedArchitectures !== '';
  return [
    { metric: ANNOTATED, labels, value: annotated ? 1 : 0 },
    ...(annotated ? [{ metric: SUPPORTED, labels, value: annotation === '' ? 0 : 1 }] : []),
  ];
}

/** The series for which an alert fires, as `metric == value` selects them. */
export function firing(alert: AlertName, series: readonly Series[]): Series[] {
  const { metric, equals } = ALERTS[alert];
  return series.filter((each) => each.metric === metric && each.value === equals);
}

/** The alerts that would fire, each as a finding. Nothing is said of what depends on unknown nodes. */
export function checkAlerts(picture: ImagesPicture): Finding[] {
  const series = alertSeries(picture);
  return [
    ...firing('HCOGoldenImageWithNoSupportedArchitecture', series).map((each) => unsupported(each, picture)),
    ...firing('HCOGoldenImageWithNoArchitectureAnnotation', series).map((each) => unannotated(each, picture)),
    ...firing('HCOMultiArchGoldenImagesDisabled', series).map(() => disabled(picture)),
  ];
}

/** The series of a cluster; where its architectures are not known, only those that do not depend on them. */
export function alertSeries(picture: ImagesPicture): Series[] {
  const { hco, hasSsp, multiArch, cluster } = picture;
  const decisions = decisionsOf(picture);
  if (decisions !== undefined) {
    return metricsOf({ hco, hasSsp, multiArch, workloads: cluster?.workloads ?? [], decisions });
  }
  // Whatever the workload nodes are, an image without an annotation has none.
  const bare = picture.images
    .filter(({ annotation }) => annotation === undefined || annotation === '')
    .map((image) => ({ image, conditions: [], sent: image.annotation === undefined }));
  return metricsOf({ hco, hasSsp, multiArch, workloads: [], decisions: bare });
}

function unsupported(series: Series, picture: ImagesPicture): Finding {
  const image = imageOf(series, picture);
  const workloads = picture.cluster?.workloads ?? [];
  const has = workloads.length === 0 ? 'there are no workload nodes' : `workload nodes are ${workloads.join(', ')}`;
  return {
    code: 'PV301',
    severity: 'warning',
    path: annotationPath(image, picture),
    what: `${image.name} has images for ${image.annotation}; ${has}`,
    why: 'HyperConverged does not pass it to SSP, so it is never imported and its data source never becomes ready',
    fix: image.common
      ? `disable the image, override it with one for ${oneOf(workloads)}, or add nodes`
      : `write the architectures that the image has, without spaces, build it for ${oneOf(workloads)}, or remove it`,
    source: sourceOf('HCOGoldenImageWithNoSupportedArchitecture'),
  };
}

function unannotated(series: Series, picture: ImagesPicture): Finding {
  const image = imageOf(series, picture);
  const empty = image.annotation === '';
  return {
    code: 'PV302',
    severity: 'warning',
    path: annotationPath(image, picture),
    what: `${image.name} does not list the architectures of its image${empty ? ': the annotation is empty' : ''}`,
    why: empty
      ? 'HyperConverged keeps it away from SSP, so it is never imported'
      : 'It is imported once, for the architecture of whatever node the importer runs on, and VMs of others cannot ' +
        'boot it',
    fix: `look into the manifest of the image and annotate it, as ${DICT_ARCHITECTURES}: ${suggested(picture)}`,
    source: sourceOf('HCOGoldenImageWithNoArchitectureAnnotation'),
  };
}

function disabled(picture: ImagesPicture): Finding {
  const { view, hco, cluster } = picture;
  const workloads = cluster?.workloads ?? [];
  // With the switch on, other annotations count for built-in images that the resource changes.
  const bare = withSwitch(picture, true)
    .images.filter(({ annotation }) => annotation === undefined || annotation === '')
    .map(({ name }) => name);
  const annotate = bare.length === 0 ? '' : ` and annotate ${bare.join(', ')}`;
  const stage = hcoGateOf(MULTI_ARCH_SWITCH, hco)?.phase === 'alpha' ? ` (alpha in HyperConverged ${hco})` : '';
  return {
    code: 'PV303',
    severity: 'warning',
    path: switchPath(picture),
    what: `workload nodes are ${workloads.join(', ')}, and images are not imported by architecture`,
    why:
      'Each image has the architecture of the node where its importer ran: a VM on a node of another architecture ' +
      'does not boot. On OpenShift the alert HCOMultiArchGoldenImagesDisabled fires',
    fix:
      `write ${switchText(picture)}${stage}${annotate}, or leave workloads to one architecture with a nodeSelector ` +
      'in ' +
      `${view.workloadsPath}; in polyvirt.yaml the keys are hyperConverged.${MULTI_ARCH_SWITCH} and ` +
      'hyperConverged.workloads',
    source: `${sourceOf('HCOMultiArchGoldenImagesDisabled')}; HyperConverged ${hco}`,
  };
}

/** How a person writes the switch for this release and version. */
export function switchText({ view, hco }: ImagesPicture): string {
  switch (switchPlace(view.version, hco)) {
    case 'field':
      return `spec.workloadSources.${MULTI_ARCH_SWITCH}: true`;
    case 'list':
      return `- name: ${MULTI_ARCH_SWITCH} in spec.featureGates`;
    default:
      return `spec.featureGates.${MULTI_ARCH_SWITCH}: true`;
  }
}

function switchPath({ view, hco }: ImagesPicture): string {
  return switchPlace(view.version, hco) === 'field'
    ? `spec.workloadSources.${MULTI_ARCH_SWITCH}`
    : (view.multiArch.gate?.path ?? 'spec.featureGates');
}

/** Where the annotation of an image is, or would be; a built-in one has no place in the resource. */
function annotationPath({ index }: EffectiveImage, { view }: ImagesPicture): string {
  return index === undefined
    ? view.templatesPath
    : `${view.templatesPath}[${index}].metadata.annotations[${JSON.stringify(DICT_ARCHITECTURES)}]`;
}

function imageOf({ labels }: Series, { images }: ImagesPicture): EffectiveImage {
  return images.find(({ name }) => name.toLowerCase() === labels.data_import_cron_name)!;
}

function suggested({ cluster }: ImagesPicture): string {
  const known = (cluster?.workloads ?? []).filter((each) => (SSP_ARCHITECTURES as readonly string[]).includes(each));
  return known.length === 0 ? 'amd64,arm64' : known.join(',');
}

function oneOf(workloads: readonly string[]): string {
  return workloads.length === 0 ? 'the nodes that will come' : workloads.join(' or ');
}

function sourceOf(alert: AlertName): string {
  return `alert ${alert}; ${ALERTS[alert].source}`;
}
