import { holdsIn, type Release } from '../kube/release';

/** How the controller reads a value. */
export type FieldShape =
  /** Text, or a reference to a Secret or ConfigMap. */
  | 'text'
  /** Yes or no, or a reference. */
  | 'flag'
  /** Texts, each of which may be a reference. */
  | 'texts'
  /** Plain text, never a reference. */
  | 'string'
  | 'strings'
  | 'integer';

/** A field of the provider spec, and the releases that read it. */
export interface FieldFact {
  readonly shape: FieldShape;
  readonly since?: Release;
  /** First release that does not know it any more. */
  readonly before?: Release;
  /** Single releases before `since` that know it as well. */
  readonly also?: readonly Release[];
  /** First release that still reads it and does nothing with it. */
  readonly ignoredSince?: Release;
}

const NESTED = '1.46.0';

/** Flat fields of the first controllers; the proposal is written in these. */
const flat = (shape: FieldShape): FieldFact => ({ shape, before: NESTED });

/** What a pod has of its name servers, which is read as strictly. Source: k8s.io/api/core/v1 PodDNSConfig. */
const DNS_CONFIG = {
  nameservers: 'strings',
  searches: 'strings',
  'options[].name': 'string',
  'options[].value': 'string',
} as const satisfies Record<string, FieldShape>;

function below(
  path: string,
  shapes: Readonly<Record<string, FieldShape>>,
  releases: Omit<FieldFact, 'shape'>,
): Readonly<Record<string, FieldFact>> {
  return Object.fromEntries(Object.entries(shapes).map(([key, shape]) => [`${path}.${key}`, { shape, ...releases }]));
}

/**
 * Every field below `cloudProviderSpec`, by its path; a list is `[]`.
 *
 * Source: kubermatic/machine-controller, pkg/cloudprovider/provider/kubevirt/types/types.go up to v1.61,
 * sdk/cloudprovider/kubevirt/types.go from v1.62, tags v1.44.0 to v1.66.2.
 */
