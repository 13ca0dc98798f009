import { asText } from '../kube/object';
import { atLeast, type Release } from '../kube/release';
import { overheadDifference } from './catalogue';
import type { HypervisorDeclaration, LauncherImages } from './declaration';
import { imagesOf } from './image';
import type { UsedHypervisor } from './obstacle';
import { CLUSTER_DEVICES, type ClusterHypervisor, type HypervisorProfile, PROPERTIES, type Property } from './profile';
import { QEMU_KVM } from './qemu-facts';

/** Where a property takes effect. */
type EffectPlace = 'pod' | 'environment' | 'domain' | 'VM' | 'finding';

/** What polyvirt does with a property of a hypervisor. */
interface PropertyEffect {
  /** The method of the proposal's interfaces, where it has one. */
  readonly method?: string;
  readonly places: readonly EffectPlace[];
  /** Variable of the compute container that carries it. */
  readonly variable?: string;
  /** Its reader in the container. */
  readonly reader?: 'libvirt' | 'the launcher image';
  /** In words. */
  readonly effect: string;
}

const RESERVED = 'the difference to QEMU’s is added to the memory of the pod';

/** One row per property; the tables of docs/hypervisors.md follow from it, and the policy of the launcher pods. */
export const PROPERTY_EFFECTS: Readonly<Record<Property, PropertyEffect>> = {
  launcherMonitorOverhead: { method: 'GetVirtLauncherMonitorOverhead', places: ['pod'], effect: RESERVED },
  launcherOverhead: { method: 'GetVirtLauncherOverhead', places: ['pod'], effect: RESERVED },
  virtlogdOverhead: { method: 'GetVirtlogdOverhead', places: ['pod'], effect: RESERVED },
  daemonOverhead: { method: 'GetHypervisorDaemonOverhead', places: ['pod'], effect: RESERVED },
  vmmOverhead: { method: 'GetHypervisorOverhead', places: ['pod'], effect: RESERVED },
  iso: {
    method: 'SupportsIso',
    places: ['VM', 'domain', 'finding'],
    effect:
      'false: cloud-init is a virtio disk (PV406), a CD drive of a VM is rejected (PV404), and a Plugin turns those that are left into disks',
  },
  device: {
    method: 'GetHypervisorDevice',
    places: ['pod', 'finding'],
    effect: 'the pod asks for it in the place of KubeVirt’s; PV417 and PV450 where no node offers it',
  },
  privileged: {
    method: 'ShouldRunPrivileged',
    places: ['finding'],
    effect:
      'true is rejected (PV407): KubeVirt makes no privileged launcher, and a policy that does would open the node',
  },
  vcpuThreads: {
    method: 'GetVcpuRegex',
    places: ['environment'],
    variable: 'POLYVIRT_VCPU_THREADS',
    reader: 'the launcher image',
    effect: 'told to the launcher; virt-handler itself looks for QEMU’s threads',
  },
  socketPath: {
    method: 'GetLibvirtSocketPath',
    places: ['environment'],
    variable: 'POLYVIRT_LIBVIRT_SOCKET',
    reader: 'the launcher image',
    effect: 'told to the launcher',
  },
  diskDriver: {
    method: 'GetDiskDriver',
    places: ['environment', 'domain'],
    variable: 'POLYVIRT_DISK_DRIVER',
    reader: 'the launcher image',
    effect: 'a Plugin writes it into each disk; told to the launcher',
  },
  bootOrder: {
    method: 'RequiresBootOrder',
    places: ['VM', 'domain', 'finding'],
    effect:
      'true: each disk of a VM gets a boot order (PV406), a Plugin writes one where no device has any, and a VM without is rejected (PV404)',
  },
  ballooning: {
    method: 'SupportsMemoryBallooning',
    places: ['VM', 'domain', 'finding'],
    effect:
      'false: autoattachMemBalloon is off (PV406), a Plugin takes the balloon away, and a VM that asks for it is rejected (PV404)',
  },
  logFilters: {
    method: 'SetupLibvirt',
    places: ['environment'],
    variable: 'LIBVIRT_LOG_FILTERS',
    reader: 'libvirt',
    effect: 'libvirt’s daemon reads it when it starts',
  },
  processPrefixes: {
    method: 'GetHypervisorCommandPrefix',
    places: ['environment'],
    variable: 'POLYVIRT_PROCESS_PREFIXES',
    reader: 'the launcher image',
    effect: 'told to the launcher, separated by commas; virt-handler itself looks for QEMU',
  },
  daemon: {
    method: 'StartHypervisorDaemon',
    places: ['environment'],
    variable: 'POLYVIRT_LIBVIRT_DAEMON',
    reader: 'the launcher image',
    effect: 'told to the launcher: KubeVirt’s own binary starts virtqemud, whatever it says (PV412)',
  },
  daemonMode: {
    places: ['environment'],
    variable: 'POLYVIRT_LIBVIRT_DAEMON_MODE',
    reader: 'the launcher image',
    effect: 'told to the launcher',
  },
  virtlogd: {
    method: 'StartVirtlog',
    places: ['environment'],
    variable: 'POLYVIRT_VIRTLOGD',
    reader: 'the launcher image',
    effect: 'told to the launcher: true or false',
  },
  root: {
    method: 'root',
    places: ['finding'],
    effect: 'true is rejected unless the gate Root is on (PV407)',
  },
  uri: {
    method: 'GetLibvirtUriAndUser',
    places: ['environment'],
    variable: 'LIBVIRT_DEFAULT_URI',
    reader: 'libvirt',
    effect:
      'programs that connect without a URI, as virsh, use it; KubeVirt’s own binary connects to QEMU, whatever it says (PV412)',
  },
  user: {
    method: 'GetLibvirtUriAndUser',
    places: ['environment'],
    variable: 'POLYVIRT_LIBVIRT_USER',
    reader: 'the launcher image',
    effect: 'told to the launcher; the user of the container stays that of KubeVirt',
  },
  pidFolder: {
    method: 'GetPidDir',
    places: ['environment'],
    variable: 'POLYVIRT_PID_FOLDER',
    reader: 'the launcher image',
    effect: 'told to the launcher',
  },
  virtType: {
    places: ['environment', 'domain'],
    variable: 'POLYVIRT_VIRT_TYPE',
    reader: 'the launcher image',
    effect: 'a Plugin writes it as the type of the domain; told to the launcher',
  },
  emulator: {
    places: ['environment', 'domain'],
    variable: 'POLYVIRT_EMULATOR',
    reader: 'the launcher image',
    effect: 'a Plugin writes it; told to the launcher',
  },
  machine: { places: ['domain'], effect: 'a Plugin writes it' },
  firmware: {
    places: ['environment', 'domain'],
    variable: 'POLYVIRT_FIRMWARE',
    reader: 'the launcher image',
    effect: 'a Plugin writes it as the kernel, unless the VM brings one; told to the launcher',
  },
  diskBus: { places: ['domain'], effect: 'a Plugin moves every disk to it' },
  controllers: {
    places: ['domain'],
    effect: 'false: a Plugin takes controllers, channels and features of the machine away',
  },
  smbios: { places: ['domain'], effect: 'false: a Plugin takes SMBIOS tables away' },
};

