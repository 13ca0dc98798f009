import type { Severity } from '../findings/finding';
import { celTexts } from '../kube/cel';
import { asText, isEmpty, isMap } from '../kube/object';
import { ARCH_LABEL, ARCHITECTURES, ARM64_SECURE_BOOT_SINCE } from './facts';
import type { InstanceRow } from './instance-row';
import {
  at,
  busOf,
  busOr,
  disksOf,
  foundInSpec,
  inSpec,
  isBusOfPcs,
  isThere,
  isTrue,
  itemsAt,
  itemsWhere,
  listAt,
} from './instance-view';

/** Something that KubeVirt accepts and that does not work all the same. */
interface TrapRow extends Omit<InstanceRow, 'tell'> {
  /** An error only where no configuration of the release can run it. */
  readonly severity: Severity;
  readonly why: string;
  readonly source: string;
}

type TrapCondition = Pick<TrapRow, 'about' | 'when' | 'rejects' | 'cel'>;

/** Catches whatever is at a path and not turned off. */
function somethingAt(path: string, what: string, fix: string): TrapCondition {
  return {
    about: path,
    when: (value) => !isMap(value) || value.enabled !== false,
    rejects: () => [{ path, what, fix }],
    cel: [{ ...foundInSpec(path, (value) => `${value}.?enabled.orValue(true) != false`), path, what, fix }],
  };
}

/** Catches what is turned on. */
function turnedOn(path: string, what: string, fix: string): TrapCondition {
  return {
    about: path,
    when: (value) => value === true,
    rejects: () => [{ path, what, fix }],
    cel: [{ refused: isTrue(path), path, what, fix }],
  };
}

const NO_USB = 's390x has neither USB nor SATA, and KubeVirt does not say so: the guest does not start';
const FACTS = 'read in the converter and defaults of KubeVirt, not run';

