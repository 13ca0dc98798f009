// Written by polyvirt import. Change the CRDs and import them again, not this file.
//   hyperconvergeds.hco.kubevirt.io: hco.kubevirt.io/v1 HyperConverged, release 1.19
//   hyperconvergeds.hco.kubevirt.io: hco.kubevirt.io/v1beta1 HyperConverged, release 1.19

export interface ObjectMeta {
  name?: string;
  generateName?: string;
  namespace?: string;
  labels?: { [key: string]: string };
  annotations?: { [key: string]: string };
  finalizers?: string[];
  [key: string]: unknown;
}

export interface HyperConverged {
  apiVersion: 'hco.kubevirt.io/v1';
  kind: 'HyperConverged';
  metadata: ObjectMeta;
  spec?: HyperConvergedSpec;
}

export interface HyperConvergedV1beta1 {
  apiVersion: 'hco.kubevirt.io/v1beta1';
  kind: 'HyperConverged';
  metadata: ObjectMeta;
  spec?: HyperConvergedV1beta1Spec;
}

export interface Affinity {
  nodeAffinity?: NodeAffinity;
  podAffinity?: PodAffinity;
  podAntiAffinity?: PodAffinity;
}

export interface Ca {
  duration?: string;
  renewBefore?: string;
}

export interface CertConfig {
  ca?: Ca;
  server?: Ca;
}

export interface ChangedBlockTrackingLabelSelectors {
  namespaceLabelSelector?: NamespaceSelector;
  virtualMachineLabelSelector?: NamespaceSelector;
}

export interface Checkpoint {
  current: string;
  previous: string;
}

export interface Claim {
  name: string;
  request?: string;
}

export interface CommonInstancetypesDeployment {
  enabled?: boolean | null;
}

export interface Condition {
  lastHeartbeatTime?: string;
  lastTransitionTime?: string;
  message?: string;
  reason?: string;
  status: string;
  type: string;
}

export interface Custom {
  ciphers?: string[];
  minTLSVersion?: 'VersionTLS10' | 'VersionTLS11' | 'VersionTLS12' | 'VersionTLS13';
}

export interface DataImportCronTemplate {
  metadata?: DataImportCronTemplateMetadata;
  spec?: DataImportCronTemplateSpec;
}

export interface DataImportCronTemplateMetadata {
  annotations?: { [key: string]: string };
  finalizers?: string[];
  labels?: { [key: string]: string };
  name?: string;
  namespace?: string;
}

export interface DataImportCronTemplateSpec {
  garbageCollect?: string;
  importsToKeep?: number;
  managedDataSource: string;
  retentionPolicy?: string;
  schedule: string;
  serviceAccountName?: string;
  template: DataImportCronTemplateTemplate;
}

export interface DataImportCronTemplateTemplate {
  apiVersion?: string;
  kind?: string;
  metadata?: DataImportCronTemplateMetadata;
  spec: DataImportCronTemplateTemplateSpec;
  status?: DataImportCronTemplateTemplateStatus;
}

export interface DataImportCronTemplateTemplatePvc {
  accessModes?: string[];
  dataSource?: DataSource;
  dataSourceRef?: DataSourceRef;
  resources?: Resources;
  selector?: NamespaceSelector;
  storageClassName?: string;
  volumeAttributesClassName?: string;
  volumeMode?: string;
  volumeName?: string;
}

export interface DataImportCronTemplateTemplateSpec {
  checkpoints?: Checkpoint[];
  contentType?: 'archive' | 'kubevirt';
  finalCheckpoint?: boolean;
  preallocation?: boolean;
  priorityClassName?: string;
  pvc?: DataImportCronTemplateTemplatePvc;
  serviceAccountName?: string;
  source?: Source;
  sourceRef?: SourceRef;
  storage?: DataImportCronTemplateTemplateStorage;
}

export interface DataImportCronTemplateTemplateStatus {
  claimName?: string;
  conditions?: Condition[];
  phase?: string;
  progress?: string;
  restartCount?: number;
}

export interface DataImportCronTemplateTemplateStorage {
  accessModes?: string[];
  dataSource?: DataSource;
  dataSourceRef?: DataSourceRef;
  resources?: Resources;
  selector?: NamespaceSelector;
  storageClassName?: string;
  volumeMode?: string;
  volumeName?: string;
}

