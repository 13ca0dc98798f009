// Written by polyvirt import. Change the CRDs and import them again, not this file.
//   cdis.cdi.kubevirt.io: cdi.kubevirt.io/v1alpha1 CDI, release 1.66
//   cdis.cdi.kubevirt.io: cdi.kubevirt.io/v1beta1 CDI, release 1.66
//   cdiconfigs.cdi.kubevirt.io: cdi.kubevirt.io/v1beta1 CDIConfig, release 1.66
//   dataimportcrons.cdi.kubevirt.io: cdi.kubevirt.io/v1beta1 DataImportCron, release 1.66
//   datasources.cdi.kubevirt.io: cdi.kubevirt.io/v1beta1 DataSource, release 1.66
//   datavolumes.cdi.kubevirt.io: cdi.kubevirt.io/v1beta1 DataVolume, release 1.66
//   objecttransfers.cdi.kubevirt.io: cdi.kubevirt.io/v1beta1 ObjectTransfer, release 1.66
//   storageprofiles.cdi.kubevirt.io: cdi.kubevirt.io/v1beta1 StorageProfile, release 1.66
//   volumeclonesources.cdi.kubevirt.io: cdi.kubevirt.io/v1beta1 VolumeCloneSource, release 1.66
//   volumeimportsources.cdi.kubevirt.io: cdi.kubevirt.io/v1beta1 VolumeImportSource, release 1.66
//   volumeuploadsources.cdi.kubevirt.io: cdi.kubevirt.io/v1beta1 VolumeUploadSource, release 1.66

export interface ObjectMeta {
  name?: string;
  generateName?: string;
  namespace?: string;
  labels?: { [key: string]: string };
  annotations?: { [key: string]: string };
  finalizers?: string[];
  [key: string]: unknown;
}

export interface CDI {
  apiVersion: 'cdi.kubevirt.io/v1beta1';
  kind: 'CDI';
  metadata: ObjectMeta;
  spec: CDISpec;
}

export interface CDIConfig {
  apiVersion: 'cdi.kubevirt.io/v1beta1';
  kind: 'CDIConfig';
  metadata: ObjectMeta;
  spec: Config;
}

export interface CDIV1alpha1 {
  apiVersion: 'cdi.kubevirt.io/v1alpha1';
  kind: 'CDI';
  metadata: ObjectMeta;
  spec: CDISpec;
}

export interface DataImportCron {
  apiVersion: 'cdi.kubevirt.io/v1beta1';
  kind: 'DataImportCron';
  metadata: ObjectMeta;
  spec: DataImportCronSpec;
}

export interface DataSource {
  apiVersion: 'cdi.kubevirt.io/v1beta1';
  kind: 'DataSource';
  metadata: ObjectMeta;
  spec: DataSourceSpec;
}

export interface DataVolume {
  apiVersion: 'cdi.kubevirt.io/v1beta1';
  kind: 'DataVolume';
  metadata: ObjectMeta;
  spec: DataVolumeSpec;
}

export interface ObjectTransfer {
  apiVersion: 'cdi.kubevirt.io/v1beta1';
  kind: 'ObjectTransfer';
  metadata: ObjectMeta;
  spec: ObjectTransferSpec;
}

export interface StorageProfile {
  apiVersion: 'cdi.kubevirt.io/v1beta1';
  kind: 'StorageProfile';
  metadata: ObjectMeta;
  spec: StorageProfileSpec;
}

export interface VolumeCloneSource {
  apiVersion: 'cdi.kubevirt.io/v1beta1';
  kind: 'VolumeCloneSource';
  metadata: ObjectMeta;
  spec: VolumeCloneSourceSpec;
}

export interface VolumeImportSource {
  apiVersion: 'cdi.kubevirt.io/v1beta1';
  kind: 'VolumeImportSource';
  metadata: ObjectMeta;
  spec: VolumeImportSourceSpec;
}

