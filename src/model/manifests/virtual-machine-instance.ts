import type { VirtualMachineInstance } from '../../../imports/kubevirt';
import type { KubeObject } from '../../kube/object';
import type { PlatformContext } from '../context';
import type { InstanceDeclaration } from '../virtual-machine';
import { instanceSpec } from './instance-spec';
import { metadataOf, withHypervisor } from './metadata';

/** A guest that runs once, without a VirtualMachine that keeps it. */
export function virtualMachineInstance(declaration: InstanceDeclaration, platform: PlatformContext): KubeObject {
  return {
    apiVersion: 'kubevirt.io/v1',
    kind: 'VirtualMachineInstance',
    metadata: metadataOf(
      { ...declaration, labels: withHypervisor(declaration.labels, declaration, platform) ?? {} },
      platform,
    ),
    spec: instanceSpec(declaration, platform),
  } satisfies VirtualMachineInstance;
}
