import { LOG_VERBOSITY, type LogVerbosity } from './cluster-settings';
import {
  CERTIFICATE_ROTATE_STRATEGY,
  type CertificateRotateStrategy,
  type NamedSecret,
  SECCOMP,
  SECRET_NAME,
  type SeccompConfiguration,
  SUPPORT_CONTAINER,
  type SupportContainer,
  TLS,
  type TlsConfiguration,
} from './kubevirt-configuration';
import { field, group, items, type Rows, required, table } from './rows/row';
import { count, flag, int, known, text, textMap } from './rows/shapes';

/** How KubeVirt itself runs: its images, certificates, logs and the pods of guests. */
export interface KubeVirtOperation {
  /**
   * Runtime class of launchers.
   *
   * @default - the cluster's default
   */
  readonly defaultRuntimeClass?: string;

  /**
   * Which calls of the kernel launchers may make.
   *
   * @default - those of the container runtime
   */
  readonly seccompConfiguration?: SeccompConfiguration;

  /**
   * SELinux type of launchers.
   *
   * @default - the container runtime's
   */
  readonly selinuxLauncherType?: string;

  /**
   * How components talk to each other.
   *
   * @default - KubeVirt's
   */
  readonly tlsConfiguration?: TlsConfiguration;

  /**
   * How long certificates are valid.
   *
   * @default - KubeVirt's
   */
  readonly certificateRotateStrategy?: CertificateRotateStrategy;

  /**
   * Whether the roles of KubeVirt are added to those that namespaces have by default.
   *
   * @default 'AggregateToDefault'
   */
  readonly roleAggregationStrategy?: 'AggregateToDefault' | 'Manual';

  /**
   * Resources of containers beside guests.
   *
   * @default - KubeVirt's
   */
  readonly supportContainerResources?: readonly SupportContainer[];

  /**
   * How much components log, from 0 to 9.
   *
   * @default - KubeVirt's: 2
   */
  readonly logVerbosity?: LogVerbosity;

  /**
   * Whether guests run without hardware that helps: for tests only.
   *
   * @default false
   */
  readonly useEmulation?: boolean;

  /**
   * Labels of the nodes that guests run on.
   *
   * @default - any
   */
  readonly nodeSelectors?: Readonly<Record<string, string>>;

  /**
   * Percent that a volume may be smaller than was asked for.
   *
   * @default 10
   */
  readonly pvcTolerateLessSpaceUpToPercent?: number;

  /**
   * Bytes of a volume that are kept free.
   *
   * @default - KubeVirt's
   */
  readonly minimumReservePVCBytes?: number;

  /**
   * Registry of KubeVirt's images.
   *
   * @default - that of the operator
   */
  readonly imageRegistry?: string;

  /**
   * Tag of KubeVirt's images.
   *
   * @default - that of the operator
   */
  readonly imageTag?: string;

  /**
   * Secrets by which KubeVirt's images are pulled.
   *
   * @default - none
   */
  readonly imagePullSecrets?: readonly NamedSecret[];

  /**
   * Namespace of Prometheus.
   *
   * @default - KubeVirt's
   */
  readonly monitorNamespace?: string;

  /**
   * Service account of Prometheus.
   *
   * @default - KubeVirt's
   */
  readonly monitorAccount?: string;

  /**
   * Namespace of the ServiceMonitor.
   *
   * @default - as `monitorNamespace`
   */
  readonly serviceMonitorNamespace?: string;

  /**
   * Name of the product that KubeVirt is a part of, in labels of its objects.
   *
   * @default - none
   */
  readonly productName?: string;

  /**
   * Version of that product.
   *
   * @default - none
   */
  readonly productVersion?: string;

  /**
   * Component of that product.
   *
   * @default - none
   */
  readonly productComponent?: string;

  /**
   * Port at which other clusters migrate guests to this one.
   *
   * @default - KubeVirt's
   */
  readonly synchronizationPort?: string;

  /**
   * What happens to virtual machines when this resource is deleted.
   *
   * @default - KubeVirt's: `RemoveWorkloads`
   */
  readonly uninstallStrategy?: 'RemoveWorkloads' | 'BlockUninstallIfWorkloadsExist';

  /**
   * How many guests are evicted at a time after an update, with the method `Evict`.
   *
   * @default 10
   */
  readonly batchEvictionSize?: number;

  /**
   * How long to wait between such batches, as `1m0s`.
   *
   * @default '1m0s'
   */
  readonly batchEvictionInterval?: string;

  /**
   * What virt-operator changes of the objects of KubeVirt's own components.
   *
   * @default - nothing
   */
  readonly customizeComponents?: CustomizeComponents;

  /**
   * How many requests components send to the API server: what a cluster of some thousand guests raises.
   *
   * @default - KubeVirt's: 200 a second and 400 at once, of virt-handler 50 and 100
   */
  readonly rateLimits?: RateLimits;
}

/** Changes of KubeVirt's own components. */
export interface CustomizeComponents {
  /** Patches of their objects, in this order. */
  readonly patches?: readonly ComponentPatch[];
  /** Flags of their commands. */
  readonly flags?: ComponentFlags;
}

/** A patch of an object of KubeVirt's own components. */
export interface ComponentPatch {
  /** Kind of the object, as `Deployment`; `*` stands for any. */
  readonly resourceType: string;
  /** Its name, as `virt-controller`; `*` stands for any. */
  readonly resourceName: string;
  /** How the patch is written. */
  readonly type: 'json' | 'merge' | 'strategic';
  /** The patch, as JSON. */
  readonly patch: string;
}

