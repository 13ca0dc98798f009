/**
 * The objects of the machine-controller, as its newest release reads them: for `spec:` of a pool, and for programs that write them.
 *
 * Upstream's CRD lets everything through; what counts is what its strict reader takes.
 * Source: kubermatic/machine-controller v1.66.2, sdk/apis/cluster/v1alpha1, sdk/providerconfig/types.go and
 * sdk/cloudprovider/kubevirt/types.go.
 */

/** A MachineDeployment. */
export interface MachineDeployment {
  apiVersion: 'cluster.k8s.io/v1alpha1';
  kind: 'MachineDeployment';
  metadata: MachineObjectMeta;
  spec: MachineDeploymentSpec;
}

/** Metadata, as far as objects here have it. */
interface MachineObjectMeta {
  name?: string;
  namespace?: string;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
  finalizers?: string[];
}

export interface MachineDeploymentSpec {
  replicas?: number;
  selector: {
    matchLabels?: Record<string, string>;
    matchExpressions?: { key: string; operator: string; values?: string[] }[];
  };
  template: { metadata?: MachineObjectMeta; spec: MachineSpec };
  strategy?: {
    type?: 'RollingUpdate';
    rollingUpdate?: { maxSurge?: number | string; maxUnavailable?: number | string };
  };
  minReadySeconds?: number;
  revisionHistoryLimit?: number;
  paused?: boolean;
  progressDeadlineSeconds?: number;
}

interface MachineSpec {
  /** Of the node that the machine becomes. */
  metadata?: MachineObjectMeta;
  taints?: { key: string; value?: string; effect: string; timeAdded?: string }[];
  providerSpec: { value?: ProviderSpec };
  providerID?: string;
  versions: { kubelet: string };
}

interface ProviderSpec {
  sshPublicKeys?: string[];
  caPublicKey?: string;
  cloudProvider: 'kubevirt';
  cloudProviderSpec: CloudProviderSpec;
  operatingSystem: string;
  operatingSystemSpec?: Record<string, unknown>;
  network?: { cidr?: string; gateway?: string; dns?: { servers?: string[] }; ipFamily?: string };
  overwriteCloudConfig?: string;
}

/** A value, or where it is: a key of a Secret or of a ConfigMap. */
type ConfigValue<T = string> = T | { value?: T; secretKeyRef?: ConfigReference; configMapKeyRef?: ConfigReference };

interface ConfigReference {
  namespace?: string;
  name: string;
  key: string;
}

interface CloudProviderSpec {
  clusterName?: ConfigValue;
  projectID?: ConfigValue;
  auth?: { kubeconfig?: ConfigValue };
  virtualMachine?: {
    instancetype?: MachineMatcherSpec;
    preference?: MachineMatcherSpec;
    template?: {
      cpus?: ConfigValue;
      vcpus?: { cores?: number };
      memory?: ConfigValue;
      primaryDisk?: PrimaryDiskSpec;
      secondaryDisks?: MachineDiskSpec[];
    };
    dnsPolicy?: ConfigValue;
    dnsConfig?: { nameservers?: string[]; searches?: string[]; options?: { name?: string; value?: string }[] };
    location?: { region?: string; zone?: string };
    providerNetwork?: { name: string; vpc: { name: string; subnet?: { name: string } } };
    enableNetworkMultiQueue?: ConfigValue<boolean>;
    evictionStrategy?: string;
  };
  affinity?: {
    nodeAffinityPreset?: { type?: ConfigValue; key?: ConfigValue; values?: ConfigValue[] };
  };
  topologySpreadConstraints?: { maxSkew?: ConfigValue; topologyKey?: ConfigValue; whenUnsatisfiable?: ConfigValue }[];
}

interface MachineMatcherSpec {
  name?: string;
  kind?: string;
  revisionName?: string;
  inferFromVolume?: string;
  inferFromVolumeFailurePolicy?: string;
}

interface MachineDiskSpec {
  size?: ConfigValue;
  storageClassName?: ConfigValue;
  storageAccessType?: ConfigValue;
}

interface PrimaryDiskSpec extends MachineDiskSpec {
  osImage?: ConfigValue;
  source?: ConfigValue;
  pullMethod?: ConfigValue;
  storageTarget?: ConfigValue;
  extraHeaders?: string[];
  extraHeadersSecretRef?: ConfigValue;
  dataVolumeSecretRef?: ConfigValue;
}