export interface DataSource {
  apiGroup?: string;
  kind: string;
  name: string;
}

export interface DataSourceRef {
  apiGroup?: string;
  kind: string;
  name: string;
  namespace?: string;
}

export interface Deployment {
  applicationAwareConfig?: DeploymentApplicationAwareConfig;
  deployNetworkResourcesInjector?: boolean;
  deployVmConsoleProxy?: boolean;
  logVerbosityConfig?: LogVerbosityConfig;
  nodePlacements?: NodePlacements;
  uninstallStrategy?: 'BlockUninstallIfWorkloadsExist' | 'RemoveWorkloads';
}

export interface DeploymentApplicationAwareConfig {
  allowApplicationAwareClusterResourceQuota?: boolean;
  enable?: boolean;
  namespaceSelector?: NamespaceSelector;
  vmiCalcConfigName?: 'DedicatedVirtualResources' | 'GuestEffectiveResources' | 'IgnoreVmiCalculator' | 'VirtualResources' | 'VmiPodUsage';
}

export interface FeatureGate {
  name: string;
  state?: 'Disabled' | 'Enabled';
}

export interface FeatureGates {
  alignCPUs?: boolean;
  autoResourceLimits?: boolean;
  containerPathVolumes?: boolean;
  decentralizedLiveMigration?: boolean;
  declarativeHotplugVolumes?: boolean;
  deployKubeSecondaryDNS?: boolean;
  deployKubevirtIpamController?: boolean;
  deployTektonTaskResources?: boolean;
  deployVmConsoleProxy?: boolean;
  disableMDevConfiguration?: boolean;
  downwardMetrics?: boolean;
  enableApplicationAwareQuota?: boolean;
  enableCommonBootImageImport?: boolean;
  enableManagedTenantQuota?: boolean;
  enableMultiArchBootImageImport?: boolean;
  incrementalBackup?: boolean;
  nonRoot?: boolean;
  objectGraph?: boolean;
  persistentReservation?: boolean;
  primaryUserDefinedNetworkBinding?: boolean;
  videoConfig?: boolean;
  withHostPassthroughCPU?: boolean;
}

export interface FilesystemOverhead {
  global?: string;
  storageClass?: { [key: string]: string };
}

export interface Gcs {
  secretRef?: string;
  url: string;
}

export interface HigherWorkloadDensity {
  memoryOvercommitPercentage?: number;
}

export interface Http {
  certConfigMap?: string;
  checksum?: string;
  extraHeaders?: string[];
  insecureSkipVerify?: boolean;
  secretExtraHeaders?: string[];
  secretRef?: string;
  url: string;
}

export interface HyperConvergedSpec {
  deployment?: Deployment;
  featureGates?: FeatureGate[];
  networking?: Networking;
  observability?: Observability;
  security?: Security;
  storage?: HyperConvergedStorage;
  virtualization?: Virtualization;
  workloadSources?: WorkloadSources;
}

export interface HyperConvergedStorage {
  filesystemOverhead?: FilesystemOverhead;
  persistentReservationConfiguration?: PersistentReservationConfiguration;
  scratchSpaceStorageClass?: string;
  storageImport?: StorageImport;
  vmStateStorageClass?: string;
  workloadResourceRequirements?: WorkloadResourceRequirements;
}

export interface HyperConvergedV1beta1ApplicationAwareConfig {
  allowApplicationAwareClusterResourceQuota?: boolean;
  namespaceSelector?: NamespaceSelector;
  vmiCalcConfigName?: 'DedicatedVirtualResources' | 'GuestEffectiveResources' | 'IgnoreVmiCalculator' | 'VirtualResources' | 'VmiPodUsage';
}

export interface HyperConvergedV1beta1MediatedDevicesConfiguration {
  mediatedDeviceTypes?: string[];
  mediatedDevicesTypes?: string[];
  nodeMediatedDeviceTypes?: HyperConvergedV1beta1MediatedDevicesConfigurationNodeMediatedDeviceType[];
}

export interface HyperConvergedV1beta1MediatedDevicesConfigurationNodeMediatedDeviceType {
  mediatedDeviceTypes?: string[];
  mediatedDevicesTypes?: string[];
  nodeSelector: { [key: string]: string };
}

