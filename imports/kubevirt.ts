// Written by polyvirt import. Change the CRDs and import them again, not this file.
//   virtualmachinebackups.backup.kubevirt.io: backup.kubevirt.io/v1alpha1 VirtualMachineBackup, release 1.9
//   virtualmachinebackuptrackers.backup.kubevirt.io: backup.kubevirt.io/v1alpha1 VirtualMachineBackupTracker, release 1.9
//   virtualmachineclones.clone.kubevirt.io: clone.kubevirt.io/v1alpha1 VirtualMachineClone, release 1.9
//   virtualmachineclones.clone.kubevirt.io: clone.kubevirt.io/v1beta1 VirtualMachineClone, release 1.9
//   virtualmachineexports.export.kubevirt.io: export.kubevirt.io/v1 VirtualMachineExport, release 1.9
//   virtualmachineexports.export.kubevirt.io: export.kubevirt.io/v1beta1 VirtualMachineExport, release 1.9
//   virtualmachineclusterinstancetypes.instancetype.kubevirt.io: instancetype.kubevirt.io/v1beta1 VirtualMachineClusterInstancetype, release 1.9
//   virtualmachineclusterpreferences.instancetype.kubevirt.io: instancetype.kubevirt.io/v1beta1 VirtualMachineClusterPreference, release 1.9
//   virtualmachineinstancetypes.instancetype.kubevirt.io: instancetype.kubevirt.io/v1beta1 VirtualMachineInstancetype, release 1.9
//   virtualmachinepreferences.instancetype.kubevirt.io: instancetype.kubevirt.io/v1beta1 VirtualMachinePreference, release 1.9
//   kubevirts.kubevirt.io: kubevirt.io/v1 KubeVirt, release 1.9
//   virtualmachines.kubevirt.io: kubevirt.io/v1 VirtualMachine, release 1.9
//   virtualmachineinstances.kubevirt.io: kubevirt.io/v1 VirtualMachineInstance, release 1.9
//   virtualmachineinstancemigrations.kubevirt.io: kubevirt.io/v1 VirtualMachineInstanceMigration, release 1.9
//   virtualmachineinstancepresets.kubevirt.io: kubevirt.io/v1 VirtualMachineInstancePreset, release 1.9
//   virtualmachineinstancereplicasets.kubevirt.io: kubevirt.io/v1 VirtualMachineInstanceReplicaSet, release 1.9
//   kubevirts.kubevirt.io: kubevirt.io/v1alpha3 KubeVirt, release 1.9
//   virtualmachines.kubevirt.io: kubevirt.io/v1alpha3 VirtualMachine, release 1.9
//   virtualmachineinstances.kubevirt.io: kubevirt.io/v1alpha3 VirtualMachineInstance, release 1.9
//   virtualmachineinstancemigrations.kubevirt.io: kubevirt.io/v1alpha3 VirtualMachineInstanceMigration, release 1.9
//   virtualmachineinstancepresets.kubevirt.io: kubevirt.io/v1alpha3 VirtualMachineInstancePreset, release 1.9
//   virtualmachineinstancereplicasets.kubevirt.io: kubevirt.io/v1alpha3 VirtualMachineInstanceReplicaSet, release 1.9
//   migrationpolicies.migrations.kubevirt.io: migrations.kubevirt.io/v1alpha1 MigrationPolicy, release 1.9
//   plugins.plugin.kubevirt.io: plugin.kubevirt.io/v1alpha1 Plugin, release 1.9
//   virtualmachinepools.pool.kubevirt.io: pool.kubevirt.io/v1alpha1 VirtualMachinePool, release 1.9
//   virtualmachinepools.pool.kubevirt.io: pool.kubevirt.io/v1beta1 VirtualMachinePool, release 1.9
//   virtualmachinerestores.snapshot.kubevirt.io: snapshot.kubevirt.io/v1alpha1 VirtualMachineRestore, release 1.9
//   virtualmachinesnapshots.snapshot.kubevirt.io: snapshot.kubevirt.io/v1alpha1 VirtualMachineSnapshot, release 1.9
//   virtualmachinerestores.snapshot.kubevirt.io: snapshot.kubevirt.io/v1beta1 VirtualMachineRestore, release 1.9
//   virtualmachinesnapshots.snapshot.kubevirt.io: snapshot.kubevirt.io/v1beta1 VirtualMachineSnapshot, release 1.9

export interface ObjectMeta {
  name?: string;
  generateName?: string;
  namespace?: string;
  labels?: { [key: string]: string };
  annotations?: { [key: string]: string };
  finalizers?: string[];
  [key: string]: unknown;
}

export interface KubeVirt {
  apiVersion: 'kubevirt.io/v1';
  kind: 'KubeVirt';
  metadata: ObjectMeta;
  spec: KubeVirtSpec;
}

export interface KubeVirtV1alpha3 {
  apiVersion: 'kubevirt.io/v1alpha3';
  kind: 'KubeVirt';
  metadata: ObjectMeta;
  spec: KubeVirtSpec;
}

export interface MigrationPolicy {
  apiVersion: 'migrations.kubevirt.io/v1alpha1';
  kind: 'MigrationPolicy';
  metadata: ObjectMeta;
  spec: MigrationPolicySpec;
}

export interface Plugin {
  apiVersion: 'plugin.kubevirt.io/v1alpha1';
  kind: 'Plugin';
  metadata: ObjectMeta;
  spec: PluginSpec;
}

export interface VirtualMachine {
  apiVersion: 'kubevirt.io/v1';
  kind: 'VirtualMachine';
  metadata: ObjectMeta;
  spec: VirtualMachineSpec;
}

export interface VirtualMachineBackup {
  apiVersion: 'backup.kubevirt.io/v1alpha1';
  kind: 'VirtualMachineBackup';
  metadata: ObjectMeta;
  spec: VirtualMachineBackupSpec;
}

export interface VirtualMachineBackupTracker {
  apiVersion: 'backup.kubevirt.io/v1alpha1';
  kind: 'VirtualMachineBackupTracker';
  metadata: ObjectMeta;
  spec: VirtualMachineBackupTrackerSpec;
}

export interface VirtualMachineClone {
  apiVersion: 'clone.kubevirt.io/v1beta1';
  kind: 'VirtualMachineClone';
  metadata: ObjectMeta;
  spec: VirtualMachineCloneSpec;
}

