import { atLeast, type Release } from '../kube/release';
import type { ImageDecision } from './decision';
import { MULTI_ARCH_SINCE } from './facts';

/** One time series of Prometheus at one moment. */
export interface Series {
  readonly metric: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const SWITCH = 'kubevirt_hco_multi_arch_boot_images_enabled';
const ANNOTATED = 'kubevirt_hco_dataimportcrontemplate_with_architecture_annotation';
const SUPPORTED = 'kubevirt_hco_dataimportcrontemplate_with_supported_architectures';

/** An alert of HyperConverged: it fires for each series that equals a value, at the first evaluation. */
export interface AlertRule {
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
export interface AlertInput {
  readonly hco: Release;
  /** Without it, on plain Kubernetes, the status has no images and no series exists. */
  readonly hasSsp: boolean;
  readonly multiArch: boolean;
  readonly workloads: readonly string[];
  readonly decisions: readonly ImageDecision[];
}

/** The series that the operator exposes. */
export function metricsOf({ hco, hasSsp, multiArch, workloads, decisions }: AlertInput): Series[] {
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
