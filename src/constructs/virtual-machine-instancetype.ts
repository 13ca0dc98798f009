import type { Construct } from 'constructs';
import {
  VIRTUAL_MACHINE_INSTANCETYPE,
  type VirtualMachineInstancetypeDeclaration,
  type VirtualMachineInstancetypeProps,
} from '../model/instancetype';
import { Companion } from './companion';

/** Processors, memory and devices that VMs of one namespace share. */
export class VirtualMachineInstancetype extends Companion<VirtualMachineInstancetypeDeclaration> {
  constructor(scope: Construct, id: string, props: VirtualMachineInstancetypeProps) {
    super(scope, id, props, VIRTUAL_MACHINE_INSTANCETYPE);
  }
}