export interface VolumeUploadSource {
  apiVersion: 'cdi.kubevirt.io/v1beta1';
  kind: 'VolumeUploadSource';
  metadata: ObjectMeta;
  spec: VolumeUploadSourceSpec;
}

export interface Affinity {
  nodeAffinity?: NodeAffinity;
  podAffinity?: PodAffinity;
  podAntiAffinity?: PodAffinity;
}

export interface CDISpec {
  certConfig?: CertConfig;
  cloneStrategyOverride?: 'copy' | 'csi-clone' | 'snapshot';
  config?: Config;
  customizeComponents?: CustomizeComponents;
  imagePullPolicy?: 'Always' | 'IfNotPresent' | 'Never';
  infra?: Infra;
  priorityClass?: string;
  uninstallStrategy?: 'BlockUninstallIfWorkloadsExist' | 'RemoveWorkloads';
  workload?: Workload;
}

export interface Ca {
  duration?: string;
  renewBefore?: string;
}

export interface CertConfig {
  ca?: Ca;
  client?: Ca;
  server?: Ca;
}

export interface Checkpoint {
  current: string;
  previous: string;
}

export interface Claim {
  name: string;
  request?: string;
}

export interface ClaimPropertySet {
  accessModes: string[];
  volumeMode: 'Block' | 'Filesystem';
}

export interface Condition {
  lastHeartbeatTime?: string;
  lastTransitionTime?: string;
  message?: string;
  reason?: string;
  status: string;
  type: string;
}

export interface Config {
  dataVolumeTTLSeconds?: number;
  featureGates?: string[];
  filesystemOverhead?: FilesystemOverhead;
  imagePullSecrets?: ImagePullSecret[];
  importProxy?: ImportProxy;
  insecureRegistries?: string[];
  logVerbosity?: number;
  podResourceRequirements?: PodResourceRequirements;
  preallocation?: boolean;
  scratchSpaceStorageClass?: string;
  tlsSecurityProfile?: TlsSecurityProfile;
  uploadProxyURLOverride?: string;
  webhookPvcRendering?: string;
}

export interface Custom {
  ciphers: string[];
  minTLSVersion: 'VersionTLS10' | 'VersionTLS11' | 'VersionTLS12' | 'VersionTLS13';
}

export interface CustomizeComponents {
  flags?: Flags;
  patches?: Patch[];
}

export interface DataImportCronSpec {
  garbageCollect?: string;
  importsToKeep?: number;
  managedDataSource: string;
  retentionPolicy?: string;
  schedule: string;
  serviceAccountName?: string;
  template: DataImportCronTemplate;
}

export interface DataImportCronTemplate {
  apiVersion?: string;
  kind?: string;
  metadata?: ObjectMeta;
  spec: DataVolumeSpec;
  status?: DataImportCronTemplateStatus;
}

export interface DataImportCronTemplateStatus {
  claimName?: string;
  conditions?: Condition[];
  phase?: string;
  progress?: string;
  restartCount?: number;
}

export interface DataSourceRef {
  apiGroup?: string;
  kind: string;
  name: string;
  namespace?: string;
}

export interface DataSourceSource {
  dataSource?: SourcePvc;
  pvc?: SourcePvc;
  snapshot?: SourcePvc;
}

export interface DataSourceSpec {
  source: DataSourceSource;
}

export interface DataVolumePvc {
  accessModes?: string[];
  dataSource?: PvcDataSource;
  dataSourceRef?: DataSourceRef;
  resources?: Resources;
  selector?: LabelSelector;
  storageClassName?: string;
  volumeAttributesClassName?: string;
  volumeMode?: string;
  volumeName?: string;
}

