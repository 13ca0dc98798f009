import type { Finding } from '../findings/finding';
import { type PathStep, pathOfSteps, pathSteps } from '../kube/path';
import { CLOUD_INIT_DISK } from './cloud-init';

/** Where a declared key goes in its object, and the key; `*` is the name of an item, which both have. */
type Row = readonly [object: string, declared: string];

const METADATA: readonly Row[] = [
  ['metadata.name', 'name'],
  ['metadata.namespace', 'namespace'],
  ['metadata.labels', 'labels'],
  ['metadata.annotations', 'annotations'],
];

/** Below the spec of an instance. */
const INSTANCE: readonly Row[] = [
  ['architecture', 'architecture'],
  ['affinity', 'placement'],
  ['topologySpreadConstraints', 'placement'],
  ['evictionStrategy', 'evictionStrategy'],
  ['hostname', 'hostname'],
  ['hypervisor', 'hypervisor'],
  ['networks', 'networks'],
  ['networks[*]', 'networks[*]'],
  ['nodeSelector', 'nodeSelector'],
  ['priorityClassName', 'priorityClassName'],
  ['terminationGracePeriodSeconds', 'terminationGracePeriodSeconds'],
  ['tolerations', 'tolerations'],
  ['volumes', 'disks'],
  ['volumes[*]', 'disks[*]'],
  [`volumes[${CLOUD_INIT_DISK}]`, 'cloudInit'],
  ...['cloudInitNoCloud', 'cloudInitConfigDrive'].flatMap((source): Row[] => [
    [`volumes[${CLOUD_INIT_DISK}].${source}`, 'cloudInit'],
    [`volumes[${CLOUD_INIT_DISK}].${source}.secretRef`, 'cloudInit.userDataSecret'],
    [`volumes[${CLOUD_INIT_DISK}].${source}.networkDataSecretRef`, 'cloudInit.networkDataSecret'],
  ]),
  ['domain.cpu', 'cpu'],
  ['domain.features.smm', 'firmware.bootloader'],
  ['domain.firmware', 'firmware'],
  ['domain.machine.type', 'machineType'],
  ['domain.memory', 'memory'],
  ['domain.memory.guest', 'memory'],
  ['domain.memory.hugepages.pageSize', 'hugepages'],
  ['domain.devices.disks', 'disks'],
  ['domain.devices.disks[*]', 'disks[*]'],
  ['domain.devices.disks[*].disk', 'disks[*]'],
  ['domain.devices.disks[*].cdrom', 'disks[*]'],
  ['domain.devices.disks[*].lun', 'disks[*]'],
  [`domain.devices.disks[${CLOUD_INIT_DISK}]`, 'cloudInit'],
  ['domain.devices.interfaces', 'networks'],
  ['domain.devices.interfaces[*]', 'networks[*]'],
  ...['bridge', 'masquerade', 'sriov'].map(
    (binding): Row => [`domain.devices.interfaces[*].${binding}`, 'networks[*].binding'],
  ),
  ['domain.devices.tpm', 'tpm'],
  ['domain.devices.watchdog', 'watchdog'],
];

/** Below the spec of a DataVolume, or of one that a machine makes. */
const STORAGE: readonly Row[] = [
  ['source', 'source'],
  ['sourceRef', 'source'],
  ['storage.accessModes', 'accessModes'],
  ['storage.resources.requests.storage', 'size'],
  ['storage.storageClassName', 'storageClass'],
  ['storage.volumeMode', 'volumeMode'],
];

const DATA_VOLUME: readonly Row[] = [
  ...METADATA,
  ['spec.contentType', 'contentType'],
  ['spec.preallocation', 'preallocation'],
  ...below('spec', STORAGE),
];

const KUBEVIRT: readonly Row[] = [
  ...METADATA,
  ['spec.configuration.architectureConfiguration', 'architectureConfiguration'],
  ['spec.configuration.architectureConfiguration.defaultArchitecture', 'defaultArchitecture'],
  ['spec.configuration.developerConfiguration.featureGates', 'featureGates'],
  ['spec.configuration.developerConfiguration.disabledFeatureGates', 'disabledFeatureGates'],
  ['spec.infra', 'infra'],
  ['spec.workloads', 'workloads'],
];

const ROWS: Readonly<Partial<Record<string, readonly Row[]>>> = {
  VirtualMachine: [
    ...METADATA,
    ['spec.runStrategy', 'runStrategy'],
    ['spec.instancetype', 'instancetype'],
    ['spec.preference', 'preference'],
    ['spec.dataVolumeTemplates', 'disks'],
    ['spec.dataVolumeTemplates[*]', 'disks[*]'],
    ...below('spec.dataVolumeTemplates[*].spec', STORAGE).map(
      ([object, declared]): Row => [object, `disks[*].dataVolumeTemplate.${declared}`],
    ),
    ['spec.template.metadata', 'template'],
    ...below('spec.template.spec', INSTANCE),
  ],
  VirtualMachineInstance: [...METADATA, ...below('spec', INSTANCE)],
  DataVolume: DATA_VOLUME,
  KubeVirt: KUBEVIRT,
};

function below(prefix: string, rows: readonly Row[]): Row[] {
  return rows.map(([object, declared]) => [`${prefix}.${object}`, declared]);
}

/**
 * The key of a declaration that says what is at a path of the object that it makes.
 *
 * A finding is about the object, whoever wrote it; this is where its author reads it.
 *
 * @returns nothing where no key says it
 */
export function declaredPath({ object, path }: Pick<Finding, 'object' | 'path'>): string | undefined {
  const { kind = '', name = '' } = object ?? {};
  const steps = path === undefined ? undefined : pathSteps(path);
  if (steps === undefined) {
    return undefined;
  }
  let best: { readonly declared: string; readonly matched: Matched } | undefined;
  for (const [object, declared] of ROWS[kind] ?? []) {
    const matched = match(pathSteps(object)!, steps);
    if (matched !== undefined && matched.weight >= (best?.matched.weight ?? 0)) {
      best = { declared, matched };
    }
  }
  return best === undefined
    ? undefined
    : pathOfSteps([
        ...named(pathSteps(best.declared)!, isOwnVolume(steps) ? ownPart(best.matched.item, name) : best.matched.item),
        ...best.matched.rest,
      ]);
}

function isOwnVolume(steps: readonly PathStep[]): boolean {
  return steps[1]?.text === 'dataVolumeTemplates';
}

/** The volumes that a machine makes are named after it and the disk. */
function ownPart(item: string, machine: string): string {
  return item.startsWith(`${machine}-`) ? item.slice(machine.length + 1) : item;
}

interface Matched {
  /** What `*` stands for. */
  readonly item: string;
  readonly rest: readonly PathStep[];
  /** Longer rows say more, and a row with a name more than one for any. */
  readonly weight: number;
}

function match(row: readonly PathStep[], steps: readonly PathStep[]): Matched | undefined {
  let item = '';
  let weight = 0;
  for (const [i, { text, isItem }] of row.entries()) {
    const step = steps[i];
    if (step === undefined || step.isItem !== isItem || (text !== '*' && text !== step.text)) {
      return undefined;
    }
    item = text === '*' ? step.text : item;
    weight += text === '*' ? 2 : 3;
  }
  return { item, rest: steps.slice(row.length), weight };
}

function named(steps: readonly PathStep[], item: string): PathStep[] {
  return steps.map((step) => (step.text === '*' ? { ...step, text: item } : step));
}
