import { ARCHITECTURES } from '../architectures/facts';
import {
  documented,
  featureCells,
  has,
  inferred,
  lacks,
  likelyHas,
  likelyLacks,
  profile,
  unknown,
  unknownIn,
} from './features';
import type { PropertyCells } from './profile';

const NOT_MEASURED = 'it was not measured in a launcher pod';
const SAME = 'the same programs as beside QEMU';
const NO_LAUNCHER = 'no launcher for it exists upstream';
const DAEMONS = 'libvirt docs/daemons.rst';

/** A launcher image for another driver still has KubeVirt's own launcher in it, and virtlogd. */
const SAME_PROGRAMS = {
  launcherMonitorOverhead: inferred({ '1.3': 25 }, SAME),
  launcherOverhead: inferred({ '1.3': 100 }, SAME),
  virtlogdOverhead: inferred(
    { '1.3': 20, '1.5': 25 },
    'kubevirt cmd/virt-launcher/virt-launcher.go starts it, whether or not the driver writes to it',
  ),
} satisfies Partial<PropertyCells>;

const CH_DOMAIN = 'libvirt src/ch/ch_domain.c';
const CH_MONITOR = 'libvirt src/ch/ch_monitor.c';
const CH_DOC = 'libvirt docs/drvch.rst';
const CH_DRIVER = 'libvirt src/ch/ch_driver.c';

/** A VMM for modern guests with virtio devices only. */
export const CLOUD_HYPERVISOR = profile({
  name: 'cloud-hypervisor',
  title: 'Cloud Hypervisor',
  driver: 'Cloud Hypervisor',
  runsInLauncher: true,
  architectures: documented(['amd64', 'arm64'], 'cloud-hypervisor README.md: x86-64 and AArch64'),
  because: 'it runs on the node as an ordinary process, with KVM or MSHV; a launcher image for it has to be made',
  properties: {
    ...SAME_PROGRAMS,
    daemonOverhead: unknown(NOT_MEASURED),
    vmmOverhead: unknown(NOT_MEASURED),
    iso: documented(false, `${CH_MONITOR}: only virtio disks are built, none of them a CD-ROM`),
    device: inferred('devices.kubevirt.io/kvm', `${CH_DRIVER} needs /dev/kvm or /dev/mshv; KubeVirt's nodes offer KVM`),
    privileged: inferred(false, `${CH_DOC}: meant to run without privileges`),
    vcpuThreads: unknown(NO_LAUNCHER),
    socketPath: documented('/var/run/libvirt/virtchd-sock', 'libvirt src/ch/meson.build'),
    diskDriver: documented('none', `${CH_MONITOR}: a disk is a path and whether it is read-only`),
    bootOrder: unknown(NO_LAUNCHER),
    ballooning: documented(false, `${CH_DOMAIN} rejects memballoon`),
    logFilters: unknown(NO_LAUNCHER),
    processPrefixes: documented(['cloud-hypervisor'], 'libvirt src/ch/ch_conf.c'),
    daemon: documented('virtchd', 'libvirt src/ch/meson.build'),
    daemonMode: documented('modular', 'libvirt src/ch/meson.build'),
    virtlogd: inferred(false, `${CH_MONITOR}: the driver reads the VMM's output itself`),
    root: inferred(false, `${CH_DOC}: meant for a session without privileges`),
    uri: documented('ch:///session', CH_DOC),
    user: unknown(NO_LAUNCHER),
    pidFolder: documented('/run/libvirt/ch', 'libvirt src/ch/ch_conf.c'),
    virtType: documented('kvm', `${CH_DOC}: domain type kvm, or hyperv with /dev/mshv`),
    emulator: inferred(
      '/usr/bin/cloud-hypervisor',
      'libvirt src/ch/ch_conf.c looks for it in PATH; where images have it is theirs',
    ),
    machine: documented('none', `${CH_DOC}: the domain has no machine type`),
    firmware: inferred(
      '/usr/share/cloud-hypervisor/CLOUDHV_EFI.fd',
      `${CH_DOC}: firmware is given as the kernel; where images have it is theirs`,
    ),
    diskBus: documented('virtio', `${CH_MONITOR}: only the virtio bus`),
    controllers: inferred(false, `${CH_MONITOR} builds none`),
    smbios: inferred(false, `${CH_MONITOR} builds none`),
  },
  features: featureCells(
    lacks(CH_DOMAIN, 'filesystem', 'input', 'sound', 'video', 'graphics', 'watchdog', 'usbRedirection'),
    lacks(CH_DOMAIN, 'persistentEfi', 'tpm', 'panic'),
    lacks(`${CH_MONITOR}: only the virtio bus`, 'sataDisk', 'scsiDisk', 'usbDisk', 'lun', 'cdrom'),
    lacks(`${CH_DRIVER} has no migration`, 'liveMigration'),
    has(CH_DOMAIN, 'vsock', 'hostDevices', 'rng', 'serialConsole'),
    has(`${CH_DRIVER}: domainPinVcpu`, 'dedicatedCpus'),
    has(`${CH_MONITOR}: a kernel image`, 'kernelBoot'),
    likelyHas(`${CH_DOMAIN} allows host devices`, 'gpus', 'sriov'),
    likelyLacks(`${CH_DOC}: only virtio devices`, 'otherNic'),
    likelyLacks(`${CH_DOMAIN} rejects nvram`, 'secureBoot'),
    likelyLacks('KubeVirt gives metrics through a virtio-serial channel or a disk that QEMU makes', 'downwardMetrics'),
    unknownIn('the driver knows SEV-SNP; KubeVirt’s way to it was not followed', 'launchSecurity'),
    unknownIn(NO_LAUNCHER, 'hugepages', 'numa', 'hotplugDisks', 'hotplugMemory'),
  ),
});

