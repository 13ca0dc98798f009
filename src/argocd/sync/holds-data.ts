import { groupOf } from '../../kube/identity';
import { isMap, type KubeObject } from '../../kube/object';

/** Kinds whose deletion takes data, or everything that depends on them, with it. */
const KEEPERS: Readonly<Record<string, string>> = {
  'Namespace.': 'everything in it',
  'PersistentVolumeClaim.': 'its volume',
  'PersistentVolume.': 'its volume',
  'CustomResourceDefinition.apiextensions.k8s.io': 'every object of its kind',
  'KubeVirt.kubevirt.io': 'KubeVirt, and with it every virtual machine',
  'HyperConverged.hco.kubevirt.io': 'KubeVirt and CDI, and with them every virtual machine',
  'CDI.cdi.kubevirt.io': 'CDI, and with it every DataVolume',
  'DataVolume.cdi.kubevirt.io': 'its volume',
};

/** What goes with an object that is deleted; nothing where it can be made again. */
export function lostWith(object: KubeObject): string | undefined {
  const kind = `${object.kind}.${groupOf(object.apiVersion)}`;
  if (kind !== 'VirtualMachine.kubevirt.io') {
    return Object.hasOwn(KEEPERS, kind) ? KEEPERS[kind] : undefined;
  }
  return keepsState(object.spec) ? 'the disks that were made for it, and its state' : undefined;
}

/** A machine with disks of its own, or with firmware or a TPM that remember something. */
function keepsState(spec: unknown): boolean {
  const { dataVolumeTemplates, template } = mapOf(spec);
  const { domain, volumes } = mapOf(mapOf(template).spec);
  const { devices, firmware } = mapOf(domain);
  return (
    listOf(dataVolumeTemplates).length > 0 ||
    listOf(volumes).some((volume) => ['dataVolume', 'persistentVolumeClaim'].some((key) => key in mapOf(volume))) ||
    mapOf(mapOf(devices).tpm).persistent === true ||
    mapOf(mapOf(mapOf(firmware).bootloader).efi).persistent === true
  );
}

function mapOf(value: unknown): Readonly<Record<string, unknown>> {
  return isMap(value) ? value : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
