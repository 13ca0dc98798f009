import type { Construct } from 'constructs';
import {
  VIRTUAL_MACHINE_EXPORT,
  type VirtualMachineExportDeclaration,
  type VirtualMachineExportProps,
} from '../model/export';
import { Companion } from './companion';

/** Volumes that can be downloaded for a while. */
export class VirtualMachineExport extends Companion<VirtualMachineExportDeclaration> {
  constructor(scope: Construct, id: string, props: VirtualMachineExportProps) {
    super(scope, id, props, VIRTUAL_MACHINE_EXPORT);
  }
}
