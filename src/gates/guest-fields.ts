import { asText, isMap } from '../kube/object';
import { valuesAt } from '../kube/path';
import {
  backedBy,
  CONFIG,
  type GateField,
  hasItems,
  isClaim,
  isEmptyDrive,
  isText,
  isTrue,
  onAmd64,
  STORAGE,
} from './fields';

const ADMITTER = 'kubevirt pkg/virt-api/webhooks/validating-webhook/admitters/vmi-create-admitter.go';
const TEMPLATE = 'kubevirt pkg/virt-controller/services/template.go';

/** Vendor and device of NVIDIA's Grace GPUs, as a KubeVirt writes them. kubevirt pkg/util/hardware. */
const GRACE = /^(0x)?10de:(0x)?(2342|2348|2941)$/i;

/** The resources of a KubeVirt that are NVIDIA Grace GPUs. */
export function graceDevicesOf(kubevirt: unknown): ReadonlySet<string> {
  const devices = valuesAt(kubevirt, 'spec.configuration.permittedHostDevices.pciHostDevices[]').map(
    ({ value }) => value,
  );
  return new Set(
    devices.flatMap((device) =>
      isMap(device) && GRACE.test(asText(device.pciVendorSelector)) ? [asText(device.resourceName)] : [],
    ),
  );
}