const XEN_DOC = 'libvirt docs/drvxen.rst';
const XEN_DOMAIN = 'libvirt src/libxl/libxl_domain.c';
const XEN_CONF = 'libvirt src/libxl/libxl_conf.c';

/** Guests beside the node's own kernel, which is itself a guest of Xen. */
export const XEN = profile({
  name: 'xen',
  title: 'Xen',
  driver: 'Xen',
  runsInLauncher: true,
  architectures: unknown(NO_LAUNCHER),
  because: 'a node that is dom0 of Xen can run it; a launcher image for it has to be made',
  properties: {
    ...SAME_PROGRAMS,
    daemonOverhead: unknown(NOT_MEASURED),
    vmmOverhead: unknown(NOT_MEASURED),
    iso: documented(true, XEN_DOC),
    device: unknown('the driver wants /dev/xen; no device plugin offers it'),
    privileged: unknown(NO_LAUNCHER),
    vcpuThreads: unknown('virtual processors are scheduled by Xen, not as threads of the node'),
    socketPath: documented('/var/run/libvirt/virtxend-sock', DAEMONS),
    diskDriver: documented('qemu', `${XEN_DOC}; also phy, file, tap, tap2`),
    bootOrder: unknown(NO_LAUNCHER),
    ballooning: documented(true, 'libvirt: memballoon model xen'),
    logFilters: unknown(NO_LAUNCHER),
    processPrefixes: inferred(['qemu-system-i386', 'xl'], 'the device model and its helpers'),
    daemon: documented('virtxend', DAEMONS),
    daemonMode: documented('modular', DAEMONS),
    virtlogd: unknown(NO_LAUNCHER),
    root: inferred(true, `${XEN_DOC}: there is no session mode`),
    uri: documented('xen:///system', XEN_DOC),
    user: inferred('root', `${XEN_DOC}: there is no session mode`),
    pidFolder: documented('/run/libvirt/libxl', 'libvirt src/libxl/libxl_conf.h; guests are domains and have no PID'),
    virtType: documented('xen', XEN_DOC),
    emulator: unknown('where an image has the device model'),
    machine: documented('xenfv', `${XEN_DOC}: guests with full virtualization`),
    firmware: documented('none', `${XEN_DOC}: hvmloader is libxl’s`),
    diskBus: documented('xen', XEN_DOC),
    controllers: inferred(false, `${XEN_CONF} builds none of QEMU’s`),
    smbios: inferred(false, `${XEN_CONF} builds none`),
  },
  features: featureCells(
    has(XEN_DOC, 'cdrom'),
    has('libvirt src/libxl/libxl_capabilities.c', 'graphics', 'video', 'hostDevices'),
    has(XEN_CONF, 'sound', 'input'),
    has('libvirt src/libxl/libxl_driver.c', 'liveMigration'),
    lacks(`${XEN_DOMAIN} rejects secure boot`, 'secureBoot'),
    likelyHas(XEN_CONF, 'serialConsole', 'kernelBoot', 'otherNic'),
    likelyLacks(`${XEN_CONF} builds none`, 'tpm', 'watchdog', 'panic', 'rng', 'vsock', 'filesystem'),
    unknownIn(NO_LAUNCHER, 'lun', 'sataDisk', 'scsiDisk', 'usbDisk', 'gpus', 'sriov', 'usbRedirection'),
    unknownIn(NO_LAUNCHER, 'persistentEfi', 'launchSecurity', 'downwardMetrics', 'hugepages', 'numa'),
    unknownIn(NO_LAUNCHER, 'dedicatedCpus', 'hotplugDisks', 'hotplugMemory'),
  ),
});