export interface VirtualMachineCloneV1alpha1 {
  apiVersion: 'clone.kubevirt.io/v1alpha1';
  kind: 'VirtualMachineClone';
  metadata: ObjectMeta;
  spec: VirtualMachineCloneSpec;
}

export interface VirtualMachineClusterInstancetype {
  apiVersion: 'instancetype.kubevirt.io/v1beta1';
  kind: 'VirtualMachineClusterInstancetype';
  metadata: ObjectMeta;
  spec: VirtualMachineClusterInstancetypeSpec;
}

export interface VirtualMachineClusterPreference {
  apiVersion: 'instancetype.kubevirt.io/v1beta1';
  kind: 'VirtualMachineClusterPreference';
  metadata: ObjectMeta;
  spec: VirtualMachineClusterPreferenceSpec;
}

export interface VirtualMachineExport {
  apiVersion: 'export.kubevirt.io/v1';
  kind: 'VirtualMachineExport';
  metadata: ObjectMeta;
  spec: VirtualMachineExportSpec;
}

export interface VirtualMachineExportV1beta1 {
  apiVersion: 'export.kubevirt.io/v1beta1';
  kind: 'VirtualMachineExport';
  metadata: ObjectMeta;
  spec: VirtualMachineExportSpec;
}

export interface VirtualMachineInstance {
  apiVersion: 'kubevirt.io/v1';
  kind: 'VirtualMachineInstance';
  metadata: ObjectMeta;
  spec: VirtualMachineInstanceSpec;
}

export interface VirtualMachineInstanceMigration {
  apiVersion: 'kubevirt.io/v1';
  kind: 'VirtualMachineInstanceMigration';
  metadata: ObjectMeta;
  spec: VirtualMachineInstanceMigrationSpec;
}

export interface VirtualMachineInstanceMigrationV1alpha3 {
  apiVersion: 'kubevirt.io/v1alpha3';
  kind: 'VirtualMachineInstanceMigration';
  metadata: ObjectMeta;
  spec: VirtualMachineInstanceMigrationSpec;
}

export interface VirtualMachineInstancePreset {
  apiVersion: 'kubevirt.io/v1';
  kind: 'VirtualMachineInstancePreset';
  metadata: ObjectMeta;
  spec?: VirtualMachineInstancePresetSpec;
}

export interface VirtualMachineInstancePresetV1alpha3 {
  apiVersion: 'kubevirt.io/v1alpha3';
  kind: 'VirtualMachineInstancePreset';
  metadata: ObjectMeta;
  spec?: VirtualMachineInstancePresetSpec;
}

export interface VirtualMachineInstanceReplicaSet {
  apiVersion: 'kubevirt.io/v1';
  kind: 'VirtualMachineInstanceReplicaSet';
  metadata: ObjectMeta;
  spec: VirtualMachineInstanceReplicaSetSpec;
}

export interface VirtualMachineInstanceReplicaSetV1alpha3 {
  apiVersion: 'kubevirt.io/v1alpha3';
  kind: 'VirtualMachineInstanceReplicaSet';
  metadata: ObjectMeta;
  spec: VirtualMachineInstanceReplicaSetSpec;
}

export interface VirtualMachineInstanceV1alpha3 {
  apiVersion: 'kubevirt.io/v1alpha3';
  kind: 'VirtualMachineInstance';
  metadata: ObjectMeta;
  spec: VirtualMachineInstanceSpec;
}

export interface VirtualMachineInstancetype {
  apiVersion: 'instancetype.kubevirt.io/v1beta1';
  kind: 'VirtualMachineInstancetype';
  metadata: ObjectMeta;
  spec: VirtualMachineClusterInstancetypeSpec;
}

export interface VirtualMachinePool {
  apiVersion: 'pool.kubevirt.io/v1beta1';
  kind: 'VirtualMachinePool';
  metadata: ObjectMeta;
  spec: VirtualMachinePoolSpec;
}

export interface VirtualMachinePoolV1alpha1 {
  apiVersion: 'pool.kubevirt.io/v1alpha1';
  kind: 'VirtualMachinePool';
  metadata: ObjectMeta;
  spec: VirtualMachinePoolSpec;
}

export interface VirtualMachinePreference {
  apiVersion: 'instancetype.kubevirt.io/v1beta1';
  kind: 'VirtualMachinePreference';
  metadata: ObjectMeta;
  spec: VirtualMachineClusterPreferenceSpec;
}

export interface VirtualMachineRestore {
  apiVersion: 'snapshot.kubevirt.io/v1beta1';
  kind: 'VirtualMachineRestore';
  metadata: ObjectMeta;
  spec: VirtualMachineRestoreSpec;
}

export interface VirtualMachineRestoreV1alpha1 {
  apiVersion: 'snapshot.kubevirt.io/v1alpha1';
  kind: 'VirtualMachineRestore';
  metadata: ObjectMeta;
  spec: VirtualMachineRestoreSpec;
}

export interface VirtualMachineSnapshot {
  apiVersion: 'snapshot.kubevirt.io/v1beta1';
  kind: 'VirtualMachineSnapshot';
  metadata: ObjectMeta;
  spec: VirtualMachineSnapshotSpec;
}

export interface VirtualMachineSnapshotV1alpha1 {
  apiVersion: 'snapshot.kubevirt.io/v1alpha1';
  kind: 'VirtualMachineSnapshot';
  metadata: ObjectMeta;
  spec: VirtualMachineSnapshotSpec;
}

export interface VirtualMachineV1alpha3 {
  apiVersion: 'kubevirt.io/v1alpha3';
  kind: 'VirtualMachine';
  metadata: ObjectMeta;
  spec: VirtualMachineSpec;
}

export interface AccessCredential {
  sshPublicKey?: SshPublicKey;
  userPassword?: UserPassword;
}

export interface Acpi {
  msdmNameRef?: string;
  slicNameRef?: string;
}

export interface Affinity {
  nodeAffinity?: NodeAffinity;
  podAffinity?: PodAffinity;
  podAntiAffinity?: PodAffinity;
}

export interface Amd64 {
  emulatedMachines?: string[];
  machineType?: string;
  ovmfPath?: string;
}

export interface ApiConfiguration {
  restClient?: RestClient;
}

export interface Apic {
  enabled?: boolean;
  endOfInterrupt?: boolean;
}

export interface ArchitectureConfiguration {
  amd64?: Amd64;
  arm64?: Amd64;
  defaultArchitecture?: string;
  ppc64le?: Amd64;
  s390x?: Amd64;
}

