import type { Construct } from 'constructs';
import {
  VIRTUAL_MACHINE_CLUSTER_INSTANCETYPE,
  type VirtualMachineClusterInstancetypeDeclaration,
  type VirtualMachineClusterInstancetypeProps,
} from '../model/instancetype';
import { Companion } from './companion';

/** Processors, memory and devices that VMs of all namespaces share. */
export class VirtualMachineClusterInstancetype extends Companion<VirtualMachineClusterInstancetypeDeclaration> {
  constructor(scope: Construct, id: string, props: VirtualMachineClusterInstancetypeProps) {
    super(scope, id, props, VIRTUAL_MACHINE_CLUSTER_INSTANCETYPE);
  }
}
