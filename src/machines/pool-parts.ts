/** Who makes machines of a pool. `proposal` is a controller as it was once proposed, which no release is. */
export type MachineDialect = 'machine-controller' | 'proposal' | 'capk';

/** A key of a Secret in the cluster of the controller. */
export interface SecretKeyReference {
  /** Namespace of the Secret. */
  readonly namespace: string;
  /** Its name. */
  readonly name: string;
  /** The key in it. */
  readonly key: string;
}

/** An instance type or a preference in the cluster where the machines run. */
export interface MachineMatcher {
  /** Its name. */
  readonly name: string;

  /**
   * Its kind.
   *
   * @default - the one of the whole cluster
   */
  readonly kind?: string;
}

/** Labels and annotations of the machines of a pool. */
export interface MachineMetadata {
  /** Their labels. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Their annotations. */
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
  /** Its size. */
  readonly size: string;

  /** Storage class in the cluster where the machines run. */
  readonly storageClassName: string;

  /**
   * How it may be mounted, as `ReadWriteMany`.
   *
   * @default - what the storage profile offers
   */
  readonly storageAccessType?: string;
}

/** Labels, annotations and taints of the nodes that machines become. */
export interface MachineNode {
  /** Their labels. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Their annotations. */
  readonly annotations?: Readonly<Record<string, string>>;
  /** Their taints. */
  readonly taints?: readonly MachineTaint[];
}

/** A taint of the nodes that machines become. */
export interface MachineTaint {
  /** Its key. */
  readonly key: string;
  /** Its value. */
  readonly value?: string;
  /** Effect of the taint on pods that do not tolerate it. */
  readonly effect: 'NoSchedule' | 'PreferNoSchedule' | 'NoExecute';
}

/** How a machine finds names. */
export interface MachineDns {
  /** Addresses of name servers. */
  readonly nameservers?: readonly string[];
  /** Domains in which short names are looked for. */
  readonly searches?: readonly string[];
  /** Options of the resolver. */
  readonly options?: readonly MachineDnsOption[];
}

/** An option of the resolver. */
export interface MachineDnsOption {
  /** Its name, as `ndots`. */
  readonly name: string;
  /** Its value, where it has one. */
  readonly value?: string;
}

/** The network that the guest is told about. */
export interface MachineNetwork {
  /** Its address with the length of the prefix. */
  readonly cidr: string;
  /** Address of the gateway. */
  readonly gateway: string;
  /** Addresses of name servers. */
  readonly dns: { readonly servers: readonly string[] };

  /**
   * Families of addresses.
   *
   * @default - the controller's: `IPv4`
   */
  readonly ipFamily?: 'IPv4' | 'IPv6' | 'IPv4+IPv6' | 'IPv6+IPv4';
}

/** What nodes say about where they are. */
export interface MachineLocation {
  /** Their region. */
  readonly region?: string;
  /** Their zone. */
  readonly zone?: string;
}

/** A subnet of the infra cluster, with the network and the VPC that it is of. */
export interface MachineSubnet {
  /** Name of the network. */
  readonly name?: string;
  /** Name of the VPC. */
  readonly vpc?: string;
  /** Name of the subnet. */
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
  readonly bootstrap: BootstrapTemplate;

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
  readonly infraClusterSecretRef?: InfraClusterSecret;
}

/** Template of the group bootstrap.cluster.x-k8s.io from which machines learn how to join. */
export interface BootstrapTemplate {
  /** Its kind, as `KubeadmConfigTemplate`. */
  readonly kind: string;
  /** Its name. */
  readonly name: string;
}

/** Secret that leads to the cluster where machines run. */
export interface InfraClusterSecret {
  /** Its name. */
  readonly name: string;
  /** Its namespace. */
  readonly namespace: string;
}
