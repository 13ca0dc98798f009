import { groupOf } from '../kube/identity';
import type { KubeObject } from '../kube/object';

/** Kinds of Kubernetes and of what polyvirt writes that have no namespace. Source: `kubectl api-resources --namespaced=false` of Kubernetes 1.36, the CRDs of KubeVirt 1.9 and CDI 1.66. */
export const CLUSTER_SCOPED: readonly string[] = [
  'Namespace',
  'Node',
  'PersistentVolume',
  'CustomResourceDefinition.apiextensions.k8s.io',
  'APIService.apiregistration.k8s.io',
  'ClusterRole.rbac.authorization.k8s.io',
  'ClusterRoleBinding.rbac.authorization.k8s.io',
  'MutatingWebhookConfiguration.admissionregistration.k8s.io',
  'ValidatingWebhookConfiguration.admissionregistration.k8s.io',
  'MutatingAdmissionPolicy.admissionregistration.k8s.io',
  'MutatingAdmissionPolicyBinding.admissionregistration.k8s.io',
  'ValidatingAdmissionPolicy.admissionregistration.k8s.io',
  'ValidatingAdmissionPolicyBinding.admissionregistration.k8s.io',
  'StorageClass.storage.k8s.io',
  'CSIDriver.storage.k8s.io',
  'CSINode.storage.k8s.io',
  'VolumeAttachment.storage.k8s.io',
  'VolumeSnapshotClass.snapshot.storage.k8s.io',
  'PriorityClass.scheduling.k8s.io',
  'RuntimeClass.node.k8s.io',
  'IngressClass.networking.k8s.io',
  'CertificateSigningRequest.certificates.k8s.io',
  'FlowSchema.flowcontrol.apiserver.k8s.io',
  'PriorityLevelConfiguration.flowcontrol.apiserver.k8s.io',
  'VirtualMachineClusterInstancetype.instancetype.kubevirt.io',
  'VirtualMachineClusterPreference.instancetype.kubevirt.io',
  'MigrationPolicy.migrations.kubevirt.io',
  'Plugin.plugin.kubevirt.io',
  'CDI.cdi.kubevirt.io',
  'CDIConfig.cdi.kubevirt.io',
  'StorageProfile.cdi.kubevirt.io',
  'ObjectTransfer.cdi.kubevirt.io',
  'NetworkAddonsConfig.networkaddonsoperator.network.kubevirt.io',
  'NodeNetworkConfigurationPolicy.nmstate.io',
];

/** Whether an object is of such a kind. */
export function isClusterScoped({ apiVersion, kind }: Pick<KubeObject, 'apiVersion' | 'kind'>): boolean {
  const group = groupOf(apiVersion);
  return CLUSTER_SCOPED.includes(group === '' ? kind : `${kind}.${group}`);
}

/** An object whose operator brings kinds with it, and the groups that those are of. */
interface Bringer {
  readonly kind: string;
  readonly groups: readonly string[];
  readonly source: string;
}

const KUBEVIRT_GROUPS: readonly string[] = [
  'kubevirt.io',
  'instancetype.kubevirt.io',
  'pool.kubevirt.io',
  'snapshot.kubevirt.io',
  'clone.kubevirt.io',
  'export.kubevirt.io',
  'migrations.kubevirt.io',
  'backup.kubevirt.io',
  'plugin.kubevirt.io',
];
const CDI_GROUPS: readonly string[] = ['cdi.kubevirt.io', 'forklift.cdi.kubevirt.io'];

/**
 * Kinds that a cluster gets only after these objects are there: their absence before the first sync is no mistake.
 */
export const BRINGERS: readonly Bringer[] = [
  {
    kind: 'KubeVirt.kubevirt.io',
    groups: KUBEVIRT_GROUPS,
    source: 'kubevirt/kubevirt pkg/virt-operator/resource/generate/components/crds.go',
  },
  {
    kind: 'CDI.cdi.kubevirt.io',
    groups: CDI_GROUPS,
    source: 'kubevirt/containerized-data-importer pkg/operator/resources/cluster',
  },
  {
    kind: 'HyperConverged.hco.kubevirt.io',
    groups: [...KUBEVIRT_GROUPS, ...CDI_GROUPS, 'ssp.kubevirt.io', 'networkaddonsoperator.network.kubevirt.io'],
    source: 'kubevirt/hyperconverged-cluster-operator controllers/handlers',
  },
];
