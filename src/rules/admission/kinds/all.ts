import { kindOf } from '../../../cluster/instance-of';
import { NOTHING_WRONG, type Rule } from '../../rule';
import { checkClone } from './clone';
import { checkExport } from './export';
import { checkInstancetype } from './instancetype';
import type { KindCheck } from './kind-check';
import { checkMigration } from './migration';
import { checkMigrationPolicy } from './migration-policy';
import { checkPlugin } from './plugin';
import { checkPool } from './pool';
import { checkPreference } from './preference';
import { checkPreset } from './preset';
import { checkRestore, checkSnapshot } from './snapshot';

/** One admitter of virt-api for each kind that is no guest; a new one is a line here. */
const CHECKS: ReadonlyMap<string, KindCheck> = new Map([
  ['VirtualMachinePool.pool.kubevirt.io', checkPool],
  ['VirtualMachineInstancetype.instancetype.kubevirt.io', checkInstancetype],
  ['VirtualMachineClusterInstancetype.instancetype.kubevirt.io', checkInstancetype],
  ['VirtualMachinePreference.instancetype.kubevirt.io', checkPreference],
  ['VirtualMachineClusterPreference.instancetype.kubevirt.io', checkPreference],
  ['VirtualMachineInstancePreset.kubevirt.io', checkPreset],
  ['VirtualMachineSnapshot.snapshot.kubevirt.io', checkSnapshot],
  ['VirtualMachineRestore.snapshot.kubevirt.io', checkRestore],
  ['VirtualMachineClone.clone.kubevirt.io', checkClone],
  ['VirtualMachineExport.export.kubevirt.io', checkExport],
  ['VirtualMachineInstanceMigration.kubevirt.io', checkMigration],
  ['MigrationPolicy.migrations.kubevirt.io', checkMigrationPolicy],
  ['Plugin.plugin.kubevirt.io', checkPlugin],
]);

/** What virt-api rejects when it creates an object of another kind than guests. */
export const otherKinds: Rule = (cluster) => ({
  object: (object) => CHECKS.get(kindOf(object))?.(object, cluster) ?? NOTHING_WRONG,
});
