import type { Architecture } from '../../architectures/facts';
import { HYPERVISOR_LABEL } from '../../hypervisors/declaration';
import { isMap, type KubeObject, type MutableFields } from '../../kube/object';
import { valueAt } from '../../kube/path';
import { firstPatchOf } from '../../kube/release';
import { architectureOf, clusterArchitectures, type PlatformContext } from '../context';
import { withEscapes } from '../escape-hatch';
import type { Firmware } from '../firmware';
import { hypervisorMark, hypervisorOf, needsBootOrder, needsRawDisk, withoutRefused } from '../hypervisors';
import type { InstanceContext, InstanceDeclaration } from '../instance';
import { readBack } from '../read-back';
import { put, writeTable } from '../rows/row';
import {
  VIRTUAL_MACHINE,
  VIRTUAL_MACHINE_INSTANCE,
  type VirtualMachineDeclaration,
  type VirtualMachineInstanceDeclaration,
} from '../virtual-machine';
import { canImportArchitecture } from './data-volume';

/** A virtual machine: its instance, when it runs, and the volumes of its own. */
export function virtualMachine(declaration: VirtualMachineDeclaration, platform: PlatformContext): KubeObject {
  return withEscapes(virtualMachineOfKeys(declaration, platform), declaration);
}

/** The same without what is laid over it. */
export function virtualMachineOfKeys(declaration: VirtualMachineDeclaration, platform: PlatformContext): KubeObject {
  const spec: MutableFields = { domain: { devices: {} } };
  const object: MutableFields = {
    apiVersion: 'kubevirt.io/v1',
    kind: 'VirtualMachine',
    metadata: {},
    spec: { template: { spec } },
  };
  writeTable(VIRTUAL_MACHINE, declaration, object, contextOfVm(declaration, platform));
  markHypervisor(declaration, platform, object, ['spec', 'template']);
  return object as unknown as KubeObject;
}

/** A guest that runs once, without a VirtualMachine that keeps it. */
export function virtualMachineInstance(
  declaration: VirtualMachineInstanceDeclaration,
  platform: PlatformContext,
): KubeObject {
  return withEscapes(instanceOfKeys(declaration, platform), declaration);
}

/** The same without what is laid over it. */
export function instanceOfKeys(declaration: VirtualMachineInstanceDeclaration, platform: PlatformContext): KubeObject {
  const object: MutableFields = {
    apiVersion: 'kubevirt.io/v1',
    kind: 'VirtualMachineInstance',
    metadata: {},
    spec: { domain: { devices: {} } },
  };
  writeTable(VIRTUAL_MACHINE_INSTANCE, declaration, object, instanceContext(declaration, platform, false));
  markHypervisor(declaration, platform, object, []);
  // Volumes of its own are rejected: the field does not exist on an instance.
  delete (object.spec as MutableFields).dataVolumeTemplates;
  return object as unknown as KubeObject;
}

/** What the rows of a VM have to know beside the declaration. */
export function contextOfVm(declaration: VirtualMachineDeclaration, platform: PlatformContext): InstanceContext {
  return instanceContext(declaration, platform, declaration.preference !== undefined);
}

/** What the rows of an instance have to know beside the declaration. */
function instanceContext(
  declaration: InstanceDeclaration,
  platform: PlatformContext,
  hasPreference: boolean,
): InstanceContext {
  const architecture = architectureOf(declaration, platform);
  const hypervisor = hypervisorOf(declaration, platform);
  return {
    platform,
    name: declaration.name,
    namespace: declaration.namespace === undefined ? platform.namespace : (declaration.namespace ?? undefined),
    architecture,
    hasPreference,
    needsRawDisk: needsRawDisk(hypervisor),
    autoattach: withoutRefused(hypervisor),
    firmware: declaration.firmware,
    canSay: canImportArchitecture(platform.target),
    imported: importedArchitecture(architecture, platform),
  };
}

/** By a label that a policy finds its launcher pod by, or by a field that the cluster's CRD has; with the boot orders that it needs. */
export function markHypervisor(
  declaration: InstanceDeclaration,
  platform: PlatformContext,
  object: MutableFields,
  at: readonly string[],
): void {
  const { label, field } = hypervisorMark(declaration, platform);
  if (label !== undefined) {
    put(
      object,
      [...at, 'metadata'],
      labelled(
        at.reduce<MutableFields>((map, key) => map[key] as MutableFields, object),
        label,
      ),
    );
  }
  if (field !== undefined) {
    put(object, [...at, 'spec', 'hypervisor'], field);
  }
  if (needsBootOrder(hypervisorOf(declaration, platform))) {
    const { disks } = (valueAt(object, [...at, 'spec', 'domain', 'devices'].join('.')) ?? {}) as MutableFields;
    orderDisks(Array.isArray(disks) ? (disks as MutableFields[]) : []);
  }
}

/** Places in the order of booting for the disks that have none, behind those that have. */
function orderDisks(disks: readonly MutableFields[]): void {
  let last = Math.max(0, ...disks.map(({ bootOrder }) => (typeof bootOrder === 'number' ? bootOrder : 0)));
  for (const disk of disks.filter(({ bootOrder }) => bootOrder === undefined)) {
    last += 1;
    disk.bootOrder = last;
  }
}

function labelled({ metadata }: MutableFields, label: string): unknown {
  const { labels, ...rest } = (metadata ?? {}) as { readonly labels?: object };
  return { ...rest, labels: { ...labels, [HYPERVISOR_LABEL]: label } };
}

/**
 * Which architecture of an image to import for this VM.
 *
 * Without it the importer takes that of the node it happens to run on, so it is said unless all nodes are alike.
 */
function importedArchitecture(
  architecture: Architecture | undefined,
  platform: PlatformContext,
): Architecture | undefined {
  const { target, nodes } = platform;
  const alike = nodes !== undefined && clusterArchitectures(platform).length === 1;
  // Not asked for by the user: it is left out where an older patch of the same release would reject it.
  const isSafe = canImportArchitecture({ ...target, kubevirt: firstPatchOf(target.kubevirt) });
  return alike || !isSafe ? undefined : architecture;
}

/** A virtual machine as a declaration that makes the same object again; what no key says is in `spec` and `patches`. */
export function readVirtualMachine(object: KubeObject, platform: PlatformContext): VirtualMachineDeclaration {
  const { spec } = object;
  const template = isMap(spec) && isMap(spec.template) ? spec.template.spec : undefined;
  const hasPreference = isMap(spec) && spec.preference !== undefined;
  const context = instanceContext(sketchOf(object, template), platform, hasPreference);
  return readBack(VIRTUAL_MACHINE, object, context, (declaration) => virtualMachineOfKeys(declaration, platform));
}

/** The same of an instance of its own. */
export function readVirtualMachineInstance(
  object: KubeObject,
  platform: PlatformContext,
): VirtualMachineInstanceDeclaration {
  const context = instanceContext(sketchOf(object, object.spec), platform, false);
  return readBack(VIRTUAL_MACHINE_INSTANCE, object, context, (declaration) => instanceOfKeys(declaration, platform));
}

/** What decides about the rest of an instance, as far as its object tells. */
function sketchOf(object: KubeObject, spec: unknown): InstanceDeclaration {
  const { architecture, domain } = isMap(spec) ? spec : {};
  const { firmware } = isMap(domain) ? domain : {};
  const { namespace = null } = object.metadata;
  return {
    name: String(object.metadata.name),
    namespace,
    ...(architecture === undefined ? { architecture: null } : { architecture: architecture as Architecture }),
    ...(isMap(firmware) ? { firmware: firmware as Firmware } : {}),
  };
}