export const FIELDS: Readonly<Record<string, FieldFact>> = {
  kubeconfig: flat('text'),
  cpus: flat('text'),
  memory: flat('text'),
  namespace: flat('text'),
  sourceURL: flat('text'),
  pvcSize: flat('text'),
  storageClassName: flat('text'),
  dnsPolicy: flat('text'),
  ...below('dnsConfig', DNS_CONFIG, { before: NESTED }),
  clusterName: { shape: 'text', since: '1.56.0' },
  projectID: { shape: 'text', since: '1.64.1' },
  'auth.kubeconfig': { shape: 'text', since: NESTED },
  'virtualMachine.instancetype.name': { shape: 'string', since: '1.56.0' },
  'virtualMachine.instancetype.kind': { shape: 'string', since: '1.56.0' },
  // The instance type is looked up by its name, and the rest of what was written is dropped.
  'virtualMachine.instancetype.revisionName': { shape: 'string', since: '1.56.0', ignoredSince: '1.65.1' },
  'virtualMachine.instancetype.inferFromVolume': { shape: 'string', since: '1.56.0', ignoredSince: '1.65.1' },
  'virtualMachine.instancetype.inferFromVolumeFailurePolicy': {
    shape: 'string',
    since: '1.56.0',
    ignoredSince: '1.65.1',
  },
  'virtualMachine.preference.name': { shape: 'string', since: '1.56.0' },
  'virtualMachine.preference.kind': { shape: 'string', since: '1.56.0' },
  'virtualMachine.preference.revisionName': { shape: 'string', since: '1.56.0' },
  'virtualMachine.preference.inferFromVolume': { shape: 'string', since: '1.56.0' },
  'virtualMachine.preference.inferFromVolumeFailurePolicy': { shape: 'string', since: '1.56.0' },
  'virtualMachine.flavor.name': { shape: 'text', since: NESTED, ignoredSince: '1.56.0' },
  'virtualMachine.flavor.profile': { shape: 'text', since: NESTED, ignoredSince: '1.56.0' },
  'virtualMachine.template.cpus': { shape: 'text', since: NESTED },
  'virtualMachine.template.memory': { shape: 'text', since: NESTED },
  'virtualMachine.template.vcpus.cores': { shape: 'integer', since: '1.61.1' },
  'virtualMachine.template.primaryDisk.size': { shape: 'text', since: NESTED },
  'virtualMachine.template.primaryDisk.storageClassName': { shape: 'text', since: NESTED },
  'virtualMachine.template.primaryDisk.osImage': { shape: 'text', since: NESTED },
  'virtualMachine.template.primaryDisk.source': { shape: 'text', since: '1.56.0' },
  'virtualMachine.template.primaryDisk.pullMethod': { shape: 'text', since: '1.58.0' },
  'virtualMachine.template.primaryDisk.storageAccessType': { shape: 'text', since: '1.59.0', also: ['1.58.2'] },
  'virtualMachine.template.primaryDisk.storageTarget': { shape: 'text', since: '1.60.0' },
  'virtualMachine.template.primaryDisk.extraHeaders': { shape: 'strings', since: '1.61.0' },
  'virtualMachine.template.primaryDisk.extraHeadersSecretRef': { shape: 'text', since: '1.61.0' },
  'virtualMachine.template.primaryDisk.dataVolumeSecretRef': { shape: 'text', since: '1.61.0' },
  'virtualMachine.template.secondaryDisks[].size': { shape: 'text', since: NESTED },
  'virtualMachine.template.secondaryDisks[].storageClassName': { shape: 'text', since: NESTED },
  'virtualMachine.template.secondaryDisks[].storageAccessType': { shape: 'text', since: '1.59.0', also: ['1.58.2'] },
  'virtualMachine.dnsPolicy': { shape: 'text', since: NESTED },
  ...below('virtualMachine.dnsConfig', DNS_CONFIG, { since: NESTED }),
  'virtualMachine.location.region': { shape: 'string', since: '1.60.0' },
  'virtualMachine.location.zone': { shape: 'string', since: '1.60.0' },
  'virtualMachine.providerNetwork.name': { shape: 'string', since: '1.60.0' },
  'virtualMachine.providerNetwork.vpc.name': { shape: 'string', since: '1.60.0' },
  'virtualMachine.providerNetwork.vpc.subnet.name': { shape: 'string', since: '1.60.0' },
  'virtualMachine.enableNetworkMultiQueue': { shape: 'flag', since: '1.61.0' },
  'virtualMachine.evictionStrategy': { shape: 'string', since: '1.61.0' },
  'affinity.podAffinityPreset': { shape: 'text', since: NESTED, ignoredSince: '1.56.0' },
  'affinity.podAntiAffinityPreset': { shape: 'text', since: NESTED, ignoredSince: '1.56.0' },
  'affinity.nodeAffinityPreset.type': { shape: 'text', since: NESTED },
  'affinity.nodeAffinityPreset.key': { shape: 'text', since: NESTED },
  'affinity.nodeAffinityPreset.values': { shape: 'texts', since: NESTED },
  'topologySpreadConstraints[].maxSkew': { shape: 'text', since: '1.56.0' },
  'topologySpreadConstraints[].topologyKey': { shape: 'text', since: '1.56.0' },
  'topologySpreadConstraints[].whenUnsatisfiable': { shape: 'text', since: '1.56.0' },
};

/** Keys of `providerSpec.value`, which is read as strictly. Source: sdk/providerconfig/types.go. */
export const ENVELOPE = [
  'sshPublicKeys',
  'caPublicKey',
  'cloudProvider',
  'cloudProviderSpec',
  'operatingSystem',
  'operatingSystemSpec',
  'network',
  'overwriteCloudConfig',
] as const;

/** Keys below its `network`, where that is written. */
export const NETWORK_FIELDS: Readonly<Record<string, FieldShape>> = {
  cidr: 'string',
  gateway: 'string',
  'dns.servers': 'strings',
  ipFamily: 'string',
};

/** Families of addresses that a network may have. */
export const IP_FAMILIES = ['IPv4', 'IPv6', 'IPv4+IPv6', 'IPv6+IPv4'] as const;

/** Operating systems that the KubeVirt provider takes. Source: provider.go SupportedOS, by tag. */
export const OPERATING_SYSTEMS: Readonly<Record<string, { readonly before?: Release }>> = {
  ubuntu: {},
  rhel: {},
  flatcar: {},
  rockylinux: {},
  centos: { before: '1.61.0' },
};

