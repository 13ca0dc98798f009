import {
  CERTIFICATES,
  type CertificateConfig,
  EXAMPLE_BINDINGS,
  type NetworkBindingPlugin,
  networkBindings,
  RESOURCE_QUANTITIES,
  type ResourceQuantities,
} from './cluster-settings';
import { field, group, required, table } from './rows/row';
import { flag, known, listOf, text } from './rows/shapes';

/** Networks of guests. */
export interface ClusterNetwork {
  /**
   * Plugins by the name that VMs call them.
   *
   * @default - none
   */
  readonly binding?: Readonly<Record<string, NetworkBindingPlugin>>;

  /**
   * How guests are connected to the network of pods that do not say it.
   *
   * @default - KubeVirt's: `bridge` where that is permitted
   */
  readonly defaultNetworkInterface?: 'masquerade' | 'bridge';

  /**
   * Whether guests may be bridged to the network of pods. They do not migrate then.
   *
   * @default true
   */
  readonly permitBridgeInterfaceOnPodNetwork?: boolean;
}

/** What guests are told of their hardware. */
export interface Smbios {
  /** Family of the product. */
  readonly family?: string;
  /** Who made it. */
  readonly manufacturer?: string;
  /** The product. */
  readonly product?: string;
  /** Its number in a shop. */
  readonly sku?: string;
  /** Its version. */
  readonly version?: string;
}

/** How components talk to each other. */
export interface TlsConfiguration {
  /**
   * The oldest version.
   *
   * @default 'VersionTLS12'
   */
  readonly minTLSVersion?: 'VersionTLS10' | 'VersionTLS11' | 'VersionTLS12' | 'VersionTLS13';

  /**
   * Ciphers, by the names of OpenSSL. Not with `VersionTLS13`.
   *
   * @default - Go's
   */
  readonly ciphers?: readonly string[];
}

/** Which calls of the kernel launchers may make. */
export interface SeccompConfiguration {
  /** The profile of launchers. */
  readonly virtualMachineInstanceProfile?: SeccompInstanceProfile;
}

/** The profile of launchers. */
interface SeccompInstanceProfile {
  /** Which one. */
  readonly customProfile?: SeccompProfile;
}

/** A profile of seccomp: one of the keys. */
interface SeccompProfile {
  /** A file on the nodes, below the folder of the kubelet. */
  readonly localhostProfile?: string;
  /** Whether it is that of the container runtime. */
  readonly runtimeDefaultProfile?: boolean;
}

/** Resources of a container beside guests. */
export interface SupportContainer {
  /** Which container, as `container-disk` or `guest-console-log`. */
  readonly type: string;
  /** What it needs. */
  readonly resources: ResourceQuantities;
}

/** Certificates that KubeVirt makes itself. */
export interface CertificateRotateStrategy {
  /** How long they are valid. */
  readonly selfSigned?: CertificateConfig;
}

/** Name of a secret. */
export interface NamedSecret {
  /** The name. */
  readonly name: string;
}

/** TDX of Intel. */
export interface ConfidentialCompute {
  /** TDX of Intel. */
  readonly tdx?: Tdx;
}

/** TDX of Intel. */
interface Tdx {
  /** How guests prove what they are. */
  readonly attestation?: TdxAttestation;
}

/** How guests with TDX prove what they are. */
interface TdxAttestation {
  /** Whether guests only start where they can. */
  readonly enforced?: boolean;
  /** The socket of the service on nodes that signs. */
  readonly qgsSocketPath?: string;
}

export const CLUSTER_NETWORK = table<ClusterNetwork>('ClusterNetwork', () => ({
  binding: field('binding', networkBindings, EXAMPLE_BINDINGS),
  defaultNetworkInterface: field('defaultNetworkInterface', known('masquerade', 'bridge'), 'masquerade'),
  permitBridgeInterfaceOnPodNetwork: field('permitBridgeInterfaceOnPodNetwork', flag, false),
}));

export const SMBIOS = table<Smbios>('Smbios', () => ({
  family: field('family', text, 'Cloud'),
  manufacturer: field('manufacturer', text, 'Example'),
  product: field('product', text, 'Guest'),
  sku: field('sku', text, '1'),
  version: field('version', text, '2'),
}));

export const TLS = table<TlsConfiguration>('TlsConfiguration', () => ({
  minTLSVersion: field(
    'minTLSVersion',
    known('VersionTLS10', 'VersionTLS11', 'VersionTLS12', 'VersionTLS13'),
    'VersionTLS13',
  ),
  ciphers: field('ciphers', listOf(text), ['ECDHE-RSA-AES128-GCM-SHA256']),
}));

export const SECCOMP = table<SeccompConfiguration>('SeccompConfiguration', () => ({
  virtualMachineInstanceProfile: group(
    'virtualMachineInstanceProfile',
    table<SeccompInstanceProfile>('SeccompInstanceProfile', () => ({
      customProfile: group(
        'customProfile',
        table<SeccompProfile>(
          'SeccompProfile',
          () => ({
            localhostProfile: field('localhostProfile', text, 'kubevirt/kubevirt.json'),
            runtimeDefaultProfile: field('runtimeDefaultProfile', flag, true),
          }),
          ['localhostProfile', 'runtimeDefaultProfile'],
        ),
      ),
    })),
  ),
}));

export const SUPPORT_CONTAINER = table<SupportContainer>('SupportContainer', () => ({
  type: required(field('type', text, 'container-disk')),
  resources: required(group('resources', RESOURCE_QUANTITIES)),
}));

export const CERTIFICATE_ROTATE_STRATEGY = table<CertificateRotateStrategy>('CertificateRotateStrategy', () => ({
  selfSigned: group('selfSigned', CERTIFICATES),
}));

export const SECRET_NAME = table<NamedSecret>('NamedSecret', () => ({
  name: required(field('name', text, 'registry')),
}));

export const CONFIDENTIAL_COMPUTE = table<ConfidentialCompute>('ConfidentialCompute', () => ({
  tdx: group(
    'tdx',
    table<Tdx>('Tdx', () => ({
      attestation: group(
        'attestation',
        table<TdxAttestation>('TdxAttestation', () => ({
          enforced: field('enforced', flag, true),
          qgsSocketPath: field('qgsSocketPath', text, '/var/run/tdx-qgs/qgs.socket'),
        })),
      ),
    })),
  ),
}));
