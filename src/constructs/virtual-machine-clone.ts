import type { Construct } from 'constructs';
import {
  VIRTUAL_MACHINE_CLONE,
  type VirtualMachineCloneDeclaration,
  type VirtualMachineCloneProps,
} from '../model/clone';
import { Companion } from './companion';

/** A VM that is made of another, or of a snapshot. */
export class VirtualMachineClone extends Companion<VirtualMachineCloneDeclaration> {
  constructor(scope: Construct, id: string, props: VirtualMachineCloneProps) {
    super(scope, id, props, VIRTUAL_MACHINE_CLONE);
  }
}
