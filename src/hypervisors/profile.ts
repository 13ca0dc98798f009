import type { Architecture } from '../architectures/facts';
import type { Release } from '../kube/release';
import type { Cell, Feature } from './features';

/** Mebibytes, by the first KubeVirt release in which they hold; oldest first. */
export type MebibytesByRelease = Readonly<Record<Release, number>>;

/** Everything that a launcher, its pod and the domain need to know of a hypervisor: the two interfaces of the proposal and more, as data. */
export interface HypervisorProperties {
  /** Memory of virt-launcher-monitor. */
  readonly launcherMonitorOverhead: MebibytesByRelease;
  /** Memory of virt-launcher. */
  readonly launcherOverhead: MebibytesByRelease;
  /** Memory of virtlogd. */
  readonly virtlogdOverhead: MebibytesByRelease;
  /** Memory of the libvirt daemon. */
  readonly daemonOverhead: MebibytesByRelease;
  /** Memory of the virtual machine monitor, without that of its guest. */
  readonly vmmOverhead: MebibytesByRelease;
  /** Whether it takes ISO images. */
  readonly iso: boolean;
  /** Device resource that the pod asks for; `none` where it needs none. */
  readonly device: string;
  /** Whether the launcher runs privileged. */
  readonly privileged: boolean;
  /** Regular expression for the names of the threads that run virtual processors. */
  readonly vcpuThreads: string;
  /** Socket of libvirt in the pod; `none` where there is none. */
  readonly socketPath: string;
  /** Driver name of a disk; `none` where it has none. */
  readonly diskDriver: string;
  /** Whether every device needs its place in the boot order. */
  readonly bootOrder: boolean;
  /** Whether the guest gives memory back while it runs. */
  readonly ballooning: boolean;
  /** Log filters of the daemon. */
  readonly logFilters: string;
  /** What the command of the guest's process begins with. */
  readonly processPrefixes: readonly string[];
  /** The libvirt daemon; `none` where the driver has none. */
  readonly daemon: string;
  /** Whether the daemon is the driver's own or libvirtd for all. */
  readonly daemonMode: 'modular' | 'monolithic' | 'none';
  /** Whether the driver gives the guest's output to virtlogd; virt-launcher starts it in any case. */
  readonly virtlogd: boolean;
  /** Whether libvirt runs as root. */
  readonly root: boolean;
  /** How to connect to libvirt. */
  readonly uri: string;
  /** Who connects to libvirt. */
  readonly user: string;
  /** Where libvirt keeps the PID files of guests; `none` where there are none. */
  readonly pidFolder: string;
  /** Type of the libvirt domain, as `kvm`. */
  readonly virtType: string;
  /** Program that runs the guest; `none` where libvirt finds it by itself. */
  readonly emulator: string;
  /** Machine type of the domain; `none` where it has none, `kubevirt` where it is the one that KubeVirt writes. */
  readonly machine: string;
  /** File that the guest is started from in the place of a kernel; `none` where there is none. */
  readonly firmware: string;
  /** Bus of every disk; `none` where a guest has no disks, `kubevirt` where it is the one that KubeVirt writes. */
  readonly diskBus: string;
  /** Whether it takes the controllers, channels and features of a machine that KubeVirt writes for QEMU. */
  readonly controllers: boolean;
  /** Whether it takes SMBIOS tables. */
  readonly smbios: boolean;
}

/** Name of a property. */
export type Property = keyof HypervisorProperties;

/** Each property with its source. */
export type PropertyCells = { readonly [P in Property]: Cell<HypervisorProperties[P]> };

/** What a hypervisor has of one VM feature. */
export type FeatureCells = Readonly<Record<Feature, Cell<boolean>>>;

/** Properties of the proposal that are features of a VM too. They are said once, as a property. */
export const TWINS = ['iso', 'ballooning'] as const satisfies readonly (Property & Feature)[];

