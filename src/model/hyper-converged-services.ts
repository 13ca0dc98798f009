import {
  CERTIFICATES,
  type CertificateConfig,
  EXAMPLE_BINDINGS,
  INSTANCETYPE_POLICY,
  type InstancetypePolicy,
  type NetworkBindingPlugin,
  networkBindings,
  RESOURCE_QUANTITIES,
  type ResourceQuantities,
  SWITCHED,
  type Switched,
} from './cluster-settings';
import {
  APPLICATION_AWARE,
  type ApplicationAwareConfig,
  FILESYSTEM_OVERHEAD,
  type FilesystemOverhead,
  type HyperConvergedContext,
  inVersions,
  LOG_VERBOSITY_CONFIG,
  type LogVerbosityConfig,
  MAC_POOL,
  type MacPool,
  STORAGE_IMPORT,
  type StorageImport,
  TLS_PROFILE,
  type TlsSecurityProfile,
} from './hyper-converged-parts';
import { field, group, type Rows } from './rows/row';
import { flag, known, text } from './rows/shapes';

/** What HyperConverged is told of storage, networks, certificates and its own components. */
export interface HyperConvergedServices {
  /**
   * Storage class of what guests keep of their TPM and firmware.
   *
   * @default - the cluster's default
   */
  readonly vmStateStorageClass?: string;

  /**
   * Storage class of the space that imports need for a while.
   *
   * @default - that of the volume
   */
  readonly scratchSpaceStorageClass?: string;

  /**
   * How volumes are imported.
   *
   * @default - CDI's
   */
  readonly storageImport?: StorageImport;

  /**
   * Part of a volume that its file system takes.
   *
   * @default - CDI's
   */
  readonly filesystemOverhead?: FilesystemOverhead;

  /**
   * Resources of the pods of CDI that fill volumes.
   *
   * @default - CDI's
   */
  readonly workloadResourceRequirements?: ResourceQuantities;

  /**
   * How long certificates are valid.
   *
   * @default - HyperConverged's: 48 hours of authorities, 24 of servers
   */
  readonly certConfig?: CertificateConfig;

  /**
   * How components talk to each other.
   *
   * @default - that of the cluster on OpenShift, `Intermediate` elsewhere
   */
  readonly tlsSecurityProfile?: TlsSecurityProfile;

  /**
   * MAC addresses that interfaces of guests get.
   *
   * @default - made up when it is installed
   */
  readonly kubeMacPoolConfiguration?: MacPool;

  /**
   * Address of the name server for second networks of guests.
   *
   * @default - none
   */
  readonly kubeSecondaryDNSNameServerIP?: string;

  /**
   * Plugins that connect interfaces of guests, by the name that VMs call them.
   *
   * @default - none
   */
  readonly networkBinding?: Readonly<Record<string, NetworkBindingPlugin>>;

  /**
   * Whether quotas count guests instead of their pods.
   *
   * @default false
   */
  readonly enableApplicationAwareQuota?: boolean;

  /**
   * What such quotas count, and where.
   *
   * @default - HyperConverged's
   */
  readonly applicationAwareConfig?: ApplicationAwareConfig;

  /**
   * Whether the proxy is deployed by which consoles of guests are reached from outside.
   *
   * @default false
   */
  readonly deployVmConsoleProxy?: boolean;

  /**
   * How much components log.
   *
   * @default - theirs
   */
  readonly logVerbosityConfig?: LogVerbosityConfig;

  /**
   * What happens to virtual machines when this resource is deleted.
   *
   * @default 'BlockUninstallIfWorkloadsExist'
   */
  readonly uninstallStrategy?: 'RemoveWorkloads' | 'BlockUninstallIfWorkloadsExist';

  /**
   * Namespace of the templates of OpenShift.
   *
   * @default - SSP's: `openshift`
   */
  readonly commonTemplatesNamespace?: string;

  /**
   * The instancetypes and preferences that KubeVirt brings along.
   *
   * @default - KubeVirt's: deployed
   */
  readonly commonInstancetypesDeployment?: Switched;

  /**
   * What VMs keep of an instancetype or preference.
   *
   * @default - KubeVirt's: a reference
   */
  readonly instancetypeConfig?: InstancetypePolicy;
}

export const HYPER_CONVERGED_SERVICES_ROWS: Rows<HyperConvergedServices, HyperConvergedContext> = {
  vmStateStorageClass: inVersions('vmStateStorageClass', 'storage.vmStateStorageClass', (path) =>
    field(path, text, 'shared'),
  ),
  scratchSpaceStorageClass: inVersions('scratchSpaceStorageClass', 'storage.scratchSpaceStorageClass', (path) =>
    field(path, text, 'fast'),
  ),
  storageImport: inVersions('storageImport', 'storage.storageImport', (path) => group(path, STORAGE_IMPORT)),
  filesystemOverhead: inVersions('filesystemOverhead', 'storage.filesystemOverhead', (path) =>
    group(path, FILESYSTEM_OVERHEAD),
  ),
  workloadResourceRequirements: inVersions(
    'resourceRequirements.storageWorkloads',
    'storage.workloadResourceRequirements',
    (path) => group(path, RESOURCE_QUANTITIES),
  ),
  certConfig: inVersions('certConfig', 'security.certConfig', (path) => group(path, CERTIFICATES)),
  tlsSecurityProfile: inVersions('tlsSecurityProfile', 'security.tlsSecurityProfile', (path) =>
    group(path, TLS_PROFILE),
  ),
  kubeMacPoolConfiguration: inVersions('kubeMacPoolConfiguration', 'networking.kubeMacPoolConfiguration', (path) =>
    group(path, MAC_POOL),
  ),
  kubeSecondaryDNSNameServerIP: inVersions(
    'kubeSecondaryDNSNameServerIP',
    'networking.kubeSecondaryDNSNameServerIP',
    (path) => field(path, text, '192.0.2.53'),
  ),
  networkBinding: inVersions('networkBinding', 'networking.networkBinding', (path) =>
    field(path, networkBindings, EXAMPLE_BINDINGS),
  ),
  enableApplicationAwareQuota: inVersions(
    'enableApplicationAwareQuota',
    'deployment.applicationAwareConfig.enable',
    (path) => field(path, flag, true),
  ),
  applicationAwareConfig: inVersions('applicationAwareConfig', 'deployment.applicationAwareConfig', (path) =>
    group(path, APPLICATION_AWARE),
  ),
  deployVmConsoleProxy: inVersions('deployVmConsoleProxy', 'deployment.deployVmConsoleProxy', (path) =>
    field(path, flag, true),
  ),
  logVerbosityConfig: inVersions('logVerbosityConfig', 'deployment.logVerbosityConfig', (path) =>
    group(path, LOG_VERBOSITY_CONFIG),
  ),
  uninstallStrategy: inVersions('uninstallStrategy', 'deployment.uninstallStrategy', (path) =>
    field(path, known('RemoveWorkloads', 'BlockUninstallIfWorkloadsExist'), 'RemoveWorkloads'),
  ),
  commonTemplatesNamespace: inVersions('commonTemplatesNamespace', 'workloadSources.commonTemplatesNamespace', (path) =>
    field(path, text, 'templates'),
  ),
  commonInstancetypesDeployment: inVersions(
    'CommonInstancetypesDeployment',
    'workloadSources.commonInstancetypesDeployment',
    (path) => group(path, SWITCHED),
  ),
  instancetypeConfig: inVersions('instancetypeConfig', 'workloadSources.instancetypeConfig', (path) =>
    group(path, INSTANCETYPE_POLICY),
  ),
};
