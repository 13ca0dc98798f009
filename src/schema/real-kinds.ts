import type { Finding } from '../findings/finding';
import { shownValue } from '../findings/secrets/shown-value';
import { chooseFrom } from '../findings/suggestion';
import { groupOf } from '../kube/identity';
import { COMPONENT_NAMES } from '../target/facts';
import type { Target } from '../target/target';
import { isBeyond } from './release-view';
import { type TabledComponent, tableOf } from './tables';

/** Every kind that a group has or had, also those that the field tables leave out. */
interface GroupFact {
  readonly component: TabledComponent;
  readonly kinds: readonly string[];
  readonly source: string;
}

const API = 'kubevirt staging/src/kubevirt.io/api';
const CDI_API = 'containerized-data-importer staging/src/kubevirt.io/containerized-data-importer-api/pkg/apis/core';

/** By API group; a new kind is a word here. */
const GROUPS: ReadonlyMap<string, GroupFact> = new Map([
  [
    'kubevirt.io',
    {
      component: 'kubevirt',
      kinds: [
        'KubeVirt',
        'VirtualMachine',
        'VirtualMachineInstance',
        'VirtualMachineInstanceMigration',
        'VirtualMachineInstancePreset',
        'VirtualMachineInstanceReplicaSet',
      ],
      source: `${API}/core/v1/register.go`,
    },
  ],
  [
    'instancetype.kubevirt.io',
    {
      component: 'kubevirt',
      kinds: [
        'VirtualMachineInstancetype',
        'VirtualMachineClusterInstancetype',
        'VirtualMachinePreference',
        'VirtualMachineClusterPreference',
      ],
      source: `${API}/instancetype/v1beta1/register.go`,
    },
  ],
  ['pool.kubevirt.io', { component: 'kubevirt', kinds: ['VirtualMachinePool'], source: `${API}/pool` }],
  ['migrations.kubevirt.io', { component: 'kubevirt', kinds: ['MigrationPolicy'], source: `${API}/migrations` }],
  ['clone.kubevirt.io', { component: 'kubevirt', kinds: ['VirtualMachineClone'], source: `${API}/clone` }],
  ['export.kubevirt.io', { component: 'kubevirt', kinds: ['VirtualMachineExport'], source: `${API}/export` }],
  [
    'snapshot.kubevirt.io',
    {
      component: 'kubevirt',
      kinds: ['VirtualMachineSnapshot', 'VirtualMachineSnapshotContent', 'VirtualMachineRestore'],
      source: `${API}/snapshot`,
    },
  ],
  [
    'backup.kubevirt.io',
    {
      component: 'kubevirt',
      kinds: ['VirtualMachineBackup', 'VirtualMachineBackupTracker'],
      source: `${API}/backup`,
    },
  ],
  ['plugin.kubevirt.io', { component: 'kubevirt', kinds: ['Plugin'], source: `${API}/plugin` }],
  [
    'cdi.kubevirt.io',
    {
      component: 'cdi',
      kinds: [
        'CDI',
        'CDIConfig',
        'DataImportCron',
        'DataSource',
        'DataVolume',
        'ObjectTransfer',
        'StorageProfile',
        'VolumeCloneSource',
        'VolumeImportSource',
        'VolumeUploadSource',
      ],
      source: `${CDI_API}/v1beta1/register.go`,
    },
  ],
  [
    'hco.kubevirt.io',
    { component: 'hco', kinds: ['HyperConverged'], source: 'hyperconverged-cluster-operator api/v1beta1' },
  ],
]);

/** The one version of the group without a name. */
const CORE_VERSION = 'v1';

function notCore(apiVersion: string, kind: string): Finding {
  const [group] = groupsOf(kind);
  return {
    code: 'PV046',
    severity: 'error',
    path: 'apiVersion',
    what: `Kubernetes serves no API version ${shownValue(apiVersion)}`,
    why: 'The API server refuses the object; nothing in it is judged here',
    fix: group === undefined ? 'write v1, or a group and its version, as apps/v1' : `write an apiVersion of ${group}`,
    source: 'k8s.io/apimachinery pkg/runtime/schema/group_version.go ParseGroupVersion',
  };
}

function groupsOf(kind: string): string[] {
  return [...GROUPS].filter(([, { kinds }]) => kinds.includes(kind)).map(([group]) => group);
}

/** A kind that its group does not have, where the group is known, and an API version that no group has. */
export function checkKind(apiVersion: string, kind: string, target: Target): Finding[] {
  const group = groupOf(apiVersion);
  if (group === '' && apiVersion !== CORE_VERSION) {
    return [notCore(apiVersion, kind)];
  }
  const fact = GROUPS.get(group);
  if (fact === undefined || fact.kinds.some((known) => kind === known || kind === `${known}List`)) {
    return [];
  }
  const { component, kinds, source } = fact;
  const [elsewhere] = groupsOf(kind);
  const [known] = Object.values(tableOf(component).kinds);
  return [
    {
      code: 'PV049',
      // A release that is newer than the tables may have brought the kind.
      severity: isBeyond(known?.releases ?? [], target[component]) ? 'warning' : 'error',
      path: 'kind',
      what: `${COMPONENT_NAMES[component]} has no kind "${kind.slice(0, 80)}" in ${group}`,
      why: 'The API server does not know the kind, and refuses the object; nothing in it is judged here',
      fix: elsewhere === undefined ? chooseFrom(kind, kinds) : `write an apiVersion of ${elsewhere}`,
      source,
    },
  ];
}