/** Says which hypervisor a launcher is for. */
export const HYPERVISOR_VARIABLE = 'POLYVIRT_HYPERVISOR';

/**
 * The environment that a policy gives the compute container: what the properties come to, and what the platform adds.
 *
 * A value that is unknown, or that KubeVirt's own launcher has built in for QEMU, has no variable: an image goes on as for QEMU there.
 */
export function launcherEnvironment(
  { name, properties }: HypervisorProfile,
  { environment = {} }: Pick<HypervisorDeclaration, 'environment'>,
): Readonly<Record<string, string>> {
  const told = PROPERTIES.flatMap((property): (readonly [string, string])[] => {
    const { variable } = PROPERTY_EFFECTS[property];
    const value = variableValue(properties[property].value);
    const builtIn = variableValue(QEMU_KVM.properties[property].value);
    return variable === undefined || value === undefined || value === builtIn ? [] : [[variable, value]];
  });
  return { [HYPERVISOR_VARIABLE]: name, ...Object.fromEntries(told), ...environment };
}

function variableValue(value: unknown): string | undefined {
  return value === undefined ? undefined : Array.isArray(value) ? value.join(',') : asText(value);
}

/** What a policy changes of the launcher pods of one hypervisor, for the policy and for what foretells its effect. */
export interface PolicyEffect {
  readonly hypervisor: string;
  readonly images: LauncherImages;
  /** What KubeVirt asks for, and what is asked for instead: `none` for nothing. Absent where both are the same. */
  readonly device?: { readonly from: readonly string[]; readonly to: string };
  /** Mebibytes that are added to its memory, or taken away. */
  readonly memory: number;
  /** What is appended to the environment. */
  readonly environment: Readonly<Record<string, string>>;
}

/**
 * What the policy of a hypervisor does on a cluster.
 *
 * @param cluster what KubeVirt runs there; where that is unknown, either of its devices is replaced, whichever the pod has
 */
export function policyEffect(
  { profile, declaration }: UsedHypervisor,
  kubevirt: Release,
  cluster?: ClusterHypervisor,
): PolicyEffect {
  const to = profile.properties.device.value;
  const known = cluster === undefined ? Object.values(CLUSTER_DEVICES) : [CLUSTER_DEVICES[cluster]];
  const from = known.filter((device) => device !== to);
  return {
    hypervisor: profile.name,
    images: imagesOf(declaration) ?? {},
    ...(to === undefined || from.length === 0 ? {} : { device: { from, to } }),
    memory: overheadDifference(profile, kubevirt, cluster) ?? 0,
    environment: launcherEnvironment(profile, declaration),
  };
}

/** How a release of Kubernetes serves mutating policies. */
interface PolicyApi {
  readonly apiVersion: string;
  /** Whether it works without the cluster's administrator turning it on. */
  readonly onByDefault: boolean;
}

/** Newest first. */
const VERSIONS = [
  { since: '1.36', version: 'v1', onByDefault: true },
  { since: '1.34', version: 'v1beta1', onByDefault: false },
  { since: '1.32', version: 'v1alpha1', onByDefault: false },
] as const;

/** The API of mutating policies in a release of Kubernetes; nothing where it has none. */
export function policyApi(kubernetes: Release): PolicyApi | undefined {
  const found = VERSIONS.find(({ since }) => atLeast(kubernetes, since));
  return found === undefined
    ? undefined
    : { apiVersion: `admissionregistration.k8s.io/${found.version}`, onByDefault: found.onByDefault };
}
