import type { Construct } from 'constructs';
import {
  VIRTUAL_MACHINE_CLUSTER_PREFERENCE,
  type VirtualMachineClusterPreferenceDeclaration,
  type VirtualMachineClusterPreferenceProps,
} from '../model/preference';
import { Companion } from './companion';

/** What VMs of all namespaces get where they do not say it. */
export class VirtualMachineClusterPreference extends Companion<VirtualMachineClusterPreferenceDeclaration> {
  constructor(scope: Construct, id: string, props: VirtualMachineClusterPreferenceProps = {}) {
    super(scope, id, props, VIRTUAL_MACHINE_CLUSTER_PREFERENCE);
  }
}