/** Features that only the list of features says. */
export type OwnFeature = Exclude<Feature, (typeof TWINS)[number]>;

/** One hypervisor: a libvirt driver and what follows from it. Data, not a subclass. */
export interface HypervisorProfile {
  readonly name: string;
  /** How people call it. */
  readonly title: string;
  /** The libvirt driver behind it. */
  readonly driver: string;
  /** Whether it can run a guest inside of a launcher pod. */
  readonly runsInLauncher: boolean;
  /** Why it can or cannot. */
  readonly because: string;
  /** Architectures of the guests that it runs. */
  readonly architectures: Cell<readonly Architecture[]>;
  /** How KubeVirt itself calls it, where it does. */
  readonly native?: 'kvm' | 'hyperv-direct';
  readonly properties: PropertyCells;
  readonly features: FeatureCells;
}

/** What each property is, in the order of the proposal's interfaces, then those of the domain. The compiler notices a missing one. */
export const PROPERTY_TITLES: Readonly<Record<Property, string>> = {
  launcherMonitorOverhead: 'overhead of the launcher monitor',
  launcherOverhead: 'overhead of the launcher',
  virtlogdOverhead: 'overhead of virtlogd',
  daemonOverhead: 'overhead of the daemon',
  vmmOverhead: 'overhead of the VMM',
  iso: 'ISO images',
  device: 'device resource',
  privileged: 'privileged',
  vcpuThreads: 'vCPU threads',
  socketPath: 'socket',
  diskDriver: 'disk driver',
  bootOrder: 'needs a boot order',
  ballooning: 'memory ballooning',
  logFilters: 'log filters',
  processPrefixes: 'process',
  daemon: 'daemon',
  daemonMode: 'daemon mode',
  virtlogd: 'writes to virtlogd',
  root: 'runs as root',
  uri: 'URI',
  user: 'user',
  pidFolder: 'PID folder',
  virtType: 'domain type',
  emulator: 'emulator',
  machine: 'machine type',
  firmware: 'firmware',
  diskBus: 'disk bus',
  controllers: 'controllers of KubeVirt',
  smbios: 'SMBIOS tables',
};

/** Every property. */
export const PROPERTIES = Object.keys(PROPERTY_TITLES) as readonly Property[];

/** Properties of the libvirt domain. Only a Plugin needs them: without one, KubeVirt writes the domain of QEMU. */
export const DOMAIN_PROPERTIES = [
  'virtType',
  'emulator',
  'machine',
  'firmware',
  'diskBus',
  'controllers',
  'smbios',
] as const satisfies readonly Property[];

/** What the proposal's interfaces ask for. */
export const LAUNCHER_PROPERTIES: readonly Property[] = PROPERTIES.filter(
  (property) => !(DOMAIN_PROPERTIES as readonly Property[]).includes(property),
);

/** What KubeVirt itself calls what a whole cluster runs. */
export type ClusterHypervisor = 'kvm' | 'hyperv-direct';

/** The device that KubeVirt asks for in every launcher pod, and that virt-handler offers on every node: no other one. */
export const CLUSTER_DEVICES: Readonly<Record<ClusterHypervisor, string>> = {
  kvm: 'devices.kubevirt.io/kvm',
  'hyperv-direct': 'devices.kubevirt.io/mshv',
};

/** Whether a device is one of those by which KubeVirt runs guests, which only one kind of cluster has. */
export function clusterWithDevice(device: string | undefined): ClusterHypervisor | undefined {
  return (Object.keys(CLUSTER_DEVICES) as ClusterHypervisor[]).find((name) => CLUSTER_DEVICES[name] === device);
}

/** Whether a launcher's device needs KubeVirt to be told that it runs on Microsoft's hypervisor. */
export function needsNativeField({ native, properties }: HypervisorProfile): boolean {
  return native === 'hyperv-direct' || properties.device.value === CLUSTER_DEVICES['hyperv-direct'];
}
