import './in-node';

export type { Architecture, Bus } from './architectures/facts';
export type { ArgocdDeclaration, ArgocdDestination } from './argocd/declaration';
export type { IgnoreDifference } from './argocd/drift';
export type { DeliveryDeclaration, PluginSource } from './argocd/fleet/application';
export type { RolloutStep } from './argocd/fleet/application-set';
export {
  type CheckOptions,
  check,
  launcherPod,
  migratability,
  notJudgedKinds,
  type PlaceOptions,
  place,
} from './cluster/judge/library';
export type { LauncherPod, PodLine } from './cluster/launcher-pod';
export type { Migratability } from './cluster/migratability';
export { Application, type ApplicationProps, ApplicationSet, type ApplicationSetProps } from './constructs/application';
export {
  DataVolume,
  MigrationPolicy,
  NetworkAttachmentDefinition,
  VirtualMachineClone,
  VirtualMachineClusterInstancetype,
  VirtualMachineClusterPreference,
  VirtualMachineExport,
  VirtualMachineInstancetype,
  VirtualMachinePool,
  VirtualMachinePreference,
  VirtualMachineRestore,
  VirtualMachineSnapshot,
} from './constructs/companions';
export { Enforcement, type EnforcementProps } from './constructs/enforcement';
export { HyperConverged, KubeVirt } from './constructs/kubevirt';
export {
  InfraLabels,
  type InfraLabelsProps,
  MachineDeployment,
  type MachineDeploymentProps,
} from './constructs/machine-deployment';
export { Manifests, type ManifestsProps } from './constructs/manifests';
export { Parameter, type ParameterOptions } from './constructs/parameter';
export { Platform, type PlatformProps } from './constructs/platform';
export { type PerArchitectureProps, VirtualMachine, VirtualMachineInstance } from './constructs/virtual-machine';
export type { Finding, FindingObject, Place, Severity } from './findings/finding';
export type { NotJudged, NotJudgedSort } from './findings/not-judged';
export type { Allowance, FindingsPolicy } from './findings/policy';
export {
  HCO_FEATURE_GATES,
  type HcoFeatureGate,
  type HcoGateFact,
  type HcoGateForm,
  type HcoPhase,
  type HcoStep,
  hcoGateOf,
} from './gates/hco';
export {
  CustomGate,
  FeatureGates,
  type GateEntry,
  type GateRegistration,
  type GateSupport,
  type GateSupportDeclaration,
  type Support,
  type SupportInput,
} from './gates/registry';
export type { FeatureGate, Stage } from './gates/stages';
export type { SupportByArch, SupportStatus } from './gates/support';
export type {
  HypervisorDeclaration,
  HypervisorOptions,
  LauncherImages,
  PropertiesDeclaration,
  Realisation,
} from './hypervisors/declaration';
export type { Feature as HypervisorFeature } from './hypervisors/features';
export { Hypervisor } from './hypervisors/hypervisor';
export type { KubeObject, ObjectMeta } from './kube/object';
export type { QuantityInput } from './kube/quantity';
export type { Toleration } from './kube/toleration';
export type { InfraLabel, InfraLabelsController } from './machines/infra-labels';
export {
  type InfraLabelsAccess,
  type InfraLabelsAccessOptions,
  infraLabelsAccess,
} from './machines/infra-labels';
export type {
  ClusterApiOptions,
  MachineDialect,
  MachineDns,
  MachineLocation,
  MachineMatcher,
  MachineNetwork,
  MachineNode,
  MachineSubnet,
  MachineTaint,
  PrimaryDisk,
  SecondaryDisk,
  SecretKeyReference,
} from './machines/pool-parts';
export { spawnedVirtualMachine } from './machines/spawned';
export type { AccessCredential } from './model/access-credential';
export type { Clock } from './model/clock';
export type { CloneFilters, VirtualMachineCloneProps } from './model/clone';
export { CloudInit, type CloudInitData, type CloudInitDeclaration } from './model/cloud-init';
export type { PlatformContext } from './model/context';
export type { Cpu } from './model/cpu';
export type { AccessMode, DataVolumeProps, StorageOptions } from './model/data-volume';
export {
  BootSource,
  DataVolumeSource,
  type HttpSourceOptions,
  type RegistrySourceOptions,
} from './model/data-volume-source';
export { Disk, type DiskDeclaration, type DiskDevice, type DiskOptions } from './model/disk';
export type { EscapeHatches, Part, PatchOperation } from './model/escape-hatch';
export type { VirtualMachineExportProps } from './model/export';
export type { Features, HyperV } from './model/features';
export type { Bootloader, Firmware } from './model/firmware';
export {
  GoldenImage,
  type GoldenImageDeclaration,
  type GoldenImageOptions,
  type GoldenImageStream,
  type GoldenRegistry,
} from './model/golden-image';
export type { HyperConvergedDeclaration, HyperConvergedPlacement, HyperConvergedProps } from './model/hyper-converged';
export type { Chassis } from './model/instance';
export type { FilesystemDeclaration, ResourceClaim } from './model/instance-devices';
export type { DnsConfig, EvictionStrategy, GuestResources } from './model/instance-pod';
export type {
  InstancetypeCpu,
  InstancetypeMemory,
  InstancetypeOptions,
  SharedAnnotations,
  VirtualMachineClusterInstancetypeProps,
  VirtualMachineInstancetypeProps,
} from './model/instancetype';
export type { ArchitectureConfiguration, KubeVirtDeclaration, KubeVirtProps, NodePlacement } from './model/kubevirt';
export type { LaunchSecurity } from './model/launch-security';
export type { Memory } from './model/memory';
export type { TemplateMetadata } from './model/metadata';
export type { MigrationPolicyProps } from './model/migration-policy';
export { Network, type NetworkBinding, type NetworkDeclaration, type NetworkOptions, type Port } from './model/network';
export type { NetworkAttachmentDefinitionProps, NetworkAttachmentSpec } from './model/network-attachment';
export type { PoolScaleIn, PoolSelectionPolicy, PoolUpdate } from './model/pool-strategies';
export type {
  PreferenceOptions,
  PreferenceRequirements,
  VirtualMachineClusterPreferenceProps,
  VirtualMachinePreferenceProps,
} from './model/preference';
export type { Probe } from './model/probe';
export type {
  VirtualMachineRestoreProps,
  VirtualMachineSnapshotProps,
  VolumeRestoreOverride,
} from './model/snapshot';
export type { TypedReference } from './model/typed-reference';
export type {
  InstancetypeName,
  MatcherReference,
  PreferenceName,
  RunStrategy,
  VirtualMachineInstanceProps,
  VirtualMachineProps,
} from './model/virtual-machine';
export type {
  PoolAutohealing,
  PoolNameGeneration,
  VirtualMachinePoolProps,
  VirtualMachinePoolTemplate,
} from './model/virtual-machine-pool';
export { Volume } from './model/volume';
export type { ContainerVolumeOptions, HostDiskType, ImagePullPolicy } from './model/volume-kinds';
export type { WatchdogAction } from './model/watchdog';
export type {
  AvoidedNodes,
  NodesDeclaration,
  PeersDeclaration,
  PlacementDeclaration,
  PreferredNodes,
  SpreadDeclaration,
  Strength,
} from './placement/declaration';
export { type PeersOptions, Placement, type SpreadOptions } from './placement/placement';
export type { NodePreset, PresetsDeclaration, PresetType } from './placement/presets';
export type { Migration, Targets } from './pods/migration';
export type { Loss, Rejection } from './pods/place';
export type {
  ChangeReport,
  LossReport,
  NodeReport,
  PlaceReport,
  Rollout,
  WorkloadName,
  WorkloadReport,
} from './pods/place-report';
export type { ObjectionKind } from './pods/scheduler-filters';
export type { Change } from './pods/smallest-change';
export type { Assumption, EffectName, EffectSeverity } from './review/effects/effect';
export type { LiveState, StartedInstance } from './review/effects/live-state';
export type {
  AlertChange,
  ChangeOrigin,
  ClusterFinding,
  FitChange,
  GateChange,
  Review,
  ReviewedChange,
  ReviewedField,
  TargetChange,
  Verdict,
} from './review/result';
export { type ReviewInput, type ReviewOptions, review } from './review/review';
export type { ClusterNode, Distribution, Taint } from './target/node';
export { NodePool, type NodePoolDeclaration, type NodePoolProps, type NodeRole } from './target/node-pool';
export { NodeInventory } from './target/nodes';
export type { Target, TargetDeclaration } from './target/target';
export type { ChangedFinding, UpgradeAdvice, UpgradeStep } from './upgrade/upgrade';
export { type Upgrade, type UpgradeOptions, upgradeAdvice } from './upgrade/upgrade';
export { PolyvirtValidation, type PolyvirtValidationProps } from './validation/polyvirt-validation';