export interface Attestation {
  enforced?: boolean;
  qgsSocketPath?: string;
}

export interface Autohealing {
  minFailingToStartDuration?: string;
  startUpFailureThreshold?: number;
}

export interface Bios {
  useSerial?: boolean;
}

export interface BlockSize {
  custom?: Custom;
  matchVolume?: Direct;
}

export interface Bootloader {
  bios?: Bios;
  efi?: Efi;
}

export interface Ca {
  duration?: string;
  renewBefore?: string;
}

export interface Cdrom {
  bus?: string;
  readonly?: boolean;
  tray?: string;
}

export interface Cel {
  expression: string;
}

export interface CertificateRotateStrategy {
  selfSigned?: SelfSigned;
}

export interface ChangedBlockTrackingLabelSelectors {
  namespaceLabelSelector?: LabelSelector;
  virtualMachineLabelSelector?: LabelSelector;
}

export interface Chassis {
  asset?: string;
  manufacturer?: string;
  serial?: string;
  sku?: string;
  version?: string;
}

export interface Checkpoint {
  current: string;
  previous: string;
}

export interface CloudInitConfigDrive {
  networkData?: string;
  networkDataBase64?: string;
  networkDataSecretRef?: NetworkDataSecretRef;
  secretRef?: NetworkDataSecretRef;
  userData?: string;
  userDataBase64?: string;
}

export interface CommonInstancetypesDeployment {
  enabled?: boolean | null;
}

export interface ConfidentialCompute {
  tdx?: Tdx | null;
}

export interface ConfigMap {
  name?: string;
  optional?: boolean;
  volumeLabel?: string;
}

export interface Configuration {
  additionalGuestMemoryOverheadRatio?: string;
  apiConfiguration?: ApiConfiguration;
  architectureConfiguration?: ArchitectureConfiguration;
  autoCPULimitNamespaceLabelSelector?: LabelSelector;
  changedBlockTrackingLabelSelectors?: ChangedBlockTrackingLabelSelectors | null;
  commonInstancetypesDeployment?: CommonInstancetypesDeployment | null;
  confidentialCompute?: ConfidentialCompute | null;
  controllerConfiguration?: ApiConfiguration;
  cpuModel?: string;
  cpuRequest?: string | number;
  defaultRuntimeClass?: string;
  developerConfiguration?: DeveloperConfiguration;
  emulatedMachines?: string[];
  evictionStrategy?: string;
  handlerConfiguration?: ApiConfiguration;
  hypervisors?: Hypervisor[];
  imagePullPolicy?: string;
  instancetype?: ConfigurationInstancetype | null;
  ksmConfiguration?: KsmConfiguration;
  liveUpdateConfiguration?: LiveUpdateConfiguration;
  machineType?: string;
  mediatedDevicesConfiguration?: MediatedDevicesConfiguration;
  memBalloonStatsPeriod?: number;
  migrations?: Migrations;
  minCPUModel?: string;
  network?: ConfigurationNetwork;
  obsoleteCPUModels?: { [key: string]: boolean };
  ovmfPath?: string;
  permittedHostDevices?: PermittedHostDevices;
  persistentReservationConfiguration?: CommonInstancetypesDeployment | null;
  roleAggregationStrategy?: 'AggregateToDefault' | 'Manual';
  seccompConfiguration?: SeccompConfiguration;
  selinuxLauncherType?: string;
  smbios?: Smbios;
  supportContainerResources?: SupportContainerResource[];
  supportedGuestAgentVersions?: string[];
  tlsConfiguration?: TlsConfiguration;
  virtTemplateDeployment?: CommonInstancetypesDeployment | null;
  virtualMachineInstancesPerNode?: number;
  virtualMachineOptions?: VirtualMachineOptions;
  vmRolloutStrategy?: 'LiveUpdate' | 'Stage' | null;
  vmStateStorageClass?: string;
  webhookConfiguration?: ApiConfiguration;
}

export interface ConfigurationInstancetype {
  referencePolicy?: 'expand' | 'expandAll' | 'reference' | null;
}

export interface ConfigurationNetwork {
  binding?: { [key: string]: NetworkBinding };
  defaultNetworkInterface?: string;
  permitBridgeInterfaceOnPodNetwork?: boolean;
  permitSlirpInterface?: boolean;
}

export interface Container {
  image: string;
  imagePullPolicy?: string;
  imagePullSecret?: string;
  initrdPath?: string;
  kernelPath?: string;
}

export interface ContainerDisk {
  image: string;
  imagePullPolicy?: string;
  imagePullSecret?: string;
  path?: string;
}

export interface ContainerPath {
  path: string;
  readOnly?: boolean;
}

export interface Custom {
  discardGranularity?: number;
  logical?: number;
  physical?: number;
}

export interface CustomProfile {
  localhostProfile?: string;
  runtimeDefaultProfile?: boolean;
}

export interface CustomizeComponents {
  flags?: Flags;
  patches?: Patch[];
}

export interface DataSourceRef {
  apiGroup?: string;
  kind: string;
  name: string;
  namespace?: string;
}

export interface DataVolume {
  hotpluggable?: boolean;
  name: string;
}

export interface DataVolumeTemplate {
  apiVersion?: string;
  kind?: string;
  metadata?: ObjectMeta | null;
  spec: DataVolumeTemplateSpec;
  status?: { [key: string]: never } | null;
}

export interface DataVolumeTemplatePvc {
  accessModes?: string[];
  dataSource?: VirtualMachineBackupSource;
  dataSourceRef?: DataSourceRef;
  resources?: SupportContainerResourceResources;
  selector?: LabelSelector;
  storageClassName?: string;
  volumeAttributesClassName?: string;
  volumeMode?: string;
  volumeName?: string;
}