const LXC_DOC = 'libvirt docs/drvlxc.rst';
const CONTAINER = 'a container shares the kernel of the node and has no such device';

/** Containers that libvirt manages as if they were VMs. */
export const LXC = profile({
  name: 'lxc',
  title: 'LXC',
  driver: 'LXC',
  runsInLauncher: true,
  architectures: inferred(ARCHITECTURES, `${LXC_DOC}: whatever the node’s own kernel runs`),
  because: 'it needs nothing but the node’s own kernel; a launcher image for it has to be made',
  properties: {
    ...SAME_PROGRAMS,
    daemonOverhead: unknown(NOT_MEASURED),
    vmmOverhead: unknown(NOT_MEASURED),
    iso: inferred(false, `${LXC_DOC}: file systems are mounted, there are no disks`),
    device: documented('none', LXC_DOC),
    privileged: unknown(NO_LAUNCHER),
    vcpuThreads: inferred('none', 'processes of the container run on the node’s processors'),
    socketPath: documented('/var/run/libvirt/virtlxcd-sock', DAEMONS),
    diskDriver: inferred('loop', `${LXC_DOC}: loop and nbd for file systems in a file`),
    bootOrder: inferred(false, CONTAINER),
    ballooning: documented(false, 'libvirt src/lxc/lxc_driver.c: memory is set through cgroups'),
    logFilters: unknown(NO_LAUNCHER),
    processPrefixes: documented(['libvirt_lxc'], 'libvirt src/lxc/lxc_controller.c'),
    daemon: documented('virtlxcd', DAEMONS),
    daemonMode: documented('modular', DAEMONS),
    virtlogd: inferred(false, 'libvirt src/lxc/lxc_process.c: the controller writes the log itself'),
    root: inferred(true, `${LXC_DOC}: there is no session mode`),
    uri: documented('lxc:///system', LXC_DOC),
    user: inferred('root', `${LXC_DOC}: there is no session mode`),
    pidFolder: documented('/run/libvirt/lxc', 'libvirt src/lxc/lxc_conf.h'),
    virtType: documented('lxc', LXC_DOC),
    emulator: documented('/usr/libexec/libvirt_lxc', LXC_DOC),
    machine: documented('none', LXC_DOC),
    firmware: documented('none', CONTAINER),
    diskBus: documented('none', `${LXC_DOC}: file systems are mounted, there are no disks`),
    controllers: inferred(false, CONTAINER),
    smbios: inferred(false, CONTAINER),
  },
  features: featureCells(
    has(LXC_DOC, 'filesystem', 'serialConsole'),
    lacks('libvirt src/lxc/lxc_driver.c', 'liveMigration'),
    likelyLacks(CONTAINER, 'cdrom', 'lun', 'sataDisk', 'scsiDisk', 'usbDisk', 'otherNic'),
    likelyLacks(CONTAINER, 'graphics', 'video', 'input', 'sound', 'tpm', 'watchdog', 'vsock', 'panic', 'rng'),
    likelyLacks(CONTAINER, 'usbRedirection', 'secureBoot', 'persistentEfi', 'launchSecurity', 'downwardMetrics'),
    likelyLacks(CONTAINER, 'kernelBoot', 'hotplugMemory'),
    unknownIn(NO_LAUNCHER, 'hostDevices', 'gpus', 'sriov', 'hugepages', 'numa', 'dedicatedCpus', 'hotplugDisks'),
  ),
});
