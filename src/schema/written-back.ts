import type { KubeObject } from '../kube/object';
import type { Complaint } from './complaints';

const CLAIM = 'persistentVolumeClaim.claimName';

/**
 * Fields that a CRD requires and that virt-api writes back empty where they are missing: its mutating webhook replaces the whole
 * spec by what Go makes of it, before the API server asks the CRD, and none of its admitters asks for them.
 *
 * Below the spec of an instance. Sources: kubevirt pkg/virt-api/webhooks/mutating-webhook/mutators/vm-mutator.go, vmi-mutator.go.
 */
const WRITTEN_BACK: ReadonlySet<string> = new Set([
  'accessCredentials.sshPublicKey.source.secret.secretName',
  'accessCredentials.userPassword.source.secret.secretName',
  'domain.cpu.features.name',
  'domain.devices.filesystems.name',
  'domain.devices.gpus.name',
  'domain.devices.hostDevices.name',
  'domain.devices.inputs.name',
  'domain.devices.interfaces.binding.name',
  'domain.devices.interfaces.dhcpOptions.privateOptions.value',
  'domain.devices.watchdog.name',
  'livenessProbe.httpGet.httpHeaders.name',
  'livenessProbe.httpGet.httpHeaders.value',
  'readinessProbe.httpGet.httpHeaders.name',
  'readinessProbe.httpGet.httpHeaders.value',
  'volumes.containerDisk.image',
  'volumes.containerPath.path',
  'volumes.downwardAPI.fields.fieldRef.fieldPath',
  'volumes.downwardAPI.fields.path',
  'volumes.downwardAPI.fields.resourceFieldRef.resource',
  `volumes.ephemeral.${CLAIM}`,
  'volumes.memoryDump.claimName',
  `volumes.${CLAIM}`,
]);

/** Filled in for an instance only: a VirtualMachine is looked at before that. */
const DEFAULTED_IN_INSTANCES = 'domain.devices.inputs.type';

/** Where the spec of the instance is, by kind: of those that virt-api changes on their way in. */
const SPECS: Readonly<Record<string, string>> = {
  VirtualMachine: 'spec.template.spec.',
  VirtualMachineInstance: 'spec.',
};

/** Whether a field that is missing is written back empty, so that the object is accepted all the same. */
export function isWrittenBack({ apiVersion, kind }: KubeObject, { code, steps }: Complaint): boolean {
  const base = code === 'PV043' && apiVersion.startsWith('kubevirt.io/') ? SPECS[kind] : undefined;
  const path = steps.filter((step) => typeof step === 'string').join('.');
  if (base === undefined || !path.startsWith(base)) {
    return false;
  }
  const field = path.slice(base.length);
  return WRITTEN_BACK.has(field) || (field === DEFAULTED_IN_INSTANCES && kind === 'VirtualMachineInstance');
}

/** What to say of such a field. */
export const WRITTEN_BACK_WHY =
  'virt-api writes it back empty, so that the API server accepts the object, incomplete as it is';
