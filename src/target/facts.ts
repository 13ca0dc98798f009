import { atLeast, type Release } from '../kube/release';

/** The month in which upstream was last read for the tables in this program. */
export const FACTS_AS_OF = '2026-08';

/** The components whose release a target names. */
export const COMPONENTS = [
  'kubevirt',
  'hco',
  'openshiftVirtualization',
  'cdi',
  'ssp',
  'kubernetes',
  'machineController',
  'argocd',
] as const;

/** A component whose release a target names. */
export type Component = (typeof COMPONENTS)[number];

/** How people call a component. */
export const COMPONENT_NAMES: Readonly<Record<Component, string>> = {
  kubevirt: 'KubeVirt',
  hco: 'HyperConverged',
  openshiftVirtualization: 'OpenShift Virtualization',
  cdi: 'CDI',
  ssp: 'SSP',
  kubernetes: 'Kubernetes',
  machineController: 'machine-controller',
  argocd: 'Argo CD',
};

/** The releases that the tables of this program speak of, oldest first. */
interface KnownReleases {
  readonly releases: readonly Release[];
  /** Read from a branch before its release: usable when named, never the default. */
  readonly branch?: Release;
  readonly source: string;
}

/** Components without a row here have no table yet: any release of theirs is taken as it is. */
export const KNOWN_RELEASES: Readonly<Partial<Record<Component, KnownReleases>>> = {
  kubevirt: {
    releases: ['1.3', '1.4', '1.5', '1.6', '1.7', '1.8', '1.9'],
    source: 'kubevirt/kubevirt tags v1.3.0 to v1.9.0',
  },
  hco: {
    releases: ['1.14', '1.15', '1.16', '1.17', '1.18'],
    branch: '1.19',
    source: 'kubevirt/hyperconverged-cluster-operator tags v1.14.0 to v1.18.1, branch release-1.19',
  },
  openshiftVirtualization: {
    releases: ['4.18', '4.19', '4.20', '4.21', '4.22'],
    branch: '4.23',
    source: 'the releases of HyperConverged that it is built of',
  },
  machineController: {
    releases: Array.from({ length: 23 }, (_, i) => `1.${44 + i}`),
    source: 'kubermatic/machine-controller tags v1.44.0 to v1.66.2',
  },
};

/** What one HyperConverged release brings along. */
interface ReleaseBundle {
  readonly hco: Release;
  readonly kubevirt: Release;
  readonly cdi: Release;
  readonly ssp: Release;
  readonly source: string;
}

/** The releases that upstream ships and tests together; a patch where the bundle was never raised to the newest one. */
export const BUNDLES: readonly ReleaseBundle[] = [
  { hco: '1.14', kubevirt: '1.4.0', cdi: '1.61', ssp: '0.22', source: 'HCO v1.14.0 hack/config' },
  { hco: '1.15', kubevirt: '1.5.2', cdi: '1.62', ssp: '0.23', source: 'HCO v1.15.0 hack/config' },
  { hco: '1.16', kubevirt: '1.6.2', cdi: '1.63', ssp: '0.24', source: 'HCO v1.16.0 hack/config' },
  { hco: '1.17', kubevirt: '1.7', cdi: '1.64', ssp: '0.24', source: 'HCO v1.17.0 hack/config' },
  { hco: '1.18', kubevirt: '1.8', cdi: '1.65', ssp: '0.25', source: 'HCO v1.18.1 hack/config' },
  { hco: '1.19', kubevirt: '1.9', cdi: '1.66', ssp: '0.26', source: 'HCO branch release-1.19 hack/config' },
];

/**
 * The HyperConverged that each release of OpenShift Virtualization is built of: minor after minor.
 *
 * Source: kubevirt/monitoring pull request 403 has HyperConverged 1.19 as 4.23; upstream's branches and the product go up together.
 */
export const OPENSHIFT_VIRTUALIZATION: Readonly<Partial<Record<Release, Release>>> = {
  '4.18': '1.14',
  '4.19': '1.15',
  '4.20': '1.16',
  '4.21': '1.17',
  '4.22': '1.18',
  '4.23': '1.19',
};

/** Namespaces that the product has renamed. Source: openshift-docs virt/install and virt/storage; upstream has its own. */
export const OPENSHIFT_NAMESPACES = {
  hyperConverged: 'openshift-cnv',
  goldenImages: 'openshift-virtualization-os-images',
} as const;

/** A version of the API of HyperConverged. */
export type HyperConvergedVersion = 'v1beta1' | 'v1';

/** What an API version of HyperConverged is from a release on. */
interface HcoApiFact {
  readonly since: Release;
  readonly what: string;
  readonly source: string;
}

/** What became of API v1. */
export const HCO_V1 = {
  served: {
    since: '1.18',
    what: 'API v1 is served beside v1beta1, which stays the one that is stored',
    source: 'HCO v1.18.0 deploy/crds/hco00.crd.yaml',
  },
  stored: {
    since: '1.19',
    what: 'API v1 is the one that is stored; v1beta1 is still served, and frozen: what is new is in v1 only',
    source: 'HCO branch release-1.19; pull requests 4254 and 4234',
  },
} as const satisfies Record<string, HcoApiFact>;

/** Whether a release serves API v1, where gates are a list. */
export function servesHcoV1(hco: Release): boolean {
  return atLeast(hco, HCO_V1.served.since);
}

/** Whether a release stores API v1, so that it keeps what is written in it. */
export function storesHcoV1(hco: Release): boolean {
  return atLeast(hco, HCO_V1.stored.since);
}

/** The version to write for a release: the one that is stored, as reading back any other gives something else. */
export function preferredVersion(hco: Release): HyperConvergedVersion {
  return storesHcoV1(hco) ? 'v1' : 'v1beta1';
}
