import { VIRTUAL_MACHINE_CLONE, type VirtualMachineCloneDeclaration } from './clone';
import type { CompanionKind } from './companion';
import type { Escaping } from './escape-hatch';
import { VIRTUAL_MACHINE_EXPORT, type VirtualMachineExportDeclaration } from './export';
import {
  VIRTUAL_MACHINE_CLUSTER_INSTANCETYPE,
  VIRTUAL_MACHINE_INSTANCETYPE,
  type VirtualMachineClusterInstancetypeDeclaration,
  type VirtualMachineInstancetypeDeclaration,
} from './instancetype';
import { MIGRATION_POLICY, type MigrationPolicyDeclaration } from './migration-policy';
import { NETWORK_ATTACHMENT, type NetworkAttachmentDefinitionDeclaration } from './network-attachment';
import {
  VIRTUAL_MACHINE_CLUSTER_PREFERENCE,
  VIRTUAL_MACHINE_PREFERENCE,
  type VirtualMachineClusterPreferenceDeclaration,
  type VirtualMachinePreferenceDeclaration,
} from './preference';
import {
  VIRTUAL_MACHINE_RESTORE,
  VIRTUAL_MACHINE_SNAPSHOT,
  type VirtualMachineRestoreDeclaration,
  type VirtualMachineSnapshotDeclaration,
} from './snapshot';
import { VIRTUAL_MACHINE_POOL, type VirtualMachinePoolDeclaration } from './virtual-machine-pool';

/** What a platform declares beside VMs, by the key of its list. */
export interface CompanionDeclarations {
  readonly networkAttachments?: readonly NetworkAttachmentDefinitionDeclaration[];
  readonly instancetypes?: readonly VirtualMachineInstancetypeDeclaration[];
  readonly clusterInstancetypes?: readonly VirtualMachineClusterInstancetypeDeclaration[];
  readonly preferences?: readonly VirtualMachinePreferenceDeclaration[];
  readonly clusterPreferences?: readonly VirtualMachineClusterPreferenceDeclaration[];
  readonly virtualMachinePools?: readonly VirtualMachinePoolDeclaration[];
  readonly migrationPolicies?: readonly MigrationPolicyDeclaration[];
  readonly snapshots?: readonly VirtualMachineSnapshotDeclaration[];
  readonly restores?: readonly VirtualMachineRestoreDeclaration[];
  readonly clones?: readonly VirtualMachineCloneDeclaration[];
  readonly exports?: readonly VirtualMachineExportDeclaration[];
}

/** The declaration in a list. */
type Listed<K extends keyof CompanionDeclarations> = NonNullable<CompanionDeclarations[K]>[number];

/** The kinds that a platform declares beside VMs, each with the sentence that editors show of its key. */
export const COMPANIONS: {
  readonly [K in keyof CompanionDeclarations]-?: readonly [kind: CompanionKind<Listed<K>>, sentence: string];
} = {
  networkAttachments: [NETWORK_ATTACHMENT, 'Networks that VMs are put on by Multus.'],
  instancetypes: [VIRTUAL_MACHINE_INSTANCETYPE, 'Processors, memory and devices that VMs of one namespace share.'],
  clusterInstancetypes: [
    VIRTUAL_MACHINE_CLUSTER_INSTANCETYPE,
    'Processors, memory and devices that VMs of all namespaces share.',
  ],
  preferences: [VIRTUAL_MACHINE_PREFERENCE, 'What VMs of one namespace get where they do not say it.'],
  clusterPreferences: [VIRTUAL_MACHINE_CLUSTER_PREFERENCE, 'What VMs of all namespaces get where they do not say it.'],
  virtualMachinePools: [VIRTUAL_MACHINE_POOL, 'Sets of equal VMs that KubeVirt keeps at a number.'],
  migrationPolicies: [MIGRATION_POLICY, 'How some guests migrate.'],
  snapshots: [VIRTUAL_MACHINE_SNAPSHOT, 'States of VMs and their volumes at one time.'],
  restores: [VIRTUAL_MACHINE_RESTORE, 'VMs that get the state of a snapshot back.'],
  clones: [VIRTUAL_MACHINE_CLONE, 'VMs that are made of others, or of snapshots.'],
  exports: [VIRTUAL_MACHINE_EXPORT, 'Volumes that can be downloaded for a while.'],
};

/** What a platform has of one kind. */
interface CompanionList {
  readonly key: string;
  readonly kind: CompanionKind<Escaping>;
  readonly list: readonly Escaping[];
}

/** The lists that a platform has, each with its kind. */
export function companionLists(declaration: CompanionDeclarations): CompanionList[] {
  return (Object.keys(COMPANIONS) as (keyof CompanionDeclarations)[]).flatMap((key) => {
    const list = declaration[key];
    return list === undefined ? [] : [{ key, kind: COMPANIONS[key][0] as never, list: list as readonly Escaping[] }];
  });
}
