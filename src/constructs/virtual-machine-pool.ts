import type { Construct } from 'constructs';
import {
  VIRTUAL_MACHINE_POOL,
  type VirtualMachinePoolDeclaration,
  type VirtualMachinePoolProps,
} from '../model/virtual-machine-pool';
import { Companion } from './companions';
import { Platform } from './platform';

/** A set of equal VMs that KubeVirt keeps at a number. */
export class VirtualMachinePool extends Companion<VirtualMachinePoolDeclaration> {
  constructor(scope: Construct, id: string, props: VirtualMachinePoolProps) {
    super(scope, id, props, VIRTUAL_MACHINE_POOL);
    const { architecture, hypervisor } = props.virtualMachineTemplate ?? {};
    Platform.tryOf(this)?._requests(architecture, hypervisor);
  }
}