export interface DataVolumeTemplateSource {
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

export interface DataVolumeTemplateSpec {
  checkpoints?: Checkpoint[];
  contentType?: 'archive' | 'kubevirt';
  finalCheckpoint?: boolean;
  preallocation?: boolean;
  priorityClassName?: string;
  pvc?: DataVolumeTemplatePvc;
  source?: DataVolumeTemplateSource;
  sourceRef?: SourceRef;
  storage?: Storage;
}

export interface DeveloperConfiguration {
  clusterProfiler?: boolean;
  cpuAllocationRatio?: number;
  disabledFeatureGates?: string[];
  diskVerification?: DiskVerification;
  featureGates?: string[];
  logVerbosity?: LogVerbosity;
  memoryOvercommit?: number;
  minimumClusterTSCFrequency?: number;
  minimumReservePVCBytes?: number;
  nodeSelectors?: { [key: string]: string };
  pvcTolerateLessSpaceUpToPercent?: number;
  useEmulation?: boolean;
}

export interface DevicesDisk {
  blockSize?: BlockSize;
  bootOrder?: number;
  cache?: string;
  cdrom?: Cdrom;
  changedBlockTracking?: boolean;
  dedicatedIOThread?: boolean;
  disk?: DiskDisk;
  errorPolicy?: string;
  io?: string;
  lun?: Lun;
  name: string;
  serial?: string;
  shareable?: boolean;
  tag?: string;
}

export interface DhcpOptions {
  bootFileName?: string;
  ntpServers?: string[];
  privateOptions?: PrivateOption[];
  tftpServerName?: string;
}

export interface Diag288 {
  action?: string;
}

export interface Direct {
  enabled?: boolean;
}

export interface DiskDisk {
  bus?: string;
  pciAddress?: string;
  readonly?: boolean;
}

export interface DiskVerification {
  memoryLimit: string | number;
}

export interface Display {
  enabled?: boolean;
  ramFB?: Direct;
}

export interface DnsConfig {
  nameservers?: string[];
  options?: Option[];
  searches?: string[];
}

export interface Domain {
  chassis?: Chassis;
  clock?: DomainClock;
  cpu?: DomainCpu;
  devices: DomainDevices;
  features?: DomainFeatures;
  firmware?: DomainFirmware;
  ioThreads?: IoThreads;
  ioThreadsPolicy?: string;
  launchSecurity?: LaunchSecurity;
  machine?: DomainMachine;
  memory?: DomainMemory;
  rebootPolicy?: 'Reboot' | 'Terminate';
  resources?: DomainResources;
}

export interface DomainClock {
  timer?: Timer;
  timezone?: string;
  utc?: Utc;
  [key: string]: unknown;
}

export interface DomainCpu {
  cores?: number;
  dedicatedCpuPlacement?: boolean;
  features?: Feature[];
  isolateEmulatorThread?: boolean;
  maxSockets?: number;
  model?: string;
  numa?: Numa;
  realtime?: Realtime;
  sockets?: number;
  threads?: number;
}

export interface DomainDevices {
  autoattachGraphicsDevice?: boolean;
  autoattachInputDevice?: boolean;
  autoattachMemBalloon?: boolean;
  autoattachPodInterface?: boolean;
  autoattachSerialConsole?: boolean;
  autoattachVSOCK?: boolean;
  blockMultiQueue?: boolean;
  clientPassthrough?: { [key: string]: never };
  disableHotplug?: boolean;
  disks?: DevicesDisk[];
  downwardMetrics?: { [key: string]: never };
  filesystems?: Filesystem[];
  gpus?: Gpu[];
  hostDevices?: HostDevice[];
  inputs?: Input[];
  interfaces?: Interface[];
  logSerialConsole?: boolean;
  networkInterfaceMultiqueue?: boolean;
  panicDevices?: PanicDevice[];
  rng?: { [key: string]: never };
  sound?: Sound;
  tpm?: Tpm;
  useVirtioTransitional?: boolean;
  video?: DomainMachine;
  watchdog?: Watchdog;
}

export interface DomainFeatures {
  acpi?: Direct;
  apic?: Apic;
  hyperv?: FeaturesHyperv;
  hypervPassthrough?: Direct;
  kvm?: Kvm;
  pvspinlock?: Direct;
  smm?: Direct;
}

export interface DomainFirmware {
  acpi?: Acpi;
  bootloader?: Bootloader;
  kernelBoot?: KernelBoot;
  serial?: string;
  uuid?: string;
}

export interface DomainHook {
  cel?: Cel;
  condition?: string;
  failureStrategy?: string;
  sidecar?: Sidecar;
  timeout?: string;
}

export interface DomainMachine {
  type?: string;
}

export interface DomainMemory {
  guest?: string | number;
  hugepages?: Hugepages;
  maxGuest?: string | number;
  reservedOverhead?: ReservedOverhead;
}

export interface DomainResources {
  limits?: { [key: string]: string | number };
  overcommitGuestOverhead?: boolean;
  requests?: { [key: string]: string | number };
}

export interface DownwardAPI {
  fields?: Field[];
  volumeLabel?: string;
}

export interface Efi {
  persistent?: boolean;
  secureBoot?: boolean;
}

export interface EmptyDisk {
  capacity: string | number;
}

export interface Ephemeral {
  persistentVolumeClaim?: PersistentVolumeClaim;
}

export interface Exec {
  command?: string[];
}

export interface Experimental {
  compression?: 'none' | 'zstd';
  stallDetector?: StallDetector;
}

export interface Feature {
  name: string;
  policy?: string;
}

export interface FeaturesHyperv {
  evmcs?: Direct;
  frequencies?: Direct;
  ipi?: Direct;
  reenlightenment?: Direct;
  relaxed?: Direct;
  reset?: Direct;
  runtime?: Direct;
  spinlocks?: Spinlocks;
  synic?: Direct;
  synictimer?: Synictimer;
  tlbflush?: Tlbflush;
  vapic?: Direct;
  vendorid?: Vendorid;
  vpindex?: Direct;
}

export interface Field {
  fieldRef?: FieldRef;
  mode?: number;
  path: string;
  resourceFieldRef?: ResourceFieldRef;
}

export interface FieldRef {
  apiVersion?: string;
  fieldPath: string;
}

export interface Filesystem {
  name: string;
  virtiofs: { [key: string]: never };
}

export interface Flags {
  api?: { [key: string]: string };
  controller?: { [key: string]: string };
  handler?: { [key: string]: string };
}

export interface Gcs {
  secretRef?: string;
  url: string;
}

export interface Gpu {
  claimName?: string;
  deviceName?: string;
  name: string;
  requestName?: string;
  tag?: string;
  virtualGPUOptions?: VirtualGPUOptions;
}

export interface HostDevice {
  claimName?: string;
  deviceName?: string;
  name: string;
  requestName?: string;
  tag?: string;
}

export interface HostDisk {
  capacity?: string | number;
  path: string;
  shared?: boolean;
  type: string;
}

export interface Hpet {
  present?: boolean;
  tickPolicy?: string;
}

export interface Http {
  certConfigMap?: string;
  extraHeaders?: string[];
  secretExtraHeaders?: string[];
  secretRef?: string;
  url: string;
}

export interface HttpGet {
  host?: string;
  httpHeaders?: HttpHeader[];
  path?: string;
  port: string | number;
  scheme?: string;
}

export interface HttpHeader {
  name: string;
  value: string;
}

export interface Hugepages {
  pageSize?: string;
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
  replicas?: number;
}

export interface Input {
  bus?: string;
  name: string;
  type: string;
}

export interface Interface {
  acpiIndex?: number;
  binding?: InterfaceBinding;
  bootOrder?: number;
  bridge?: { [key: string]: never };
  dhcpOptions?: DhcpOptions;
  macAddress?: string;
  macvtap?: { [key: string]: never };
  masquerade?: { [key: string]: never };
  model?: string;
  name: string;
  passt?: { [key: string]: never };
  passtBinding?: { [key: string]: never };
  pciAddress?: string;
  portRanges?: PortRange[];
  ports?: Port[];
  slirp?: { [key: string]: never };
  sriov?: { [key: string]: never };
  state?: string;
  tag?: string;
}

export interface InterfaceBinding {
  name: string;
}

export interface IoThreads {
  supplementalPoolThreadCount?: number;
}

export interface KernelBoot {
  container?: Container;
  kernelArgs?: string;
}

export interface KsmConfiguration {
  nodeLabelSelector?: LabelSelector;
}

export interface KubeVirtSpec {
  certificateRotateStrategy?: CertificateRotateStrategy;
  configuration?: Configuration;
  customizeComponents?: CustomizeComponents;
  imagePullPolicy?: string;
  imagePullSecrets?: NetworkDataSecretRef[];
  imageRegistry?: string;
  imageTag?: string;
  infra?: Infra;
  monitorAccount?: string;
  monitorNamespace?: string;
  productComponent?: string;
  productName?: string;
  productVersion?: string;
  serviceMonitorNamespace?: string;
  synchronizationPort?: string;
  uninstallStrategy?: string;
  workloadUpdateStrategy?: WorkloadUpdateStrategy;
  workloads?: Infra;
}

export interface Kvm {
  hidden?: boolean;
}

export interface LabelSelector {
  matchExpressions?: MatchExpression[];
  matchLabels?: { [key: string]: string };
}

export interface LaunchSecurity {
  sev?: Sev;
  snp?: { [key: string]: never };
  tdx?: { [key: string]: never };
}

export interface LiveUpdateConfiguration {
  maxCpuSockets?: number;
  maxGuest?: string | number;
  maxHotplugRatio?: number;
}

export interface LivenessProbe {
  exec?: Exec;
  failureThreshold?: number;
  guestAgentPing?: { [key: string]: never };
  httpGet?: HttpGet;
  initialDelaySeconds?: number;
  periodSeconds?: number;
  successThreshold?: number;
  tcpSocket?: TcpSocket;
  timeoutSeconds?: number;
}

export interface LogVerbosity {
  nodeVerbosity?: { [key: string]: number };
  virtAPI?: number;
  virtController?: number;
  virtHandler?: number;
  virtLauncher?: number;
  virtOperator?: number;
  virtSynchronizationController?: number;
}

export interface Lun {
  bus?: string;
  readonly?: boolean;
  reservation?: boolean;
}

export interface MatchExpression {
  key: string;
  operator: string;
  values?: string[];
}

export interface MediatedDevice {
  externalResourceProvider?: boolean;
  mdevNameSelector: string;
  resourceName: string;
}

export interface MediatedDevicesConfiguration {
  enabled?: boolean;
  mediatedDeviceTypes?: string[];
  mediatedDevicesTypes?: string[];
  nodeMediatedDeviceTypes?: NodeMediatedDeviceType[];
}

export interface MemoryDump {
  claimName: string;
  hotpluggable?: boolean;
  readOnly?: boolean;
}

export interface Migration {
  method?: string;
}

export interface MigrationPolicySelectors {
  namespaceSelector?: { [key: string]: string };
  virtualMachineInstanceSelector?: { [key: string]: string };
}

export interface MigrationPolicySpec {
  allowAutoConverge?: boolean;
  allowPostCopy?: boolean;
  allowWorkloadDisruption?: boolean;
  bandwidthPerMigration?: string | number;
  completionTimeoutPerGiB?: number;
  experimental?: Experimental;
  maxDowntimeMs?: number;
  selectors: MigrationPolicySelectors;
}

export interface Migrations {
  allowAutoConverge?: boolean;
  allowPostCopy?: boolean;
  allowWorkloadDisruption?: boolean;
  bandwidthPerMigration?: string | number;
  completionTimeoutPerGiB?: number;
  disableTLS?: boolean;
  matchSELinuxLevelOnMigration?: boolean;
  maxDowntimeMs?: number;
  network?: string;
  nodeDrainTaintKey?: string;
  parallelMigrationsPerCluster?: number;
  parallelOutboundMigrationsPerNode?: number;
  progressTimeout?: number;
  unsafeMigrationOverride?: boolean;
  utilityVolumesTimeout?: number;
}

export interface Multus {
  default?: boolean;
  networkName: string;
}

export interface NameGeneration {
  appendIndexToConfigMapRefs?: boolean;
  appendIndexToSecretRefs?: boolean;
}

export interface NetworkBinding {
  computeResourceOverhead?: SupportContainerResourceResources;
  domainAttachmentType?: string;
  downwardAPI?: string;
  migration?: Migration;
  networkAttachmentDefinition?: string;
  sidecarImage?: string;
}

export interface NetworkDataSecretRef {
  name?: string;
}

export interface NetworkResourceClaim {
  claimName?: string;
  requestName?: string;
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

export interface NodeHook {
  condition?: string;
  failureStrategy?: string;
  permittedHooks: string[];
  socket: string;
  timeout?: string;
}

export interface NodeMediatedDeviceType {
  mediatedDeviceTypes?: string[];
  mediatedDevicesTypes?: string[];
  nodeSelector: { [key: string]: string };
}

export interface NodePlacement {
  affinity?: Affinity;
  nodeSelector?: { [key: string]: string };
  tolerations?: Toleration[];
}

export interface Numa {
  guestMappingPassthrough?: { [key: string]: never };
}

export interface Opportunistic {
  statePreservation?: 'Disabled' | 'Offline' | 'Online';
}

export interface Option {
  name?: string;
  value?: string;
}

export interface PanicDevice {
  model?: string;
}

export interface Patch {
  patch: string;
  resourceName: string;
  resourceType: string;
  type: string;
}

export interface PciHostDevice {
  externalResourceProvider?: boolean;
  pciVendorSelector: string;
  resourceName: string;
}

export interface PermittedHostDevices {
  mediatedDevices?: MediatedDevice[];
  pciHostDevices?: PciHostDevice[];
  usb?: Usb[];
}

export interface PersistentVolumeClaim {
  claimName: string;
  readOnly?: boolean;
}

export interface Platform {
  architecture?: string;
}

export interface PluginSpec {
  condition?: string;
  domainHooks?: DomainHook[];
  failureStrategy?: string;
  mutatingAdmissionPolicies?: InterfaceBinding[];
  mutatingAdmissionWebhooks?: InterfaceBinding[];
  nodeHooks?: NodeHook[];
  validatingAdmissionPolicies?: InterfaceBinding[];
  validatingAdmissionWebhooks?: InterfaceBinding[];
}

export interface Pod {
  vmIPv6NetworkCIDR?: string;
  vmNetworkCIDR?: string;
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
  labelSelector?: LabelSelector;
  matchLabelKeys?: string[];
  mismatchLabelKeys?: string[];
  namespaceSelector?: LabelSelector;
  namespaces?: string[];
  topologyKey: string;
}

export interface Policy {
  encryptedState?: boolean;
}

export interface Port {
  name?: string;
  port: number;
  protocol?: string;
}

export interface PortRange {
  end: number;
  protocol: string;
  start: number;
}

export interface Preference {
  matchExpressions?: MatchExpression[];
  matchFields?: MatchExpression[];
}

export interface PreferredClockOffset {
  timezone?: string;
  utc?: Utc;
}

export interface PreferredTimerHyperv {
  present?: boolean;
}

export interface PrivateOption {
  option: number;
  value: string;
}

export interface QemuGuestAgent {
  users: string[];
}

export interface RateLimiter {
  tokenBucketRateLimiter?: TokenBucketRateLimiter;
}

export interface Realtime {
  mask?: string;
}

export interface Receive {
  migrationID: string;
}

export interface Registry {
  certConfigMap?: string;
  imageStream?: string;
  platform?: Platform;
  pullMethod?: string;
  secretRef?: string;
  url?: string;
}

export interface Requirements {
  architecture?: string;
  cpu?: RequirementsCpu;
  memory?: RequirementsMemory;
}

export interface RequirementsCpu {
  guest: number;
}

export interface RequirementsMemory {
  guest: string | number;
}

export interface ReservedOverhead {
  addedOverhead?: string | number;
  memLock?: 'NotRequired' | 'Required';
}

export interface ResourceFieldRef {
  containerName?: string;
  divisor?: string | number;
  resource: string;
}

export interface RestClient {
  rateLimiter?: RateLimiter;
}

export interface Rtc {
  present?: boolean;
  tickPolicy?: string;
  track?: string;
}

export interface S3 {
  certConfigMap?: string;
  secretRef?: string;
  url: string;
}

export interface ScaleInStrategy {
  opportunistic?: Opportunistic;
  proactive?: ScaleInStrategyProactive;
  unmanaged?: { [key: string]: never };
}

export interface ScaleInStrategyProactive {
  selectionPolicy?: SelectionPolicy;
  statePreservation?: 'Disabled' | 'Offline' | 'Online';
}

export interface SeccompConfiguration {
  virtualMachineInstanceProfile?: VirtualMachineInstanceProfile;
}

export interface SelectionPolicy {
  selectors?: SelectionPolicySelectors;
  sortPolicy?: 'AscendingOrder' | 'DescendingOrder' | 'Newest' | 'Oldest' | 'Random';
}

export interface SelectionPolicySelectors {
  labelSelector?: LabelSelector;
  nodeSelectorRequirementMatcher?: MatchExpression[];
}

export interface Selector {
  product: string;
  vendor: string;
}

export interface SelfSigned {
  ca?: Ca;
  caOverlapInterval?: string;
  caRotateInterval?: string;
  certRotateInterval?: string;
  server?: Ca;
}

export interface SendTo {
  connectURL: string;
  migrationID: string;
}

export interface ServiceAccount {
  serviceAccountName?: string;
}

export interface Sev {
  attestation?: { [key: string]: never };
  dhCert?: string;
  policy?: Policy;
  session?: string;
}

export interface Sidecar {
  socketPath: string;
}

export interface Smbios {
  family?: string;
  manufacturer?: string;
  product?: string;
  sku?: string;
  version?: string;
}

export interface Sound {
  model?: string;
  name: string;
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

export interface SourceSecret {
  secretName: string;
}

export interface Spinlocks {
  enabled?: boolean;
  spinlocks?: number;
}

export interface SpreadOptions {
  across?: string;
  ratio?: number;
}

export interface SshPublicKey {
  propagationMethod: SshPublicKeyPropagationMethod;
  source: SshPublicKeySource;
}

export interface SshPublicKeyPropagationMethod {
  configDrive?: { [key: string]: never };
  noCloud?: { [key: string]: never };
  qemuGuestAgent?: QemuGuestAgent;
}

export interface SshPublicKeySource {
  secret?: SourceSecret;
}

export interface StallDetector {
  completionTimeoutFactor?: string;
  ewmaAlpha?: string;
  patienceWindowDecayFactor?: string;
  precopyPossibleFactor?: string;
  searchLocalMinima?: boolean;
  stallMargin?: number;
  stallProgressTimeout?: number;
  switchoverTimeout?: number;
}

export interface Storage {
  accessModes?: string[];
  dataSource?: VirtualMachineBackupSource;
  dataSourceRef?: DataSourceRef;
  resources?: SupportContainerResourceResources;
  selector?: LabelSelector;
  storageClassName?: string;
  volumeMode?: string;
  volumeName?: string;
}

export interface SupportContainerResource {
  resources: SupportContainerResourceResources;
  type: string;
}

export interface SupportContainerResourceResources {
  limits?: { [key: string]: string | number };
  requests?: { [key: string]: string | number };
}

export interface Synictimer {
  direct?: Direct;
  enabled?: boolean;
}

export interface Sysprep {
  configMap?: NetworkDataSecretRef;
  secret?: NetworkDataSecretRef;
}

export interface TcpSocket {
  host?: string;
  port: string | number;
}

export interface Tdx {
  attestation?: Attestation;
}

export interface Timer {
  hpet?: Hpet;
  hyperv?: PreferredTimerHyperv;
  kvm?: PreferredTimerHyperv;
  pit?: Hpet;
  rtc?: Rtc;
}

export interface Tlbflush {
  direct?: Direct;
  enabled?: boolean;
  extended?: Direct;
}

export interface TlsConfiguration {
  ciphers?: string[];
  minTLSVersion?: 'VersionTLS10' | 'VersionTLS11' | 'VersionTLS12' | 'VersionTLS13';
}

export interface TokenBucketRateLimiter {
  burst: number;
  qps: number;
}

export interface Toleration {
  effect?: string;
  key?: string;
  operator?: string;
  tolerationSeconds?: number;
  value?: string;
}

export interface TopologySpreadConstraint {
  labelSelector?: LabelSelector;
  matchLabelKeys?: string[];
  maxSkew: number;
  minDomains?: number;
  nodeAffinityPolicy?: string;
  nodeTaintsPolicy?: string;
  topologyKey: string;
  whenUnsatisfiable: string;
}

export interface Tpm {
  enabled?: boolean;
  persistent?: boolean;
}

export interface UpdateStrategy {
  opportunistic?: { [key: string]: never };
  proactive?: UpdateStrategyProactive;
  unmanaged?: { [key: string]: never };
}

export interface UpdateStrategyProactive {
  selectionPolicy?: SelectionPolicy;
}

export interface Usb {
  externalResourceProvider?: boolean;
  resourceName: string;
  selectors?: Selector[];
}

export interface UserPassword {
  propagationMethod: UserPasswordPropagationMethod;
  source: SshPublicKeySource;
}

export interface UserPasswordPropagationMethod {
  qemuGuestAgent?: { [key: string]: never };
}

export interface Utc {
  offsetSeconds?: number;
}

export interface UtilityVolume {
  claimName: string;
  name: string;
  readOnly?: boolean;
  type?: string;
}

export interface Vddk {
  backingFile?: string;
  extraArgs?: string;
  initImageURL?: string;
  secretRef?: string;
  thumbprint?: string;
  url?: string;
  uuid?: string;
}

export interface Vendorid {
  enabled?: boolean;
  vendorid?: string;
}

export interface VirtualGPUOptions {
  display?: Display;
}

export interface VirtualMachineBackupSource {
  apiGroup?: string;
  kind: string;
  name: string;
}

export interface VirtualMachineBackupSpec {
  forceFullBackup?: boolean;
  mode?: 'Pull' | 'Push';
  pvcName?: string;
  skipQuiesce?: boolean;
  source: VirtualMachineBackupSource;
  tokenSecretRef?: string;
  ttlDuration?: string;
}

export interface VirtualMachineBackupTrackerSpec {
  source: VirtualMachineBackupSource;
}

export interface VirtualMachineCloneSpec {
  annotationFilters?: string[];
  labelFilters?: string[];
  newMacAddresses?: { [key: string]: string };
  newSMBiosSerial?: string;
  patches?: string[];
  source: VirtualMachineBackupSource;
  target?: VirtualMachineBackupSource;
  template?: VirtualMachineCloneTemplate;
  volumeNamePolicy?: 'PrefixTargetName' | 'RandomizeNames';
}

export interface VirtualMachineCloneTemplate {
  annotationFilters?: string[];
  labelFilters?: string[];
}

export interface VirtualMachineClusterInstancetypeCpu {
  dedicatedCPUPlacement?: boolean;
  guest: number;
  isolateEmulatorThread?: boolean;
  maxSockets?: number;
  model?: string;
  numa?: Numa;
  realtime?: Realtime;
}

export interface VirtualMachineClusterInstancetypeMemory {
  guest: string | number;
  hugepages?: Hugepages;
  maxGuest?: string | number;
  overcommitPercent?: number;
}

export interface VirtualMachineClusterInstancetypeSpec {
  annotations?: { [key: string]: string };
  cpu: VirtualMachineClusterInstancetypeCpu;
  gpus?: Gpu[];
  hostDevices?: HostDevice[];
  ioThreads?: IoThreads;
  ioThreadsPolicy?: string;
  launchSecurity?: LaunchSecurity;
  memory: VirtualMachineClusterInstancetypeMemory;
  nodeSelector?: { [key: string]: string };
  schedulerName?: string;
}

export interface VirtualMachineClusterPreferenceClock {
  preferredClockOffset?: PreferredClockOffset;
  preferredTimer?: Timer;
}

export interface VirtualMachineClusterPreferenceCpu {
  preferredCPUFeatures?: Feature[];
  preferredCPUTopology?: string;
  spreadOptions?: SpreadOptions;
}

export interface VirtualMachineClusterPreferenceDevices {
  preferredAutoattachGraphicsDevice?: boolean;
  preferredAutoattachInputDevice?: boolean;
  preferredAutoattachMemBalloon?: boolean;
  preferredAutoattachPodInterface?: boolean;
  preferredAutoattachSerialConsole?: boolean;
  preferredBlockMultiQueue?: boolean;
  preferredCdromBus?: string;
  preferredDisableHotplug?: boolean;
  preferredDiskBlockSize?: BlockSize;
  preferredDiskBus?: string;
  preferredDiskCache?: string;
  preferredDiskDedicatedIoThread?: boolean;
  preferredDiskIO?: string;
  preferredInputBus?: string;
  preferredInputType?: string;
  preferredInterfaceMasquerade?: { [key: string]: never };
  preferredInterfaceModel?: string;
  preferredLunBus?: string;
  preferredNetworkInterfaceMultiQueue?: boolean;
  preferredPanicDeviceModel?: string;
  preferredRng?: { [key: string]: never };
  preferredSoundModel?: string;
  preferredTPM?: Tpm;
  preferredUseVirtioTransitional?: boolean;
  preferredVideoType?: string;
  preferredVirtualGPUOptions?: VirtualGPUOptions;
}

export interface VirtualMachineClusterPreferenceFeatures {
  preferredAcpi?: Direct;
  preferredApic?: Apic;
  preferredHyperv?: FeaturesHyperv;
  preferredKvm?: Kvm;
  preferredPvspinlock?: Direct;
  preferredSmm?: Direct;
}

export interface VirtualMachineClusterPreferenceFirmware {
  preferredEfi?: Efi;
  preferredUseBios?: boolean;
  preferredUseBiosSerial?: boolean;
  preferredUseEfi?: boolean;
  preferredUseSecureBoot?: boolean;
}

export interface VirtualMachineClusterPreferenceMachine {
  preferredMachineType?: string;
}

export interface VirtualMachineClusterPreferenceSpec {
  annotations?: { [key: string]: string };
  clock?: VirtualMachineClusterPreferenceClock;
  cpu?: VirtualMachineClusterPreferenceCpu;
  devices?: VirtualMachineClusterPreferenceDevices;
  features?: VirtualMachineClusterPreferenceFeatures;
  firmware?: VirtualMachineClusterPreferenceFirmware;
  machine?: VirtualMachineClusterPreferenceMachine;
  preferSpreadSocketToCoreRatio?: number;
  preferredArchitecture?: string;
  preferredLaunchSecurity?: LaunchSecurity;
  preferredSubdomain?: string;
  preferredTerminationGracePeriodSeconds?: number;
  requirements?: Requirements;
  volumes?: Volumes;
}

export interface VirtualMachineExportSpec {
  source: VirtualMachineBackupSource;
  tokenSecretRef?: string;
  ttlDuration?: string;
}

export interface VirtualMachineInstanceMigrationSpec {
  addedNodeSelector?: { [key: string]: string };
  priority?: string;
  receive?: Receive;
  sendTo?: SendTo;
  vmiName?: string;
}

export interface VirtualMachineInstanceNetwork {
  multus?: Multus;
  name: string;
  pod?: Pod;
  resourceClaim?: NetworkResourceClaim;
}

export interface VirtualMachineInstancePresetSpec {
  domain?: Domain;
  selector: LabelSelector;
}

export interface VirtualMachineInstanceProfile {
  customProfile?: CustomProfile;
}

export interface VirtualMachineInstanceReplicaSetSpec {
  paused?: boolean;
  replicas?: number;
  selector: LabelSelector;
  template: VirtualMachineSpecTemplate;
}

export interface VirtualMachineInstanceResourceClaim {
  name: string;
  resourceClaimName?: string;
  resourceClaimTemplateName?: string;
}

export interface VirtualMachineInstanceSpec {
  accessCredentials?: AccessCredential[];
  affinity?: Affinity;
  architecture?: string;
  dnsConfig?: DnsConfig;
  dnsPolicy?: string;
  domain: Domain;
  evictionStrategy?: string;
  hostname?: string;
  livenessProbe?: LivenessProbe;
  networks?: VirtualMachineInstanceNetwork[];
  nodeSelector?: { [key: string]: string };
  priorityClassName?: string;
  readinessProbe?: LivenessProbe;
  resourceClaims?: VirtualMachineInstanceResourceClaim[];
  schedulerName?: string;
  serviceAccountName?: string;
  startStrategy?: string;
  subdomain?: string;
  terminationGracePeriodSeconds?: number;
  tolerations?: Toleration[];
  topologySpreadConstraints?: TopologySpreadConstraint[];
  utilityVolumes?: UtilityVolume[];
  volumes?: Volume[];
}

export interface VirtualMachineOptions {
  disableFreePageReporting?: { [key: string]: never };
  disableSerialConsoleLog?: { [key: string]: never };
}

export interface VirtualMachinePoolSpec {
  autohealing?: Autohealing;
  maxUnavailable?: string | number;
  nameGeneration?: NameGeneration;
  paused?: boolean;
  replicas?: number;
  scaleInStrategy?: ScaleInStrategy;
  selector: LabelSelector;
  updateStrategy?: UpdateStrategy;
  virtualMachineTemplate: VirtualMachinePoolVirtualMachineTemplate;
}

export interface VirtualMachinePoolVirtualMachineTemplate {
  metadata?: ObjectMeta | null;
  spec?: VirtualMachineSpec;
}

export interface VirtualMachineRestoreSpec {
  patches?: string[];
  target: VirtualMachineBackupSource;
  targetReadinessPolicy?: 'FailImmediate' | 'StopTarget' | 'WaitEventually' | 'WaitGracePeriod';
  virtualMachineSnapshotName: string;
  volumeOwnershipPolicy?: string;
  volumeRestoreOverrides?: VolumeRestoreOverride[];
  volumeRestorePolicy?: string;
}

export interface VirtualMachineSnapshotSpec {
  deletionPolicy?: string;
  failureDeadline?: string;
  source: VirtualMachineBackupSource;
}

export interface VirtualMachineSpec {
  dataVolumeTemplates?: (DataVolumeTemplate | null)[];
  instancetype?: VirtualMachineSpecInstancetype;
  preference?: VirtualMachineSpecInstancetype;
  runStrategy?: string;
  running?: boolean;
  template: VirtualMachineSpecTemplate;
  updateVolumesStrategy?: string;
}

export interface VirtualMachineSpecInstancetype {
  inferFromVolume?: string;
  inferFromVolumeFailurePolicy?: string;
  kind?: string;
  name?: string;
  revisionName?: string;
}

export interface VirtualMachineSpecTemplate {
  metadata?: ObjectMeta | null;
  spec?: VirtualMachineInstanceSpec;
}

export interface Volume {
  cloudInitConfigDrive?: CloudInitConfigDrive;
  cloudInitNoCloud?: CloudInitConfigDrive;
  configMap?: ConfigMap;
  containerDisk?: ContainerDisk;
  containerPath?: ContainerPath;
  dataVolume?: DataVolume;
  downwardAPI?: DownwardAPI;
  downwardMetrics?: { [key: string]: never };
  emptyDisk?: EmptyDisk;
  ephemeral?: Ephemeral;
  hostDisk?: HostDisk;
  memoryDump?: MemoryDump;
  name: string;
  persistentVolumeClaim?: MemoryDump;
  secret?: VolumeSecret;
  serviceAccount?: ServiceAccount;
  sysprep?: Sysprep;
}

export interface VolumeRestoreOverride {
  annotations?: { [key: string]: string };
  labels?: { [key: string]: string };
  restoreName?: string;
  volumeName?: string;
}

export interface VolumeSecret {
  optional?: boolean;
  secretName?: string;
  volumeLabel?: string;
}

export interface Volumes {
  preferredStorageClassName?: string;
}

export interface Watchdog {
  diag288?: Diag288;
  i6300esb?: Diag288;
  name: string;
}

export interface WorkloadUpdateStrategy {
  batchEvictionInterval?: string;
  batchEvictionSize?: number;
  workloadUpdateMethods?: string[];
}
