import type { Construct } from 'constructs';
import {
  VIRTUAL_MACHINE_SNAPSHOT,
  type VirtualMachineSnapshotDeclaration,
  type VirtualMachineSnapshotProps,
} from '../model/snapshot';
import { Companion } from './companion';

/** The state of a VM and its volumes at one time. */
export class VirtualMachineSnapshot extends Companion<VirtualMachineSnapshotDeclaration> {
  constructor(scope: Construct, id: string, props: VirtualMachineSnapshotProps) {
    super(scope, id, props, VIRTUAL_MACHINE_SNAPSHOT);
  }
}