export interface DataVolumeSource {
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

export interface DataVolumeSpec {
  checkpoints?: Checkpoint[];
  contentType?: 'archive' | 'kubevirt';
  finalCheckpoint?: boolean;
  preallocation?: boolean;
  priorityClassName?: string;
  pvc?: DataVolumePvc;
  serviceAccountName?: string;
  source?: DataVolumeSource;
  sourceRef?: SourceRef;
  storage?: Storage;
}

export interface FilesystemOverhead {
  global?: string;
  storageClass?: { [key: string]: string };
}

export interface Flags {
  api?: { [key: string]: string };
  controller?: { [key: string]: string };
  uploadProxy?: { [key: string]: string };
}

export interface Gcs {
  secretRef?: string;
  url: string;
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

export interface ImagePullSecret {
  name?: string;
}

export interface Imageio {
  certConfigMap?: string;
  diskId: string;
  insecureSkipVerify?: boolean;
  secretRef?: string;
  url: string;
}

export interface ImportProxy {
  HTTPProxy?: string;
  HTTPSProxy?: string;
  noProxy?: string;
  trustedCAProxy?: string;
}

export interface Infra {
  affinity?: Affinity;
  apiServerReplicas?: number;
  deploymentReplicas?: number;
  nodeSelector?: { [key: string]: string };
  tolerations?: Toleration[];
  uploadProxyReplicas?: number;
}

export interface LabelSelector {
  matchExpressions?: MatchExpression[];
  matchLabels?: { [key: string]: string };
}

export interface MatchExpression {
  key: string;
  operator: string;
  values?: string[];
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

export interface ObjectTransferSource {
  apiVersion?: string;
  kind: string;
  name: string;
  namespace: string;
  requiredAnnotations?: { [key: string]: string };
}

export interface ObjectTransferSpec {
  parentName?: string;
  source: ObjectTransferSource;
  target: Target;
}

export interface Patch {
  patch: string;
  resourceName: string;
  resourceType: string;
  type: string;
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
  labelSelector?: LabelSelector;
  matchLabelKeys?: string[];
  mismatchLabelKeys?: string[];
  namespaceSelector?: LabelSelector;
  namespaces?: string[];
  topologyKey: string;
}

export interface PodResourceRequirements {
  claims?: Claim[];
  limits?: { [key: string]: string | number };
  requests?: { [key: string]: string | number };
}

export interface Preference {
  matchExpressions?: MatchExpression[];
  matchFields?: MatchExpression[];
}

export interface PvcDataSource {
  apiGroup?: string;
  kind: string;
  name: string;
}

export interface Registry {
  certConfigMap?: string;
  imageStream?: string;
  platform?: Platform;
  pullMethod?: string;
  secretRef?: string;
  url?: string;
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

export interface SourcePvc {
  name: string;
  namespace: string;
}

export interface SourceRef {
  kind: string;
  name: string;
  namespace?: string;
}

export interface Storage {
  accessModes?: string[];
  dataSource?: PvcDataSource;
  dataSourceRef?: DataSourceRef;
  resources?: Resources;
  selector?: LabelSelector;
  storageClassName?: string;
  volumeMode?: string;
  volumeName?: string;
}

export interface StorageProfileSpec {
  claimPropertySets?: ClaimPropertySet[];
  cloneStrategy?: string;
  dataImportCronSourceFormat?: string;
  snapshotClass?: string;
}

export interface Target {
  name?: string;
  namespace?: string;
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

export interface VolumeCloneSourceSpec {
  preallocation?: boolean;
  priorityClassName?: string;
  source: PvcDataSource;
}

export interface VolumeImportSourceSource {
  blank?: { [key: string]: never };
  gcs?: Gcs;
  http?: Http;
  imageio?: Imageio;
  registry?: Registry;
  s3?: S3;
  vddk?: Vddk;
}

export interface VolumeImportSourceSpec {
  checkpoints?: Checkpoint[];
  contentType?: string;
  finalCheckpoint?: boolean;
  preallocation?: boolean;
  source?: VolumeImportSourceSource;
  targetClaim?: string;
}

export interface VolumeUploadSourceSpec {
  contentType?: string;
  preallocation?: boolean;
}

export interface Workload {
  affinity?: Affinity;
  nodeSelector?: { [key: string]: string };
  tolerations?: Toleration[];
}
