import type { Construct } from 'constructs';
import {
  VIRTUAL_MACHINE_RESTORE,
  type VirtualMachineRestoreDeclaration,
  type VirtualMachineRestoreProps,
} from '../model/snapshot';
import { Companion } from './companion';

/** A VM that gets its state of a snapshot back. */
export class VirtualMachineRestore extends Companion<VirtualMachineRestoreDeclaration> {
  constructor(scope: Construct, id: string, props: VirtualMachineRestoreProps) {
    super(scope, id, props, VIRTUAL_MACHINE_RESTORE);
  }
}