export interface HyperConvergedV1beta1Spec {
  CommonInstancetypesDeployment?: CommonInstancetypesDeployment;
  applicationAwareConfig?: HyperConvergedV1beta1ApplicationAwareConfig;
  certConfig?: CertConfig;
  changedBlockTrackingLabelSelectors?: ChangedBlockTrackingLabelSelectors;
  commonBootImageNamespace?: string;
  commonTemplatesNamespace?: string;
  dataImportCronTemplates?: DataImportCronTemplate[];
  defaultCPUModel?: string;
  defaultRuntimeClass?: string;
  deployVmConsoleProxy?: boolean;
  enableApplicationAwareQuota?: boolean;
  enableCommonBootImageImport?: boolean;
  evictionStrategy?: 'External' | 'LiveMigrate' | 'LiveMigrateIfPossible' | 'None';
  featureGates?: FeatureGates;
  filesystemOverhead?: FilesystemOverhead;
  higherWorkloadDensity?: HigherWorkloadDensity;
  hypervisors?: Hypervisor[];
  infra?: Infra;
  instancetypeConfig?: InstancetypeConfig;
  ksmConfiguration?: KsmConfiguration;
  kubeMacPoolConfiguration?: KubeMacPoolConfiguration;
  kubeSecondaryDNSNameServerIP?: string;
  liveMigrationConfig?: LiveMigrationConfig;
  liveUpdateConfiguration?: LiveUpdateConfiguration;
  localStorageClassName?: string;
  logVerbosityConfig?: LogVerbosityConfig;
  mediatedDevicesConfiguration?: HyperConvergedV1beta1MediatedDevicesConfiguration;
  networkBinding?: { [key: string]: NetworkBinding };
  obsoleteCPUs?: ObsoleteCPUs;
  permittedHostDevices?: PermittedHostDevices;
  resourceRequirements?: ResourceRequirements;
  roleAggregationStrategy?: 'AggregateToDefault' | 'Manual';
  scratchSpaceStorageClass?: string;
  storageImport?: StorageImport;
  tektonPipelinesNamespace?: string;
  tektonTasksNamespace?: string;
  tlsSecurityProfile?: TlsSecurityProfile;
  tuningPolicy?: 'annotation' | 'highBurst';
  uninstallStrategy?: 'BlockUninstallIfWorkloadsExist' | 'RemoveWorkloads';
  vddkInitImage?: string;
  virtualMachineOptions?: HyperConvergedV1beta1VirtualMachineOptions;
  vmStateStorageClass?: string;
  workloadUpdateStrategy?: WorkloadUpdateStrategy;
  workloads?: Infra;
}

export interface HyperConvergedV1beta1VirtualMachineOptions {
  disableFreePageReporting?: boolean;
  disableSerialConsoleLog?: boolean;
}

export interface Hypervisor {
  name?: 'hyperv-direct' | 'kvm';
}

export interface Imageio {
  certConfigMap?: string;
  diskId: string;
  insecureSkipVerify?: boolean;
  secretRef?: string;
  url: string;
}

export interface Infra {
  nodePlacement?: NodePlacement;
}

export interface InstancetypeConfig {
  referencePolicy?: 'expand' | 'expandAll' | 'reference' | null;
}

export interface KsmConfiguration {
  nodeLabelSelector?: NamespaceSelector;
}

export interface KubeMacPoolConfiguration {
  rangeEnd?: string;
  rangeStart?: string;
}

export interface Kubevirt {
  nodeVerbosity?: { [key: string]: number };
  virtAPI?: number;
  virtController?: number;
  virtHandler?: number;
  virtLauncher?: number;
  virtOperator?: number;
  virtSynchronizationController?: number;
}

export interface LiveMigrationConfig {
  allowAutoConverge?: boolean;
  allowPostCopy?: boolean;
  allowWorkloadDisruption?: boolean;
  bandwidthPerMigration?: string;
  completionTimeoutPerGiB?: number;
  network?: string;
  parallelMigrationsPerCluster?: number;
  parallelOutboundMigrationsPerNode?: number;
  progressTimeout?: number;
}

