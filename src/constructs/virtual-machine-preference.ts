import type { Construct } from 'constructs';
import {
  VIRTUAL_MACHINE_PREFERENCE,
  type VirtualMachinePreferenceDeclaration,
  type VirtualMachinePreferenceProps,
} from '../model/preference';
import { Companion } from './companion';

/** What VMs of one namespace get where they do not say it. */
export class VirtualMachinePreference extends Companion<VirtualMachinePreferenceDeclaration> {
  constructor(scope: Construct, id: string, props: VirtualMachinePreferenceProps = {}) {
    super(scope, id, props, VIRTUAL_MACHINE_PREFERENCE);
  }
}
