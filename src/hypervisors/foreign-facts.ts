import {
  type Cell,
  documented,
  FEATURE_NAMES,
  type FeatureGroup,
  featureCells,
  has,
  inferred,
  lacks,
  likelyHas,
  likelyLacks,
  type ProfileRow,
  profile,
  unknown,
  unknownIn,
} from './features';
import { type HypervisorProfile, type OwnFeature, type PropertyCells, TWINS } from './profile';

const ELSEWHERE = 'it does not run inside of a launcher pod, so the question does not come up';
const NOT_LOOKED_UP = 'not looked up: it does not run inside of a launcher pod';

/** What only a launcher needs to know. */
const NO_LAUNCHER = {
  launcherMonitorOverhead: unknown(ELSEWHERE),
  launcherOverhead: unknown(ELSEWHERE),
  virtlogdOverhead: unknown(ELSEWHERE),
  daemonOverhead: unknown(ELSEWHERE),
  vmmOverhead: unknown(ELSEWHERE),
  privileged: unknown(ELSEWHERE),
  vcpuThreads: unknown(ELSEWHERE),
  bootOrder: unknown(ELSEWHERE),
  logFilters: unknown(ELSEWHERE),
  virtlogd: unknown(ELSEWHERE),
  emulator: unknown(ELSEWHERE),
  machine: unknown(ELSEWHERE),
  firmware: unknown(ELSEWHERE),
  diskBus: unknown(ELSEWHERE),
  controllers: unknown(ELSEWHERE),
  smbios: unknown(ELSEWHERE),
} satisfies Partial<PropertyCells>;

/** What is said; the rest was not looked up. */
function rest(...groups: FeatureGroup[]): ProfileRow['features'] {
  const said = new Set<string>([...TWINS, ...groups.flatMap(({ features }) => features)]);
  const others = FEATURE_NAMES.filter((feature): feature is OwnFeature => !said.has(feature));
  return featureCells(...groups, unknownIn(NOT_LOOKED_UP, ...others));
}

/** A driver that libvirt runs in the client and that speaks to a host over the network. */
function remote(source: string) {
  return {
    device: documented('none', source),
    socketPath: documented('none', source),
    daemon: documented('none', source),
    daemonMode: documented('none', source) as Cell<'none'>,
    root: inferred(false, source),
    pidFolder: documented('none', source),
    processPrefixes: documented([], source),
  } satisfies Partial<PropertyCells>;
}

const ESX = 'libvirt docs/drvesx.rst';
const HYPERV = 'libvirt docs/drvhyperv.rst';
const VBOX = 'libvirt docs/drvvbox.rst';
const VMWARE = 'libvirt docs/drvvmware.rst';
const VZ = 'libvirt docs/drvvirtuozzo.rst';
const OPENVZ = 'libvirt docs/drvopenvz.rst';
const BHYVE = 'libvirt docs/drvbhyve.rst';
const TYPES = 'libvirt src/conf/domain_conf.c: virDomainVirt';