export interface LiveUpdateConfiguration {
  maxCpuSockets?: number;
  maxGuest?: string | number;
  maxHotplugRatio?: number;
}

export interface LogVerbosityConfig {
  cdi?: number;
  kubevirt?: Kubevirt;
}

export interface MatchExpression {
  key: string;
  operator: string;
  values?: string[];
}

export interface MediatedDevice {
  disabled?: boolean;
  externalResourceProvider?: boolean;
  mdevNameSelector: string;
  resourceName: string;
}

export interface Migration {
  method?: string;
}

export interface NamespaceSelector {
  matchExpressions?: MatchExpression[];
  matchLabels?: { [key: string]: string };
}

export interface NetworkBinding {
  computeResourceOverhead?: Resources;
  domainAttachmentType?: string;
  downwardAPI?: string;
  migration?: Migration;
  networkAttachmentDefinition?: string;
  sidecarImage?: string;
}

export interface Networking {
  kubeMacPoolConfiguration?: KubeMacPoolConfiguration;
  kubeSecondaryDNSNameServerIP?: string;
  networkBinding?: { [key: string]: NetworkBinding };
}

export interface NodeAffinity {
  preferredDuringSchedulingIgnoredDuringExecution?: NodeAffinityPreferredDuringSchedulingIgnoredDuringExecution[];
  requiredDuringSchedulingIgnoredDuringExecution?: NodeAffinityRequiredDuringSchedulingIgnoredDuringExecution;
}

export interface NodeAffinityPreferredDuringSchedulingIgnoredDuringExecution {
  preference: Preference;
  weight: number;
}

export interface NodeAffinityRequiredDuringSchedulingIgnoredDuringExecution {
  nodeSelectorTerms: Preference[];
}

export interface NodePlacement {
  affinity?: Affinity;
  nodeSelector?: { [key: string]: string };
  tolerations?: Toleration[];
}

export interface NodePlacements {
  infra?: NodePlacement;
  workload?: NodePlacement;
}

export interface Observability {
  allowedAlerts?: string[];
  allowedRecordingRules?: string[];
  workloads?: Workloads;
}

export interface ObsoleteCPUs {
  cpuModels?: string[];
  minCPUModel?: string;
}

export interface PciHostDevice {
  disabled?: boolean;
  externalResourceProvider?: boolean;
  pciDeviceSelector: string;
  resourceName: string;
}

export interface PermittedHostDevices {
  mediatedDevices?: MediatedDevice[];
  pciHostDevices?: PciHostDevice[];
  usbHostDevices?: UsbHostDevice[];
}

export interface PersistentReservationConfiguration {
  enabled?: boolean;
}

export interface Platform {
  architecture?: string;
}

export interface PodAffinity {
  preferredDuringSchedulingIgnoredDuringExecution?: PodAffinityPreferredDuringSchedulingIgnoredDuringExecution[];
  requiredDuringSchedulingIgnoredDuringExecution?: PodAffinityRequiredDuringSchedulingIgnoredDuringExecution[];
}

export interface PodAffinityPreferredDuringSchedulingIgnoredDuringExecution {
  podAffinityTerm: PodAffinityRequiredDuringSchedulingIgnoredDuringExecution;
  weight: number;
}

export interface PodAffinityRequiredDuringSchedulingIgnoredDuringExecution {
  labelSelector?: NamespaceSelector;
  matchLabelKeys?: string[];
  mismatchLabelKeys?: string[];
  namespaceSelector?: NamespaceSelector;
  namespaces?: string[];
  topologyKey: string;
}

export interface Preference {
  matchExpressions?: MatchExpression[];
  matchFields?: MatchExpression[];
}

export interface Registry {
  certConfigMap?: string;
  imageStream?: string;
  platform?: Platform;
  pullMethod?: string;
  secretRef?: string;
  url?: string;
}

export interface ResourceRequirements {
  autoCPULimitNamespaceLabelSelector?: NamespaceSelector;
  storageWorkloads?: WorkloadResourceRequirements;
  vmiCPUAllocationRatio?: number;
}

export interface Resources {
  limits?: { [key: string]: string | number };
  requests?: { [key: string]: string | number };
}

export interface S3 {
  certConfigMap?: string;
  secretRef?: string;
  url: string;
}