/** A row is a trap with the architectures and releases it holds for; a new one is a row here. */
const ROWS: readonly TrapRow[] = [
  {
    architectures: ['s390x'],
    kubevirt: {},
    severity: 'warning',
    about: 'domain.devices.disks[]',
    when: (disk) => isBusOfPcs(busOf(disk)),
    rejects: (spec) =>
      disksOf(spec)
        .filter(({ bus }) => isBusOfPcs(bus))
        .map(({ path, bus }) => ({
          path: `${path}.bus`,
          what: `s390x has no ${asText(bus)} bus`,
          fix: 'write virtio or scsi',
        })),
    cel: [
      {
        ...itemsWhere('variables.disks', `${busOr('""')} in ["sata", "usb"]`),
        path: 'domain.devices.disks',
        what: 's390x has neither SATA nor USB disks',
        fix: 'write virtio or scsi',
      },
    ],
    why: NO_USB,
    source: FACTS,
  },
  {
    architectures: ['s390x'],
    kubevirt: {},
    severity: 'warning',
    about: 'domain.devices.inputs[]',
    rejects: (spec) =>
      listAt(spec, 'domain.devices.inputs').flatMap(({ name, bus }, i) =>
        bus === 'virtio'
          ? []
          : [
              {
                path: `domain.devices.inputs[${typeof name === 'string' ? name : i}].bus`,
                what: isEmpty(bus) ? 'an input device without a bus is on USB' : `it is on ${asText(bus)}`,
                fix: 'write virtio',
              },
            ],
      ),
    cel: [
      {
        ...itemsWhere(itemsAt('domain.devices.inputs'), 'each.?bus.orValue("") != "virtio"'),
        path: 'domain.devices.inputs',
        what: 'an input device without a bus gets USB, but s390x needs virtio',
        fix: 'write virtio',
      },
    ],
    why: NO_USB,
    source: FACTS,
  },
  {
    architectures: ['s390x'],
    kubevirt: {},
    severity: 'warning',
    ...somethingAt('domain.devices.sound', 's390x has no sound device', 'leave it out'),
    why: 'The guest does not start',
    source: FACTS,
  },
  {
    architectures: ['s390x'],
    kubevirt: {},
    severity: 'warning',
    ...somethingAt('domain.devices.tpm', 's390x has no TPM', 'leave it out'),
    why: 'The guest does not start',
    source: FACTS,
  },
  {
    architectures: ['s390x'],
    kubevirt: {},
    severity: 'warning',
    ...somethingAt('domain.firmware.bootloader.efi', 's390x has no UEFI', 'leave the bootloader out'),
    why: 'The guest does not start',
    source: FACTS,
  },
  {
    architectures: ['s390x'],
    kubevirt: {},
    severity: 'warning',
    ...somethingAt('domain.cpu.numa', 's390x has no NUMA nodes', 'leave it out'),
    why: 'QEMU rejects it on s390x, so the guest does not start',
    source: FACTS,
  },
  {
    architectures: ['s390x'],
    kubevirt: { since: '1.9' },
    severity: 'warning',
    ...somethingAt('domain.memory.hugepages', 'huge pages bring a NUMA cell along', 'leave them out'),
    why: 'QEMU rejects NUMA on s390x, so the guest does not start; fixed upstream after 1.9.0',
    source: 'kubevirt commit 392ee426, not in v1.9.0',
  },
  numaCell('filesystems', 'virtiofs', 'virtiofs brings a NUMA cell along', 'use a disk instead'),
  numaCell('interfaces', 'passtBinding', 'passt brings a NUMA cell along', 'use masquerade instead'),
  {
    architectures: ['s390x'],
    kubevirt: {},
    severity: 'error',
    about: 'domain.devices.disks[].blockSize.custom.logical',
    rejects: (spec) =>
      listAt(spec, 'domain.devices.disks').flatMap((disk, i) => {
        const logical = at(disk, 'blockSize.custom.logical');
        return typeof logical !== 'number' || logical <= 4096
          ? []
          : [
              {
                path: `domain.devices.disks[${typeof disk.name === 'string' ? disk.name : i}].blockSize.custom.logical`,
                what: `s390x supports blocks of at most 4096 bytes, not ${logical}`,
                fix: 'write 4096 or less',
              },
            ];
      }),
    cel: [
      {
        ...itemsWhere('variables.disks', 'each.?blockSize.?custom.?logical.orValue(0) > 4096'),
        path: 'domain.devices.disks',
        what: 's390x supports blocks of at most 4096 bytes',
        fix: 'write 4096 or less',
      },
    ],
    why: 'The launcher rejects it when the guest starts',
    source: 'kubevirt pkg/virt-launcher/virtwrap/converter/converter.go',
  },
  {
    architectures: ['arm64', 's390x'],
    kubevirt: {},
    severity: 'warning',
    ...somethingAt('domain.features.hyperv', 'Hyper-V features are for amd64 guests', 'leave them out'),
    why: 'The guest does not start with them, or they do nothing',
    source: FACTS,
  },
  {
    architectures: ['arm64', 's390x'],
    kubevirt: {},
    severity: 'warning',
    about: 'domain.memory.maxGuest',
    // A VirtualMachine with it is rejected where it would be changed while it runs: `admission` says so.
    rejects: (_, { isVm }) =>
      isVm === true
        ? []
        : [{ path: 'domain.memory.maxGuest', what: 'memory hotplug works on amd64 only', fix: 'leave it out' }],
    cel: [
      {
        refused: `!variables.isVm && ${isThere('domain.memory.maxGuest')}`,
        path: 'domain.memory.maxGuest',
        what: 'memory hotplug works on amd64 only',
        fix: 'leave it out',
      },
    ],
    why: 'The running guest cannot grow',
    source: 'kubevirt pkg/liveupdate/memory/memory.go',
  },
  {
    architectures: ['arm64'],
    kubevirt: {},
    severity: 'warning',
    ...turnedOn(
      'domain.devices.tpm.persistent',
      'a TPM that keeps its state is of a kind that arm64 lacks',
      'leave persistent out',
    ),
    why: 'An amd64 device is added to it, so the guest does not start',
    source: FACTS,
  },
  {
    architectures: ['arm64'],
    kubevirt: { since: ARM64_SECURE_BOOT_SINCE },
    severity: 'warning',
    ...turnedOn(
      'domain.firmware.bootloader.efi.secureBoot',
      'no firmware for secure boot is looked for on arm64',
      'write secureBoot: false, or, from KubeVirt 1.9, turn on the gate FirmwareAutoSelection',
    ),
    why: 'The launcher finds no firmware, so the guest does not start',
    source: 'kubevirt pkg/virt-launcher/virtwrap/efi/efi.go',
  },
  // KubeVirt accepts it; from 1.9 a gate lets nodes run guests of another architecture.
  { ...selector(), kubevirt: {}, severity: 'warning' },
];