const ROWS: readonly ProfileRow[] = [
  {
    name: 'openvz',
    title: 'OpenVZ',
    driver: 'OpenVZ',
    runsInLauncher: false,
    architectures: unknown(NOT_LOOKED_UP),
    because: 'its containers need the vendor’s own kernel on the node, and the driver has no daemon of its own',
    properties: {
      ...NO_LAUNCHER,
      virtType: documented('openvz', TYPES),
      iso: inferred(false, 'containers have no drives'),
      device: inferred('none', 'the vendor’s kernel has no device for it'),
      socketPath: inferred('/var/run/libvirt/libvirt-sock', 'that of libvirtd'),
      diskDriver: inferred('none', 'containers have no disks'),
      ballooning: inferred(false, 'containers have no balloon'),
      processPrefixes: inferred(['vzctl'], OPENVZ),
      daemon: inferred('libvirtd', 'libvirt meson.build: no modular daemon for it'),
      daemonMode: inferred('monolithic', 'libvirt meson.build: no modular daemon for it'),
      root: inferred(true, OPENVZ),
      uri: documented('openvz:///system', OPENVZ),
      user: inferred('root', OPENVZ),
      pidFolder: unknown('not documented'),
    },
    features: rest(likelyLacks('containers have no such devices', 'cdrom', 'graphics', 'video')),
  },
  {
    name: 'virtualbox',
    title: 'VirtualBox',
    driver: 'VirtualBox',
    runsInLauncher: false,
    architectures: unknown(NOT_LOOKED_UP),
    because: 'it is made for a desktop session and needs the vendor’s kernel modules on the node',
    properties: {
      ...NO_LAUNCHER,
      virtType: documented('vbox', TYPES),
      iso: documented(true, VBOX),
      device: unknown('the modules make /dev/vboxdrv; no device plugin offers it'),
      socketPath: documented('$XDG_RUNTIME_DIR/libvirt/virtvboxd-sock', 'libvirt docs/daemons.rst'),
      diskDriver: inferred('none', VBOX),
      ballooning: unknown('memory can be set; whether by a balloon is not documented'),
      processPrefixes: inferred(['VBoxHeadless'], 'the vendor’s manual'),
      daemon: documented('virtvboxd', 'libvirt docs/daemons.rst'),
      daemonMode: documented('modular', 'libvirt docs/daemons.rst'),
      root: inferred(false, `${VBOX}: session only`),
      uri: documented('vbox:///session', VBOX),
      user: unknown('the owner of the session'),
      pidFolder: unknown('not documented'),
    },
    features: rest(has(VBOX, 'cdrom'), has('libvirt src/vbox/vbox_common.c', 'sound', 'hostDevices')),
  },
  {
    name: 'vmware-esx',
    title: 'VMware ESX',
    driver: 'VMware ESX',
    runsInLauncher: false,
    architectures: unknown(NOT_LOOKED_UP),
    because: 'the driver is remote only: guests run on ESX hosts that are reached over HTTPS, not on the node',
    properties: {
      ...NO_LAUNCHER,
      virtType: documented('vmware', TYPES),
      ...remote(ESX),
      iso: inferred(true, ESX),
      diskDriver: inferred('none', ESX),
      ballooning: inferred(true, 'done by the host'),
      uri: documented('esx://host', `${ESX}; also vpx:// and gsx://`),
      user: unknown('an account of the ESX host'),
    },
    features: rest(likelyHas(ESX, 'cdrom')),
  },
  {
    name: 'vmware-workstation',
    title: 'VMware Workstation/Player',
    driver: 'VMware Workstation/Player',
    runsInLauncher: false,
    architectures: unknown(NOT_LOOKED_UP),
    because: 'it is made for a desktop session, is driven through vmrun and needs the vendor’s kernel modules',
    properties: {
      ...NO_LAUNCHER,
      virtType: documented('vmware', TYPES),
      iso: inferred(true, VMWARE),
      device: unknown('the modules make /dev/vmmon; no device plugin offers it'),
      socketPath: inferred('none', `${VMWARE}: the driver runs in the client`),
      diskDriver: inferred('none', VMWARE),
      ballooning: unknown('not documented'),
      processPrefixes: inferred(['vmware-vmx'], 'the vendor’s manual'),
      daemon: documented('none', 'libvirt meson.build'),
      daemonMode: documented('none', 'libvirt meson.build'),
      root: inferred(false, `${VMWARE}: session only`),
      uri: documented('vmwarews:///session', `${VMWARE}; also vmwareplayer and vmwarefusion`),
      user: unknown('the owner of the session'),
      pidFolder: unknown('not documented'),
    },
    features: rest(likelyHas(VMWARE, 'cdrom')),
  },
  {
    name: 'hyperv',
    title: 'Microsoft Hyper-V',
    driver: 'Microsoft Hyper-V',
    runsInLauncher: false,
    architectures: unknown(NOT_LOOKED_UP),
    because:
      'the driver is remote only: guests run on Windows hosts that are reached over WS-Management, not on the node',
    properties: {
      ...NO_LAUNCHER,
      virtType: documented('hyperv', TYPES),
      ...remote(HYPERV),
      iso: documented(true, 'libvirt src/hyperv/hyperv_driver.c'),
      diskDriver: inferred('none', HYPERV),
      ballooning: inferred(false, 'dynamic memory of the host, without a balloon device'),
      uri: documented('hyperv://host', HYPERV),
      user: unknown('an account of the Windows host'),
    },
    features: rest(has('libvirt src/hyperv/hyperv_driver.c', 'cdrom')),
  },
  {
    name: 'virtuozzo',
    title: 'Virtuozzo',
    driver: 'Virtuozzo',
    runsInLauncher: false,
    architectures: unknown(NOT_LOOKED_UP),
    because: 'its guests are run by the vendor’s own service and kernel on the node',
    properties: {
      ...NO_LAUNCHER,
      virtType: documented('vz', TYPES),
      iso: documented(true, VZ),
      device: unknown('the vendor’s kernel; no device plugin offers it'),
      socketPath: documented('/var/run/libvirt/virtvzd-sock', 'libvirt docs/daemons.rst'),
      diskDriver: unknown('not documented'),
      ballooning: inferred(true, 'libvirt src/vz/vz_driver.c: memory can be set'),
      processPrefixes: inferred(['prl_vm_app'], 'the vendor’s manual'),
      daemon: documented('virtvzd', 'libvirt docs/daemons.rst'),
      daemonMode: documented('modular', 'libvirt docs/daemons.rst'),
      root: inferred(true, VZ),
      uri: documented('vz:///system', VZ),
      user: inferred('root', VZ),
      pidFolder: documented('/run/libvirt/vz', 'libvirt src/vz'),
    },
    features: rest(has(VZ, 'cdrom'), likelyHas('libvirt src/vz/vz_driver.c', 'liveMigration')),
  },
  {
    name: 'bhyve',
    title: 'Bhyve',
    driver: 'Bhyve',
    runsInLauncher: false,
    architectures: unknown(NOT_LOOKED_UP),
    because: 'it is part of FreeBSD, and the nodes of a Kubernetes cluster that run launcher pods are Linux',
    properties: {
      ...NO_LAUNCHER,
      virtType: documented('bhyve', TYPES),
      iso: documented(true, BHYVE),
      device: unknown('FreeBSD’s /dev/vmm; no device plugin offers it'),
      socketPath: documented('/var/run/libvirt/virtbhyved-sock', 'libvirt docs/daemons.rst'),
      diskDriver: inferred('file', BHYVE),
      ballooning: inferred(false, 'not implemented in the driver'),
      processPrefixes: inferred(['bhyve'], 'the title of the process is bhyve: and the name of the guest'),
      daemon: documented('virtbhyved', 'libvirt docs/daemons.rst'),
      daemonMode: documented('modular', 'libvirt docs/daemons.rst'),
      root: inferred(true, BHYVE),
      uri: documented('bhyve:///system', BHYVE),
      user: inferred('root', BHYVE),
      pidFolder: documented('/run/libvirt/bhyve', 'libvirt src/bhyve'),
    },
    features: rest(
      has(BHYVE, 'cdrom', 'sataDisk'),
      has('libvirt src/bhyve/bhyve_command.c', 'graphics', 'video', 'input', 'sound', 'rng', 'filesystem'),
      lacks('libvirt src/bhyve/bhyve_driver.c', 'liveMigration'),
    ),
  },
];

/** Drivers of libvirt whose guests a launcher pod cannot hold: in the catalogue, and refused with the reason. */
export const FOREIGN: readonly HypervisorProfile[] = ROWS.map(profile);