export interface Security {
  certConfig?: CertConfig;
  tlsSecurityProfile?: TlsSecurityProfile;
}

export interface Selector {
  product: string;
  vendor: string;
}

export interface Source {
  blank?: { [key: string]: never };
  gcs?: Gcs;
  http?: Http;
  imageio?: Imageio;
  pvc?: SourcePvc;
  registry?: Registry;
  s3?: S3;
  snapshot?: SourcePvc;
  upload?: { [key: string]: never };
  vddk?: Vddk;
}

export interface SourcePvc {
  name: string;
  namespace: string;
}

export interface SourceRef {
  kind: string;
  name: string;
  namespace?: string;
}

export interface StorageImport {
  insecureRegistries?: string[];
}

export interface TlsSecurityProfile {
  custom?: Custom | null;
  intermediate?: { [key: string]: never } | null;
  modern?: { [key: string]: never } | null;
  old?: { [key: string]: never } | null;
  type?: 'Custom' | 'Intermediate' | 'Modern' | 'Old';
}

export interface Toleration {
  effect?: string;
  key?: string;
  operator?: string;
  tolerationSeconds?: number;
  value?: string;
}

export interface UsbHostDevice {
  disabled?: boolean;
  externalResourceProvider?: boolean;
  resourceName: string;
  selectors?: Selector[];
}

export interface Vddk {
  backingFile?: string;
  certConfigMap?: string;
  extraArgs?: string;
  initImageURL?: string;
  secretRef?: string;
  thumbprint?: string;
  url?: string;
  uuid?: string;
}

export interface Virtualization {
  autoCPULimitNamespaceLabelSelector?: NamespaceSelector;
  changedBlockTrackingLabelSelectors?: ChangedBlockTrackingLabelSelectors;
  evictionStrategy?: 'External' | 'LiveMigrate' | 'LiveMigrateIfPossible' | 'None';
  higherWorkloadDensity?: HigherWorkloadDensity;
  hypervisors?: Hypervisor[];
  ksmConfiguration?: KsmConfiguration;
  liveMigrationConfig?: LiveMigrationConfig;
  liveUpdateConfiguration?: LiveUpdateConfiguration;
  mediatedDevicesConfiguration?: VirtualizationMediatedDevicesConfiguration;
  obsoleteCPUModels?: string[];
  permittedHostDevices?: PermittedHostDevices;
  roleAggregationStrategy?: 'AggregateToDefault' | 'Manual';
  tuningPolicy?: 'annotation' | 'highBurst';
  virtualMachineOptions?: VirtualizationVirtualMachineOptions;
  vmiCPUAllocationRatio?: number;
  workloadUpdateStrategy?: WorkloadUpdateStrategy;
}

export interface VirtualizationMediatedDevicesConfiguration {
  enabled?: boolean;
  mediatedDeviceTypes?: string[];
  nodeMediatedDeviceTypes?: VirtualizationMediatedDevicesConfigurationNodeMediatedDeviceType[];
}

export interface VirtualizationMediatedDevicesConfigurationNodeMediatedDeviceType {
  mediatedDeviceTypes?: string[];
  nodeSelector: { [key: string]: string };
}

export interface VirtualizationVirtualMachineOptions {
  defaultCPUModel?: string;
  defaultRuntimeClass?: string;
  disableFreePageReporting?: boolean;
  disableSerialConsoleLog?: boolean;
}

export interface WorkloadResourceRequirements {
  claims?: Claim[];
  limits?: { [key: string]: string | number };
  requests?: { [key: string]: string | number };
}

export interface WorkloadSources {
  commonBootImageNamespace?: string;
  commonInstancetypesDeployment?: CommonInstancetypesDeployment;
  commonTemplatesNamespace?: string;
  dataImportCronTemplates?: DataImportCronTemplate[];
  enableCommonBootImageImport?: boolean;
  enableMultiArchBootImageImport?: boolean;
  instancetypeConfig?: InstancetypeConfig;
}

export interface WorkloadUpdateStrategy {
  batchEvictionInterval?: string;
  batchEvictionSize?: number;
  workloadUpdateMethods?: string[];
}

export interface Workloads {
  allowedMetrics?: string[];
}
