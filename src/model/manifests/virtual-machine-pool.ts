import type { Finding } from '../../findings/finding';
import { isMap, type KubeObject, type MutableFields } from '../../kube/object';
import type { PlatformContext } from '../context';
import { isSame } from '../rows/row';
import { type PoolContext, selectorOf, type VirtualMachinePoolDeclaration, vmOfPool } from '../virtual-machine-pool';
import { leftOutOfVm } from './left-out-of-vm';
import { contextOfVm, markHypervisor } from './virtual-machine';

const TEMPLATE_PATH = ['spec', 'virtualMachineTemplate', 'spec', 'template'];

/** What the rows of a pool have to know. */
export function contextOfPool(declaration: VirtualMachinePoolDeclaration, platform: PlatformContext): PoolContext {
  return {
    ...contextOfVm(vmOfPool(declaration), platform),
    isShared: true,
    poolLabels: declaration.selector === undefined ? selectorOf(declaration.name).matchLabels : undefined,
  };
}

/** What a pool has beside its rows: the mark of a hypervisor in its template. */
export function finishPool(
  object: MutableFields,
  declaration: VirtualMachinePoolDeclaration,
  platform: PlatformContext,
): void {
  markHypervisor(vmOfPool(declaration), platform, object, TEMPLATE_PATH);
}

/** What is declared of the VMs of a pool and has no place in its object on this platform. */
export function leftOutOfPool(declaration: VirtualMachinePoolDeclaration, platform: PlatformContext): Finding[] {
  return leftOutOfVm(vmOfPool(declaration), platform).map(({ path, ...finding }) => ({
    ...finding,
    ...(path === undefined ? {} : { path: `virtualMachineTemplate.${path}` }),
  }));
}

/** What decides about the rest of a pool, as far as its object tells. */
export function sketchOfPool({ metadata, spec }: KubeObject): VirtualMachinePoolDeclaration {
  const name = typeof metadata.name === 'string' ? metadata.name : '';
  const { selector, virtualMachineTemplate } = isMap(spec) ? spec : {};
  const vm = isMap(virtualMachineTemplate) && isMap(virtualMachineTemplate.spec) ? virtualMachineTemplate.spec : {};
  const instance = isMap(vm.template) && isMap(vm.template.spec) ? vm.template.spec : {};
  const { firmware } = isMap(instance.domain) ? instance.domain : {};
  return {
    name,
    ...(isSame(selector, selectorOf(name)) ? {} : { selector: {} }),
    virtualMachineTemplate: {
      architecture: (instance.architecture ?? null) as never,
      ...(vm.preference === undefined ? {} : { preference: {} }),
      ...(isMap(firmware) ? { firmware: firmware as never } : {}),
    },
  };
}