/** Flags of the commands of KubeVirt's own components, by their names without dashes. */
interface ComponentFlags {
  /** Those of virt-api. */
  readonly api?: Readonly<Record<string, string>>;
  /** Those of virt-controller. */
  readonly controller?: Readonly<Record<string, string>>;
  /** Those of virt-handler. */
  readonly handler?: Readonly<Record<string, string>>;
}

/** How many requests each component sends to the API server. */
interface RateLimits {
  /** Those of virt-api. */
  readonly api?: RateLimit;
  /** Those of virt-controller. */
  readonly controller?: RateLimit;
  /** Those of virt-handler. */
  readonly handler?: RateLimit;
  /** Those of the webhooks of virt-api. */
  readonly webhook?: RateLimit;
}

/** How many requests one component sends. */
interface RateLimit {
  /** Requests a second. */
  readonly qps: number;
  /** Requests at once, after a while without any. */
  readonly burst: number;
}

const CUSTOMIZE_COMPONENTS = table<CustomizeComponents>('CustomizeComponents', () => ({
  patches: items(
    'patches',
    table<ComponentPatch>('ComponentPatch', () => ({
      resourceType: required(field('resourceType', text, 'Deployment')),
      resourceName: required(field('resourceName', text, 'virt-controller')),
      type: required(field('type', known('json', 'merge', 'strategic'), 'strategic')),
      patch: required(field('patch', text, '{"metadata":{"labels":{"team":"vms"}}}')),
    })),
  ),
  flags: group(
    'flags',
    table<ComponentFlags>('ComponentFlags', () => ({
      api: field('api', textMap, { v: '3' }),
      controller: field('controller', textMap, { v: '3' }),
      handler: field('handler', textMap, { v: '3' }),
    })),
  ),
}));

const RATE_LIMIT = table<RateLimit>('RateLimit', () => ({
  qps: required(field('qps', count, 400)),
  burst: required(field('burst', count, 800)),
}));

const limitOf = (component: string) =>
  group(`${component}Configuration.restClient.rateLimiter.tokenBucketRateLimiter`, RATE_LIMIT);

const RATE_LIMITS = table<RateLimits>('RateLimits', () => ({
  api: limitOf('api'),
  controller: limitOf('controller'),
  handler: limitOf('handler'),
  webhook: limitOf('webhook'),
}));

export const KUBEVIRT_OPERATION_ROWS: Rows<KubeVirtOperation, unknown> = {
  defaultRuntimeClass: field('spec.configuration.defaultRuntimeClass', text, 'kata'),
  seccompConfiguration: group('spec.configuration.seccompConfiguration', SECCOMP),
  selinuxLauncherType: field('spec.configuration.selinuxLauncherType', text, 'virt_launcher.process'),
  tlsConfiguration: group('spec.configuration.tlsConfiguration', TLS),
  certificateRotateStrategy: group('spec.certificateRotateStrategy', CERTIFICATE_ROTATE_STRATEGY),
  roleAggregationStrategy: field(
    'spec.configuration.roleAggregationStrategy',
    known('AggregateToDefault', 'Manual'),
    'Manual',
  ),
  supportContainerResources: items('spec.configuration.supportContainerResources', SUPPORT_CONTAINER),
  logVerbosity: group('spec.configuration.developerConfiguration.logVerbosity', LOG_VERBOSITY),
  useEmulation: field('spec.configuration.developerConfiguration.useEmulation', flag, true),
  nodeSelectors: field('spec.configuration.developerConfiguration.nodeSelectors', textMap, { vms: 'yes' }),
  pvcTolerateLessSpaceUpToPercent: field(
    'spec.configuration.developerConfiguration.pvcTolerateLessSpaceUpToPercent',
    int,
    5,
  ),
  minimumReservePVCBytes: field('spec.configuration.developerConfiguration.minimumReservePVCBytes', int, 131072),
  imageRegistry: field('spec.imageRegistry', text, 'registry.example.org/kubevirt'),
  imageTag: field('spec.imageTag', text, 'v1.9.0'),
  imagePullSecrets: items('spec.imagePullSecrets', SECRET_NAME),
  monitorNamespace: field('spec.monitorNamespace', text, 'monitoring'),
  monitorAccount: field('spec.monitorAccount', text, 'prometheus'),
  serviceMonitorNamespace: field('spec.serviceMonitorNamespace', text, 'monitoring'),
  productName: field('spec.productName', text, 'cloud'),
  productVersion: field('spec.productVersion', text, '7'),
  productComponent: field('spec.productComponent', text, 'vms'),
  synchronizationPort: field('spec.synchronizationPort', text, '9185'),
  uninstallStrategy: field(
    'spec.uninstallStrategy',
    known('RemoveWorkloads', 'BlockUninstallIfWorkloadsExist'),
    'BlockUninstallIfWorkloadsExist',
  ),
  batchEvictionSize: field('spec.workloadUpdateStrategy.batchEvictionSize', count, 5),
  batchEvictionInterval: field('spec.workloadUpdateStrategy.batchEvictionInterval', text, '2m0s'),
  customizeComponents: group('spec.customizeComponents', CUSTOMIZE_COMPONENTS),
  rateLimits: group('spec.configuration', RATE_LIMITS),
};
