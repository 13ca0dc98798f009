import { isMap, type KubeObject } from '../kube/object';
import { valueAt, valuesAt } from '../kube/path';
import { atLeast } from '../kube/release';
import type { Target } from '../target/target';

/** Something that makes a guest itself, and that only the cluster knows where a manifest lacks it. */
interface IdentityField {
  /** How the report calls it. */
  readonly name: string;
  readonly path: string;
  /** First KubeVirt that makes one up at random when a VM is created; before, it follows from the name or is always the same. */
  readonly since?: string;
  readonly source: string;
}

const IDENTITY_FIELDS: readonly IdentityField[] = [
  {
    name: 'firmware.uuid',
    path: 'spec.template.spec.domain.firmware.uuid',
    since: '1.6',
    source:
      'kubevirt/kubevirt vm-mutator.go setFirmwareUUIDIfEmpty from v1.6.0; before, CalculateLegacyUUID of the name',
  },
  {
    name: 'firmware.serial',
    path: 'spec.template.spec.domain.firmware.serial',
    since: '1.7',
    source: 'kubevirt/kubevirt vm-mutator.go setFirmwareDefaultsIfEmpty from v1.7.0',
  },
];

/** What of a VM's identity its manifest does not have: created anew, the VM is another machine for its guest. */
export function missingIdentity(vm: KubeObject, target: Target): string[] {
  const firmware = IDENTITY_FIELDS.filter(
    ({ path, since }) => valueAt(vm, path) === undefined && (since === undefined || atLeast(target.kubevirt, since)),
  ).map(({ name }) => name);
  return [...firmware, ...interfacesWithoutMac(vm)];
}

/**
 * Interfaces whose address is made up when the VM starts.
 *
 * Source: kubevirt/kubevirt pkg/network: libvirt makes one up for each instance; with kubemacpool, its webhook when the VM is created.
 */
function interfacesWithoutMac(vm: KubeObject): string[] {
  return valuesAt(vm, 'spec.template.spec.domain.devices.interfaces[]').flatMap(({ value }) =>
    isMap(value) && value.macAddress === undefined && typeof value.name === 'string'
      ? [`networks[${value.name}].macAddress`]
      : [],
  );
}
