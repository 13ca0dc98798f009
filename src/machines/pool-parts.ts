/** Who makes machines of a pool. `proposal` is a controller as it was once proposed, which no release is. */
export type MachineDialect = 'machine-controller' | 'proposal' | 'capk';

/** A key of a Secret in the cluster of the controller. */
export interface SecretKeyReference {
  readonly namespace: string;
  readonly name: string;
  readonly key: string;
}

/** An instance type or a preference in the cluster where the machines run. */
export interface MachineMatcher {
  readonly name: string;
  readonly kind?: string;
}

/** Labels and annotations of the machines of a pool. */
export interface MachineMetadata {
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** The disk that a machine boots from. */
export interface PrimaryDisk {
  /** Its size. */
  readonly size: string;

  /** Storage class in the cluster where the machines run. */
  readonly storageClassName: string;

  /** What is on it: an address, or the name of a claim, or its namespace and name with a slash. */
  readonly osImage: string;

  /**
   * Where the image comes from.
   *
   * @default - what the form of `osImage` tells
   */
  readonly source?: 'http' | 'registry' | 'pvc';

  /**
   * Who pulls an image from a registry.
   *
   * @default - the controller's: `node`
   */
  readonly pullMethod?: 'node' | 'pod';

  /**
   * How it may be mounted, as `ReadWriteMany`.
   *
   * @default - what the storage profile offers
   */
  readonly storageAccessType?: string;

  /**
   * What the volume is written as.
   *
   * @default - the controller's: `pvc` up to 1.60, `storage` later
   */
  readonly storageTarget?: 'storage' | 'pvc';

  /**
   * Further headers of the request for the image. No secrets: they are in the manifest for everyone to read.
   *
   * @default - none
   */
  readonly extraHeaders?: readonly string[];

  /**
   * Secret with further headers.
   *
   * @default - none
   */
  readonly extraHeadersSecretRef?: string;

  /**
   * Secret with which the image is fetched.
   *
   * @default - none
   */
  readonly dataVolumeSecretRef?: string;
}

/** One more disk of a machine. The controller fills it with the same image as the first one. */
export interface SecondaryDisk {
  readonly size: string;
  readonly storageClassName: string;
  readonly storageAccessType?: string;
}

/** Labels, annotations and taints of the nodes that machines become. */
export interface MachineNode {
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly taints?: readonly MachineTaint[];
}

/** A taint of the nodes that machines become. */
export interface MachineTaint {
  readonly key: string;
  readonly value?: string;
  readonly effect: 'NoSchedule' | 'PreferNoSchedule' | 'NoExecute';
}

/** How a machine finds names. */
export interface MachineDns {
  readonly nameservers?: readonly string[];
  readonly searches?: readonly string[];
  readonly options?: readonly { readonly name: string; readonly value?: string }[];
}

/** The network that the guest is told about. */
export interface MachineNetwork {
  readonly cidr: string;
  readonly gateway: string;
  readonly dns: { readonly servers: readonly string[] };
  readonly ipFamily?: 'IPv4' | 'IPv6' | 'IPv4+IPv6' | 'IPv6+IPv4';
}

/** What nodes say about where they are. */
export interface MachineLocation {
  readonly region?: string;
  readonly zone?: string;
}

/** A subnet of the infra cluster, with the network and the VPC that it is of. */
export interface MachineSubnet {
  readonly name?: string;
  readonly vpc?: string;
  readonly subnet: string;
}

/** What only Cluster API asks for. */
export interface ClusterApiOptions {
  /**
   * Version of `cluster.x-k8s.io`.
   *
   * @default 'v1beta1'
   */
  readonly version?: 'v1beta1' | 'v1beta2';

  /** Template from which machines learn how to join: its kind and name, in the group bootstrap.cluster.x-k8s.io. */
  readonly bootstrap: { readonly kind: string; readonly name: string };

  /**
   * How it is told that a machine has booted.
   *
   * @default 'ssh'
   */
  readonly checkStrategy?: 'ssh' | 'none';

  /**
   * Secret that leads to the cluster where the machines run.
   *
   * @default - the cluster of the controller
   */
  readonly infraClusterSecretRef?: { readonly name: string; readonly namespace: string };
}