/** What the webhook writes where the operating system is not configured. Source: pkg/admission, pkg/userdata. */
export const OPERATING_SYSTEM_SPECS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  ubuntu: { distUpgradeOnBoot: false },
  centos: { distUpgradeOnBoot: false },
  rockylinux: { distUpgradeOnBoot: false },
  rhel: {
    distUpgradeOnBoot: false,
    attachSubscription: false,
    rhelUseSatelliteServer: false,
    rhelSatelliteServer: '',
    rhelOrganizationName: '',
    rhelActivationKey: '',
  },
  flatcar: {
    disableAutoUpdate: false,
    disableLocksmithD: false,
    disableUpdateEngine: false,
    provisioningUtility: 'ignition',
  },
};

/** Where the webhook notes the namespace of the virtual machines, from this release on. */
export const NAMESPACE_ANNOTATION = { key: 'cluster.x-k8s.io/cluster-namespace', since: '1.61.2' } as const;

/** How an instance may ask for names. */
export const DNS_POLICIES = ['ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None'] as const;

/** What the provider does with a machine whose node is drained. */
export const EVICTION_STRATEGIES = ['External', 'LiveMigrate'] as const;

/** Where the cloud controller of KubeVirt writes which region and zone a node is in. */
export const TOPOLOGY_LABELS = {
  region: 'topology.kubernetes.io/region',
  zone: 'topology.kubernetes.io/zone',
} as const;

/** Label by which the controller knows the machines of one MachineDeployment. */
export const POOL_LABEL = 'md';

/** The label that the proposal chose for it: one that machines have, and that was to be copied. */
export const PROPOSED_POOL_LABEL = 'machine';

/**
 * Labels of a virtual machine that the controller writes last, over those of its machine.
 *
 * Source: provider.go newVirtualMachine; labels of machines are copied from 1.65.0 on, commit 6b0bb9c59.
 */
export const OWN_LABELS = {
  keys: [
    'kubevirt.io/vm',
    POOL_LABEL,
    'cluster.x-k8s.io/cluster-name',
    'cluster.x-k8s.io/role',
    'kubermatic.k8c.io/project-id',
    'kubermatic.k8c.io/cluster-id',
  ],
  copiedSince: '1.65.0',
} as const;

/** The last controller with a flat provider spec. */
export const LAST_FLAT: Release = '1.45.0';

/** The controller whose tables are the newest. */
export const NEWEST_CONTROLLER: Release = '1.66.2';

/** Namespace in which machine-controller and Kubermatic keep MachineDeployments. */
export const MACHINES_NAMESPACE = 'kube-system';

/** Says on the object itself that it is for a controller as proposed, which no release is. */
export const DIALECT_ANNOTATION = 'polyvirt.io/dialect';

/** Presets that the proposal puts into the flat map. */
export const PROPOSED_PRESETS = [
  'podAffinityPreset',
  'podAntiAffinityPreset',
  'nodeAffinityPreset',
  'nodeAntiAffinityPreset',
] as const;

/** What is known of a field of the provider spec; nothing where no release ever had it. */
export function fieldFact(path: string): FieldFact | undefined {
  return Object.hasOwn(FIELDS, path) ? FIELDS[path] : undefined;
}

/** Whether a release of the controller reads a field. */
export function hasField(path: string, controller: Release): boolean {
  const fact = fieldFact(path);
  return fact !== undefined && isKnown(fact, controller);
}

/** All fields that a release reads, by path. */
export function fieldsOf(controller: Release): string[] {
  return Object.keys(FIELDS).filter((path) => hasField(path, controller));
}

/** In words, which releases have a field. */
export function releasesOf({ since, before, also = [] }: FieldFact): string {
  if (before !== undefined) {
    return `it was there before ${before}`;
  }
  const singles = also.length === 0 ? '' : `, and of earlier releases ${also.join(', ')}`;
  return since === undefined ? 'every release has it' : `it is there from ${since}${singles}`;
}

function isKnown(fact: FieldFact, controller: Release): boolean {
  return holdsIn(fact, controller) || fact.also?.includes(controller) === true;
}
