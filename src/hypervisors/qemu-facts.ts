import { ARCHITECTURES } from '../architectures/facts';
import { documented, featureCells, has, inferred, likelyHas, profile, unknownIn } from './features';
import type { PropertyCells } from './profile';

const KUBEVIRT_OVERHEAD =
  'kubevirt pkg/virt-controller/services/template.go up to v1.7, pkg/hypervisor/kvm/hypervisorbackend.go since';
const LAUNCHER = 'kubevirt cmd/virt-launcher/virt-launcher.go';
const HELPER = 'kubevirt pkg/virt-launcher/virtwrap/util/libvirt_helper.go';
const BACKENDS = 'kubevirt pkg/hypervisor, v1.8 and later';
const LIBVIRT = 'libvirt docs/drvqemu.rst';
const CONVERTER = 'kubevirt pkg/virt-launcher/virtwrap/converter';
const KUBEVIRT_API =
  'kubevirt staging/src/kubevirt.io/api/core/v1/schema.go: the fields are there and QEMU is behind them';

const QEMU: PropertyCells = {
  launcherMonitorOverhead: documented({ '1.3': 25 }, KUBEVIRT_OVERHEAD),
  launcherOverhead: documented({ '1.3': 100 }, KUBEVIRT_OVERHEAD),
  virtlogdOverhead: documented({ '1.3': 20, '1.5': 25 }, KUBEVIRT_OVERHEAD),
  daemonOverhead: documented({ '1.3': 35, '1.5': 40 }, KUBEVIRT_OVERHEAD),
  vmmOverhead: documented({ '1.3': 30, '1.10': 50 }, `${KUBEVIRT_OVERHEAD}; 1.10 from the main branch`),
  iso: documented(true, LIBVIRT),
  device: documented('devices.kubevirt.io/kvm', BACKENDS),
  privileged: documented(false, 'kubevirt pkg/virt-controller/services/template.go: never privileged'),
  vcpuThreads: documented('^CPU (\\d+)/KVM', BACKENDS),
  socketPath: documented('/var/run/libvirt/virtqemud-sock', LAUNCHER),
  diskDriver: documented('qemu', LIBVIRT),
  bootOrder: inferred(false, 'kubevirt converter: boot order is written where the VM gives one'),
  ballooning: documented(true, 'kubevirt converter: virtio memballoon unless turned off'),
  logFilters: documented(
    '3:remote 4:event 3:util.json 3:util.object 3:util.dbus 3:util.netlink 3:node_device 3:rpc 3:access',
    `${HELPER}: what virt-launcher begins its filters with`,
  ),
  processPrefixes: documented(['qemu-system', 'qemu-kvm'], LAUNCHER),
  daemon: documented('virtqemud', HELPER),
  daemonMode: documented('modular', 'libvirt docs/daemons.rst'),
  virtlogd: documented(true, HELPER),
  root: documented(false, `${LAUNCHER}: uid 107 unless the gate Root is on`),
  uri: documented('qemu+unix:///session?socket=/var/run/libvirt/virtqemud-sock', LAUNCHER),
  user: documented('qemu', LAUNCHER),
  pidFolder: documented('/run/libvirt/qemu/run', LAUNCHER),
  virtType: documented('kvm', CONVERTER),
  emulator: documented('none', `${CONVERTER} names none: libvirt chooses it by architecture`),
  machine: documented('kubevirt', CONVERTER),
  firmware: documented('none', `${CONVERTER}: a kernel is there where the VM asks for one`),
  diskBus: documented('kubevirt', CONVERTER),
  controllers: documented(true, CONVERTER),
  smbios: documented(true, CONVERTER),
};

/** What KubeVirt runs everywhere unless told otherwise. */
export const QEMU_KVM = profile({
  name: 'qemu-kvm',
  title: 'QEMU/KVM',
  driver: 'QEMU',
  runsInLauncher: true,
  because: 'it is what KubeVirt is made of',
  architectures: documented(
    ARCHITECTURES,
    'kubevirt pkg/virt-api/webhooks: the architectures that an instance may have',
  ),
  native: 'kvm',
  properties: QEMU,
  features: featureCells(
    has(
      KUBEVIRT_API,
      'cdrom',
      'lun',
      'sataDisk',
      'scsiDisk',
      'usbDisk',
      'otherNic',
      'graphics',
      'video',
      'input',
      'sound',
      'tpm',
      'watchdog',
      'filesystem',
      'vsock',
      'hostDevices',
      'gpus',
      'sriov',
      'panic',
      'rng',
      'serialConsole',
      'usbRedirection',
      'secureBoot',
      'persistentEfi',
      'launchSecurity',
      'downwardMetrics',
      'kernelBoot',
      'hugepages',
      'numa',
      'dedicatedCpus',
      'hotplugDisks',
      'hotplugMemory',
      'liveMigration',
    ),
  ),
});

const SAME_QEMU = 'the same QEMU and the same launcher image as for KVM';
const MSHV = 'kubevirt pkg/hypervisor/mshv, v1.8 and later';

/** The same QEMU on Microsoft's hypervisor: what KubeVirt calls `hyperv-direct`. */
export const QEMU_MSHV = profile({
  name: 'qemu-mshv',
  title: 'QEMU/MSHV',
  driver: 'QEMU',
  runsInLauncher: true,
  because: 'KubeVirt 1.8 and later have it behind an alpha gate; libvirt 11.10 and QEMU 10.2 or later',
  architectures: inferred(
    ['amd64'],
    'kubevirt automation/test.sh: the only lane for it is amd64; nothing upstream says that it runs elsewhere',
  ),
  native: 'hyperv-direct',
  properties: {
    ...QEMU,
    launcherMonitorOverhead: documented({ '1.8': 25 }, MSHV),
    launcherOverhead: documented({ '1.8': 100 }, MSHV),
    virtlogdOverhead: documented({ '1.8': 25 }, MSHV),
    daemonOverhead: documented({ '1.8': 40 }, MSHV),
    vmmOverhead: documented({ '1.8': 30, '1.10': 50 }, `${MSHV}; 1.10 from the main branch`),
    device: documented('devices.kubevirt.io/mshv', BACKENDS),
    vcpuThreads: documented('^CPU (\\d+)/MSHV', BACKENDS),
    virtType: documented('hyperv', BACKENDS),
  },
  features: featureCells(
    likelyHas(
      SAME_QEMU,
      'cdrom',
      'lun',
      'sataDisk',
      'scsiDisk',
      'usbDisk',
      'otherNic',
      'graphics',
      'video',
      'input',
      'sound',
      'tpm',
      'watchdog',
      'filesystem',
      'panic',
      'rng',
      'serialConsole',
      'usbRedirection',
      'secureBoot',
      'persistentEfi',
      'downwardMetrics',
      'kernelBoot',
      'hotplugDisks',
    ),
    unknownIn(
      'depends on the accelerator; upstream neither tests nor states it',
      'vsock',
      'hostDevices',
      'gpus',
      'sriov',
      'launchSecurity',
      'hugepages',
      'numa',
      'dedicatedCpus',
      'hotplugMemory',
      'liveMigration',
    ),
  ),
});
