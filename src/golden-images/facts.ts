import type { Architecture } from '../architectures/facts';
import { holdsIn, type Release, type ReleaseRange } from '../kube/release';
import { OPENSHIFT_NAMESPACES } from '../target/facts';
import type { Target } from '../target/target';

/** Where a template says which architectures its image has. */
export const DICT_ARCHITECTURES = 'ssp.kubevirt.io/dict.architectures';

/** Where a template of the resource is switched off, and with it the built-in one of its name. */
export const DICT_ENABLE = 'dataimportcrontemplate.kubevirt.io/enable';

/** Asks CDI to import although the storage class waits for a first consumer. HyperConverged adds it everywhere. */
export const BIND_IMMEDIATELY = 'cdi.kubevirt.io/storage.bind.immediate.requested';

/** How SSP labels what it makes for one architecture; KubeVirt reads it when a VM names none. */
export const ARCHITECTURE_LABEL = 'template.kubevirt.io/architecture';

/** How SSP notes the name without an architecture. */
export const DATA_SOURCE_LABEL = 'cdi.kubevirt.io/storage.import.datasource-name';

/** Where golden images live unless a template says otherwise; the pointers always. */
export const GOLDEN_NAMESPACE = 'kubevirt-os-images';

/** The same on a cluster: the product has a namespace of its own. */
export function goldenNamespace({ openshiftVirtualization }: Pick<Target, 'openshiftVirtualization'>): string {
  return openshiftVirtualization === undefined ? GOLDEN_NAMESPACE : OPENSHIFT_NAMESPACES.goldenImages;
}

/** The one name under which the operator looks for its resource. */
export const HYPERCONVERGED_NAME = 'kubevirt-hyperconverged';

/** Namespace of the HyperConverged resource. */
export function hyperConvergedNamespace({ openshiftVirtualization }: Pick<Target, 'openshiftVirtualization'>): string {
  return openshiftVirtualization === undefined ? HYPERCONVERGED_NAME : OPENSHIFT_NAMESPACES.hyperConverged;
}

/** First release that imports images by architecture. */
export const MULTI_ARCH_SINCE = '1.16';

/** First release whose switch for images by architecture is a field of v1. */
export const MULTI_ARCH_FIELD_SINCE = '1.19';

/** First release with a field, and not a gate, for the images that it brings along. */
export const COMMON_FIELD_SINCE = '1.15';

/** First release that tells KubeVirt which architecture is the default. */
export const DEFAULT_ARCHITECTURE_SINCE = '1.18';

/** The switch, as every release that has it calls it. */
export const MULTI_ARCH_SWITCH = 'enableMultiArchBootImageImport';

/** Architectures that SSP knows: it ignores others in an annotation and rejects them in the list of the cluster. */
export const SSP_ARCHITECTURES: readonly Architecture[] = ['amd64', 'arm64', 's390x'];

/** CDI rejects a longer name of a DataImportCron or of its data source. */
export const LONGEST_NAME = 63;

/** What `-amd64`, `-arm64` and `-s390x` take of it. */
export const SUFFIX_LENGTH = 6;

/** Where the switch of a release is, in one version of the API. */
export type SwitchPlace = 'absent' | 'gate' | 'list' | 'field';

/** The switch moved twice. Sources: HCO tags v1.15.2 to v1.18.1 and branch release-1.19, deploy/crds/hco00.crd.yaml. */
export const SWITCH_PLACES: readonly (ReleaseRange & {
  readonly version: 'v1beta1' | 'v1';
  readonly place: SwitchPlace;
})[] = [
  { version: 'v1beta1', before: MULTI_ARCH_SINCE, place: 'absent' },
  { version: 'v1beta1', since: MULTI_ARCH_SINCE, place: 'gate' },
  { version: 'v1', before: MULTI_ARCH_FIELD_SINCE, place: 'list' },
  { version: 'v1', since: MULTI_ARCH_FIELD_SINCE, place: 'field' },
];

/** An image that HyperConverged brings along. */
export interface BuiltInImage {
  readonly cron: string;
  readonly dataSource: string;
  readonly url: string;
  readonly size: string;
  /** Verbatim, in the order of upstream; templates before 1.16 have no annotation. */
  readonly architectures: string;
}

/** The same in every release from 1.14; HCO assets/dataImportCronTemplates/dataImportCronTemplates.yaml. */
export const BUILT_IN_IMAGES: readonly BuiltInImage[] = [
  {
    cron: 'centos-stream10-image-cron',
    dataSource: 'centos-stream10',
    url: 'docker://quay.io/containerdisks/centos-stream:10',
    size: '10Gi',
    architectures: 'amd64,arm64,s390x',
  },
  {
    cron: 'centos-stream9-image-cron',
    dataSource: 'centos-stream9',
    url: 'docker://quay.io/containerdisks/centos-stream:9',
    size: '10Gi',
    architectures: 'amd64,arm64,s390x',
  },
  {
    cron: 'fedora-image-cron',
    dataSource: 'fedora',
    url: 'docker://quay.io/containerdisks/fedora:latest',
    size: '5Gi',
    architectures: 'arm64,s390x,amd64',
  },
];

/** First release whose webhook writes how many imports a template keeps. */
export const TEMPLATE_DEFAULTS_WRITTEN_SINCE = '1.18';

/** What HyperConverged fills in on each template, by release; CDI's own defaults hold before. */
export const TEMPLATE_DEFAULTS: readonly (ReleaseRange & {
  readonly retentionPolicy: 'None' | 'All';
  readonly importsToKeep: number;
  /** Whether the webhook writes both into the resource. */
  readonly written: boolean;
  readonly source: string;
})[] = [
  {
    before: TEMPLATE_DEFAULTS_WRITTEN_SINCE,
    retentionPolicy: 'All',
    importsToKeep: 3,
    written: false,
    source: 'CDI DataImportCronSpec, where nothing is written',
  },
  {
    since: TEMPLATE_DEFAULTS_WRITTEN_SINCE,
    retentionPolicy: 'None',
    importsToKeep: 1,
    written: true,
    source: 'HCO v1.18.0 pkg/webhooks/mutator',
  },
];

/** When the built-in images are looked at; the operator spreads this over clusters. */
export const BUILT_IN_SCHEDULE = '0 */12 * * *';

/**
 * Data sources for which SSP has templates, with the architectures of those: it makes their data sources and pointers by
 * the templates, whatever the annotation of an image says. Source: common-templates v0.34.1 and v0.35.0.
 */
export const TEMPLATE_BACKED: ReadonlyMap<string, readonly Architecture[]> = new Map<string, readonly Architecture[]>([
  ...['centos-stream9', 'fedora', 'rhel9', 'ubuntu'].map(
    (name) => [name, ['amd64', 'arm64', 's390x']] as [string, Architecture[]],
  ),
  ['rhel8', ['amd64', 's390x']],
  ...['centos6', 'opensuse', 'rhel7', 'win10', 'win11', 'win2k16', 'win2k19', 'win2k22', 'win2k25'].map(
    (name) => [name, ['amd64']] as [string, Architecture[]],
  ),
]);

/** A release's defaults for a template that says nothing. */
export function templateDefaults(hco: Release): (typeof TEMPLATE_DEFAULTS)[number] {
  return TEMPLATE_DEFAULTS.find((row) => holdsIn(row, hco))!;
}