/** A device that comes with a NUMA cell. */
function numaCell(list: string, key: string, what: string, fix: string): TrapRow {
  return {
    architectures: ['s390x'],
    kubevirt: { since: '1.9' },
    severity: 'warning',
    about: `domain.devices.${list}[].${key}`,
    rejects: (spec) =>
      listAt(spec, `domain.devices.${list}`).flatMap((device, i) =>
        isMap(device[key])
          ? [
              {
                path: `domain.devices.${list}[${typeof device.name === 'string' ? device.name : i}].${key}`,
                what,
                fix,
              },
            ]
          : [],
      ),
    cel: [{ ...foundInSpec(`domain.devices.${list}[].${key}`), path: `domain.devices.${list}`, what, fix }],
    why: 'QEMU rejects NUMA on s390x, so the guest does not start; fixed upstream after 1.9.0',
    source: `kubevirt commit 392ee426, not in v1.9.0; ${FACTS}`,
  };
}

function selector(): Omit<TrapRow, 'kubevirt' | 'severity'> {
  return {
    architectures: ARCHITECTURES,
    about: `nodeSelector["${ARCH_LABEL}"]`,
    rejects: (spec, { architecture }) => {
      const labels = at(spec, 'nodeSelector');
      const wanted = isMap(labels) ? labels[ARCH_LABEL] : undefined;
      return wanted === undefined || wanted === null || wanted === architecture
        ? []
        : [
            {
              path: `nodeSelector["${ARCH_LABEL}"]`,
              what: `it selects ${asText(wanted)} nodes, but the guest is ${architecture}`,
              fix: 'leave it out: KubeVirt selects nodes by the architecture of the guest',
            },
          ];
    },
    cel: [
      {
        ...foundInSpec(
          `nodeSelector["${ARCH_LABEL}"]`,
          (label) =>
            `(variables.architecture == "" ? !(${label} in ${celTexts(ARCHITECTURES)}) : ${label} != ` +
            'variables.architecture)',
        ),
        value: `string(${inSpec(`nodeSelector["${ARCH_LABEL}"]`)}.orValue(""))`,
        path: `nodeSelector["${ARCH_LABEL}"]`,
        what: 'it selects nodes of another architecture than the guest',
        fix: 'leave it out: KubeVirt selects nodes by the architecture of the guest',
      },
    ],
    why: 'The selector overrides the one of KubeVirt: the guest lands on a node that cannot run it',
    source: 'kubevirt pkg/virt-controller/services/nodeselectorrenderer.go; kubevirt#18043',
  };
}

/** What KubeVirt accepts in an instance and what does not work all the same. */
export const TRAPS: readonly InstanceRow[] = ROWS.map((row) => ({
  ...row,
  tell: (refusal) => ({
    code: 'PV109',
    severity: row.severity,
    ...refusal,
    why: `KubeVirt accepts it, but ${lower(row.why)}`,
    source: row.source,
  }),
}));

/** Names keep their capital letter. */
function lower(text: string): string {
  return /^(The|No) /.test(text) ? text[0]!.toLowerCase() + text.slice(1) : text;
}
