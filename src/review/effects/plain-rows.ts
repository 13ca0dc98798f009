import type { ObjectRow } from './effect-row';

const INSTANCETYPES = [
  'VirtualMachineInstancetype.instancetype.kubevirt.io',
  'VirtualMachineClusterInstancetype.instancetype.kubevirt.io',
  'VirtualMachinePreference.instancetype.kubevirt.io',
  'VirtualMachineClusterPreference.instancetype.kubevirt.io',
];

const POLICIES = [
  'MutatingAdmissionPolicy.admissionregistration.k8s.io',
  'MutatingAdmissionPolicyBinding.admissionregistration.k8s.io',
  'ValidatingAdmissionPolicy.admissionregistration.k8s.io',
  'ValidatingAdmissionPolicyBinding.admissionregistration.k8s.io',
];

/** Effects on kinds that take changes in place. */
export const PLAIN_ROWS: readonly ObjectRow[] = [
  {
    kinds: INSTANCETYPES,
    path: 'spec',
    effect: 'none',
    severity: 'caution',
    text: 'This changes nothing that exists: virtual machines keep the revision that they were made with.',
    source: 'kubevirt pkg/instancetype/find/revision.go, pkg/instancetype/revision/store.go',
  },
  {
    kinds: ['MigrationPolicy.migrations.kubevirt.io'],
    path: 'spec',
    effect: 'next-migration',
    severity: 'info',
    text: 'Counts for migrations that begin later.',
    source: 'kubevirt pkg/virt-controller/watch/migration',
  },
  {
    kinds: ['DataSource.cdi.kubevirt.io'],
    path: 'spec',
    effect: 'live-update',
    severity: 'caution',
    text: 'Disks that are cloned from now on come from the new source; those that there are stay.',
    otherwise: 'undone by CDI, where an import manages the data source',
    source: 'CDI 1.66 pkg/controller/datasource-controller.go',
  },
  {
    kinds: ['StorageProfile.cdi.kubevirt.io'],
    path: 'spec',
    effect: 'live-update',
    severity: 'info',
    text: 'Counts for volumes that are made later.',
    source: 'CDI 1.66 pkg/controller/storageprofile-controller.go',
  },
  {
    kinds: POLICIES,
    path: 'spec',
    effect: 'live-update',
    severity: 'caution',
    text: 'Counts for requests from now on; what is stored stays until it is written again.',
    source: 'Kubernetes API',
  },
  {
    kinds: ['PersistentVolumeClaim'],
    path: 'spec.resources.requests.storage',
    effect: 'live-update',
    severity: 'info',
    text: 'The claim grows, where its storage class allows that.',
    otherwise: 'refused, where the storage class does not allow expansion',
    source: 'Kubernetes API validation',
  },
  {
    kinds: ['ConfigMap', 'Secret'],
    path: '',
    effect: 'live-update',
    severity: 'info',
    text: 'Applied in place; a virtual machine that has it as a disk sees it at its next start.',
    source: 'Kubernetes API; kubevirt pkg/config',
  },
];

/** What holds for metadata of every kind, and for what no row is about. */
export const LAST_ROWS: readonly Omit<ObjectRow, 'kinds'>[] = [
  {
    path: 'apiVersion',
    effect: 'none',
    severity: 'info',
    text: 'The same object in another version of its API.',
    source: 'Kubernetes API',
  },
  { path: 'metadata', effect: 'none', severity: 'info', text: 'No effect on what runs.', source: 'Kubernetes API' },
  { path: '', effect: 'live-update', severity: 'info', text: 'Applied in place.', source: 'Kubernetes API' },
];