/** Fields of a guest that work only with a gate. Releases before 1.3 count as 1.3. */
export const GUEST_FIELDS: readonly GateField[] = [
  {
    gate: 'ExperimentalIgnitionSupport',
    path: 'metadata.annotations["kubevirt.io/ignitiondata"]',
    when: isText,
    effect: 'refused',
    source: ADMITTER,
  },
  {
    gate: 'Sidecar',
    path: 'metadata.annotations["hooks.kubevirt.io/hookSidecars"]',
    when: isText,
    effect: 'refused',
    source: ADMITTER,
  },
  { gate: 'HostDisk', path: 'spec.volumes[].hostDisk', effect: 'refused', source: ADMITTER },
  {
    gate: 'HostDevices',
    path: 'spec.domain.devices.hostDevices',
    when: hasItems,
    effect: 'refused',
    source: ADMITTER,
  },
  { gate: 'DownwardMetrics', path: 'spec.volumes[].downwardMetrics', effect: 'refused', source: ADMITTER },
  { gate: 'DownwardMetrics', path: 'spec.domain.devices.downwardMetrics', effect: 'refused', source: ADMITTER },
  { gate: 'NUMA', path: 'spec.domain.cpu.numa.guestMappingPassthrough', effect: 'refused', source: ADMITTER },
  { gate: 'VSOCK', path: 'spec.domain.devices.autoattachVSOCK', when: isTrue, effect: 'refused', source: ADMITTER },
  {
    gate: 'PersistentReservation',
    path: 'spec.domain.devices.disks[].lun.reservation',
    when: isTrue,
    effect: 'refused',
    note: 'From 1.9 persistentReservationConfiguration.enabled: true of the KubeVirt does as well',
    source: `${ADMITTER}; pkg/virt-config/virt-config.go`,
  },
  {
    gate: 'WorkloadEncryptionSEV',
    path: 'spec.domain.launchSecurity',
    before: '1.6',
    effect: 'refused',
    source: ADMITTER,
  },
  {
    gate: 'WorkloadEncryptionSEV',
    path: 'spec.domain.launchSecurity.sev',
    since: '1.6',
    before: '1.7',
    effect: 'refused',
    source: ADMITTER,
  },
  ...(['sev', 'snp'] as const).map(
    (kind): GateField => ({
      gate: 'WorkloadEncryptionSEV',
      path: `spec.domain.launchSecurity.${kind}`,
      since: '1.7',
      when: onAmd64,
      effect: 'refused',
      source: 'kubevirt pkg/virt-api/webhooks/amd64.go',
    }),
  ),
  {
    gate: 'WorkloadEncryptionTDX',
    path: 'spec.domain.launchSecurity.tdx',
    since: '1.7',
    when: onAmd64,
    effect: 'refused',
    source: 'kubevirt pkg/virt-api/webhooks/amd64.go',
  },
  {
    gate: 'SecureExecution',
    path: 'spec.domain.launchSecurity',
    since: '1.6',
    before: '1.9',
    when: {
      holds: (_value, { architecture }) => architecture === 's390x',
      cel: () => 'variables.architecture == "s390x"',
    },
    effect: 'refused',
    source: 'kubevirt pkg/virt-api/webhooks/s390x.go',
  },
  {
    gate: 'EnableVirtioFsStorageVolumes',
    or: 'ExperimentalVirtiofsSupport',
    path: 'spec.domain.devices.filesystems[]',
    since: '1.5',
    before: '1.8',
    when: backedBy(STORAGE),
    effect: 'refused',
    source: ADMITTER,
  },
  {
    gate: 'EnableVirtioFsStorageVolumes',
    path: 'spec.domain.devices.filesystems[]',
    since: '1.8',
    when: backedBy(STORAGE),
    effect: 'refused',
    source: ADMITTER,
  },
  {
    gate: 'EnableVirtioFsConfigVolumes',
    or: 'ExperimentalVirtiofsSupport',
    path: 'spec.domain.devices.filesystems[]',
    since: '1.5',
    before: '1.8',
    when: backedBy(CONFIG),
    effect: 'refused',
    source: ADMITTER,
  },
  {
    gate: 'ExperimentalVirtiofsSupport',
    path: 'spec.domain.devices.filesystems',
    before: '1.5',
    when: hasItems,
    effect: 'refused',
    source: ADMITTER,
  },
  {
    gate: 'VMPersistentState',
    path: 'spec.domain.devices.tpm.persistent',
    before: '1.6',
    when: isTrue,
    effect: 'refused',
    source: ADMITTER,
  },
  {
    gate: 'VMPersistentState',
    path: 'spec.domain.firmware.bootloader.efi.persistent',
    before: '1.6',
    when: isTrue,
    effect: 'refused',
    source: ADMITTER,
  },
  {
    gate: 'MultiArchitecture',
    path: 'spec.architecture',
    before: '1.8',
    when: {
      holds: (value, { architectures, apiArchitecture }) =>
        typeof value === 'string' && value !== '' && apiArchitecture === undefined && architectures.length > 1,
      cel: (value) => `${value} != "" && variables.apiArchitecture == "" && size(variables.architectures) > 1`,
    },
    effect: 'refused by some',
    source: ADMITTER,
  },
  {
    gate: 'MultiArchitecture',
    path: 'spec.architecture',
    before: '1.8',
    when: {
      holds: (value, { apiArchitecture }) =>
        typeof value === 'string' && value !== '' && apiArchitecture !== undefined && value !== apiArchitecture,
      cel: (value) => `${value} != "" && variables.apiArchitecture != "" && ${value} != variables.apiArchitecture`,
    },
    effect: 'refused',
    note: 'It is another one than that of virt-api, by the nodes of the control plane, spec.infra or the status of the KubeVirt',
    source: ADMITTER,
  },
  {
    gate: 'VideoConfig',
    path: 'spec.domain.devices.video',
    since: '1.6',
    before: '1.9',
    effect: 'refused',
    source: ADMITTER,
  },
  {
    gate: 'PanicDevices',
    path: 'spec.domain.devices.panicDevices[]',
    since: '1.6',
    before: '1.9',
    effect: 'refused',
    source: ADMITTER,
  },
  {
    gate: 'DeclarativeHotplugVolumes',
    path: 'spec.domain.devices.disks[]',
    since: '1.6',
    when: isEmptyDrive,
    effect: 'refused',
    note: 'It is a CD-ROM drive with no volume of its name',
    source: ADMITTER,
  },
  {
    gate: 'GPUsWithDRA',
    path: 'spec.domain.devices.gpus[]',
    since: '1.6',
    when: isClaim,
    effect: 'refused',
    source: 'kubevirt pkg/dra/admitter/dra_admitter.go',
  },
  {
    gate: 'HostDevicesWithDRA',
    path: 'spec.domain.devices.hostDevices[]',
    since: '1.6',
    before: '1.8',
    when: isClaim,
    effect: 'ignored',
    note: 'The claim is left off the pod',
    source: 'kubevirt pkg/dra/admitter/dra_admitter.go',
  },
  {
    gate: 'HostDevicesWithDRA',
    path: 'spec.domain.devices.hostDevices[]',
    since: '1.8',
    when: isClaim,
    effect: 'refused',
    source: 'kubevirt pkg/dra/admitter/dra_admitter.go',
  },
  {
    gate: 'NetworkDevicesWithDRA',
    path: 'spec.networks[].resourceClaim',
    since: '1.9',
    effect: 'refused',
    source: 'kubevirt pkg/network/admitter/dra.go',
  },
  {
    gate: 'PasstBinding',
    path: 'spec.domain.devices.interfaces[].passtBinding',
    since: '1.8',
    effect: 'refused',
    source: 'kubevirt pkg/network/admitter/passt.go',
  },
  {
    gate: 'PortRangesSpec',
    path: 'spec.domain.devices.interfaces[].portRanges',
    since: '1.9',
    when: hasItems,
    effect: 'refused',
    source: 'kubevirt pkg/network/admitter/netiface.go',
  },
  ...(
    [
      ['Passt', 'passt'],
      ['Macvtap', 'macvtap'],
    ] as const
  ).map(
    ([gate, key]): GateField => ({
      gate,
      path: `spec.domain.devices.interfaces[].${key}`,
      effect: 'refused anyway',
      source: `kubevirt pkg/network/admitter/discontinued.go and pkg/virt-config/featuregate/${key}.go`,
    }),
  ),
  { gate: 'RebootPolicy', path: 'spec.domain.rebootPolicy', since: '1.8', effect: 'refused', source: ADMITTER },
  {
    gate: 'ReservedOverheadMemlock',
    path: 'spec.domain.memory.reservedOverhead',
    since: '1.8',
    effect: 'refused',
    source: ADMITTER,
  },
  {
    gate: 'UtilityVolumes',
    path: 'spec.utilityVolumes',
    since: '1.8',
    when: hasItems,
    effect: 'refused anyway',
    note: 'Such volumes can only be added to a guest that runs',
    source: 'kubevirt pkg/storage/admitters/storagehotplug.go',
  },
  {
    gate: 'ContainerPathVolumes',
    path: 'spec.volumes[].containerPath',
    since: '1.8',
    effect: 'not started',
    source: 'kubevirt pkg/virt-controller/watch/vmi/lifecycle.go',
  },
  {
    gate: 'CPUManager',
    path: 'spec.domain.cpu.dedicatedCpuPlacement',
    when: isTrue,
    effect: 'pending',
    note: 'Without the gate every node says that it has no CPU manager',
    source: 'kubevirt pkg/virt-handler/heartbeat/heartbeat.go',
  },
  ...(['GraceIOVirtualization', 'PCINUMAAwareTopology', 'IOMMUFD'] as const).flatMap((gate) =>
    (['gpus', 'hostDevices'] as const).map(
      (list): GateField => ({
        gate,
        path: `spec.domain.devices.${list}[].deviceName`,
        since: '1.9',
        when: {
          holds: (value, { graceDevices }) => typeof value === 'string' && graceDevices?.has(value) === true,
          cel: (value) => `${value} in variables.graceDevices`,
        },
        effect: 'refused',
        note: 'It is an NVIDIA Grace GPU, by the permittedHostDevices of the KubeVirt',
        source: 'kubevirt pkg/virt-api/webhooks/validating-webhook/admitters/grace_io_virtualization.go',
      }),
    ),
  ),
  { gate: 'HypervStrictCheck', path: 'spec.domain.features.hyperv', effect: 'works', source: TEMPLATE },
  { gate: 'ImageVolume', path: 'spec.volumes[].containerDisk', since: '1.6', effect: 'works', source: TEMPLATE },
  {
    gate: 'CrossArchitectureVirtualization',
    path: 'spec.architecture',
    since: '1.9',
    effect: 'works',
    source: TEMPLATE,
  },
  {
    gate: 'LiveUpdateNADRef',
    path: 'spec.networks[].multus.networkName',
    since: '1.8',
    before: '1.9',
    effect: 'works',
    note: 'Without the gate a change of it asks for a restart',
    source: 'kubevirt pkg/network/vmliveupdate/restart.go',
  },
  {
    gate: 'VGPULiveMigration',
    path: 'spec.domain.devices.gpus',
    since: '1.9',
    effect: 'works',
    note: 'Without the gate a guest with a vGPU does not migrate',
    source: 'kubevirt pkg/virt-handler/vm.go',
  },
  {
    gate: 'FirmwareAutoSelection',
    path: 'spec.domain.firmware.bootloader.efi.secureBoot',
    since: '1.9',
    effect: 'works',
    source: TEMPLATE,
  },
  {
    gate: 'Root',
    path: 'spec',
    effect: 'works',
    note: 'Without the gate every launcher runs as another user than root',
    source: 'kubevirt pkg/virt-api/webhooks/mutating-webhook/mutators/vmi-mutator.go',
  },
  {
    gate: 'ExpandDisks',
    path: 'spec.volumes[].persistentVolumeClaim',
    before: '1.9',
    effect: 'works',
    note: 'Without the gate a volume that has grown stays small in the guest',
    source: 'kubevirt pkg/virt-handler/options.go',
  },
];
