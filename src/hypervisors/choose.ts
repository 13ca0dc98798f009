import type { Finding } from '../findings/finding';
import { atLeast, type Release } from '../kube/release';
import { overheadDifference, profileOf } from './catalogue';
import { type HypervisorDeclaration, PLUGIN_SINCE, REALISATIONS, type Realisation, realisationIn } from './declaration';
import { domainHooks } from './domain-hooks';
import type { Obstacle, RealisationContext, UsedHypervisor } from './obstacle';
import { NATIVE_SINCE, obstaclesTo } from './obstacles';
import { CLUSTER_DEVICES, clusterWithDevice, type HypervisorProfile, needsNativeField } from './profile';
import { policyApi } from './property-effects';
import { QEMU_KVM } from './qemu-facts';

/** How a hypervisor reaches a cluster, or why it does not. */
export interface Choice {
  readonly profile: HypervisorProfile;
  readonly declaration: HypervisorDeclaration;
  /** Absent where none can work. */
  readonly realisation?: Realisation;
  /** Paths are below the declaration of the hypervisor. */
  readonly findings: readonly Finding[];
}

/** Ways that the platform takes by itself, best first. The others change more than users expect. */
const BY_ITSELF: readonly Realisation[] = ['native', 'cluster-image'];

/** Ways that concern every VM of the cluster. */
export function isClusterWide(realisation: Realisation | undefined): boolean {
  return realisation !== undefined && BY_ITSELF.includes(realisation);
}

/** How a hypervisor reaches a cluster: the way that is named, else the best that works. Nothing for an unknown name. */
export function chooseRealisation(
  name: string,
  declared: readonly HypervisorDeclaration[],
  context: RealisationContext,
): Choice | undefined {
  const profile = profileOf(name, declared);
  if (profile === undefined) {
    return undefined;
  }
  const declaration = declared.find((each) => each.name === name) ?? { name };
  const candidate = { profile, declaration };
  const written = declaration.realisation;
  if (written !== undefined) {
    const named = realisationIn(written, context.kubevirt);
    const obstacles = obstaclesTo(named, candidate, context);
    return obstacles.length === 0
      ? { ...candidate, realisation: named, findings: costsOf(named, candidate, context) }
      : { ...candidate, findings: obstacles.map((obstacle) => refusal(obstacle, named, candidate, context)) };
  }
  const realisation = BY_ITSELF.find((way) => obstaclesTo(way, candidate, context).length === 0);
  return realisation === undefined
    ? { ...candidate, findings: [noWay(candidate, context)] }
    : { ...candidate, realisation, findings: costsOf(realisation, candidate, context) };
}

/** Realisations that could work for a hypervisor with a release of KubeVirt, given an image and whatever else it needs. */
export function conceivable(profile: HypervisorProfile, kubevirt: Release): Realisation[] {
  const { runsInLauncher, native, properties } = profile;
  const device = properties.device.value;
  const isThere: Readonly<Partial<Record<Realisation, boolean>>> = {
    native: native === 'kvm' || (native !== undefined && atLeast(kubevirt, NATIVE_SINCE)),
    // KubeVirt asks for one of its own two devices, whatever is in the image.
    'cluster-image':
      (device === undefined || clusterWithDevice(device) !== undefined) &&
      (!needsNativeField(profile) || atLeast(kubevirt, NATIVE_SINCE)),
    plugin: atLeast(kubevirt, PLUGIN_SINCE) && properties.diskBus.value !== 'none' && domainHooks(profile).length > 0,
  };
  return runsInLauncher ? REALISATIONS.filter((way) => isThere[way] ?? true) : [];
}

function refusal(
  obstacle: Obstacle,
  named: Realisation,
  candidate: UsedHypervisor,
  context: RealisationContext,
): Finding {
  const others = REALISATIONS.filter((way) => way !== named && isOpen(way, candidate, context));
  const fix = others.length === 0 ? obstacle.fix : `${obstacle.fix}; or choose realisation: ${others.join(' or ')}`;
  return { ...obstacle, severity: 'error', fix };
}

/** Whether a way is free of obstacles, also of another hypervisor that has the whole cluster: KubeVirt runs one. */
function isOpen(way: Realisation, candidate: UsedHypervisor, context: RealisationContext): boolean {
  const isTaken = isClusterWide(way) && context.taken !== undefined && context.taken !== candidate.profile.name;
  return !isTaken && obstaclesTo(way, candidate, context).length === 0;
}

function noWay(candidate: UsedHypervisor, context: RealisationContext): Finding {
  const { profile } = candidate;
  const ways = conceivable(profile, context.kubevirt).map((way) => ({
    way,
    obstacle: obstaclesTo(way, candidate, context)[0],
  }));
  if (!profile.runsInLauncher) {
    return { ...obstaclesTo('native', candidate, context)[0]!, severity: 'error' };
  }
  const reasons = ways.flatMap(({ way, obstacle }) =>
    obstacle !== undefined && BY_ITSELF.includes(way) ? [`${way}: ${obstacle.what}`] : [],
  );
  const alternatives = ways.map(({ way, obstacle }) =>
    obstacle === undefined ? `realisation: ${way}` : `${way} (${obstacle.fix})`,
  );
  return {
    code: 'PV407',
    severity: 'error',
    path: '',
    what: `there is no way for ${profile.name} to reach this cluster by itself (${reasons.join('; ')})`,
    why: 'Its VMs would run on the hypervisor of the cluster, or not at all',
    fix: `choose one of ${alternatives.join(', ')}`,
  };
}

/** The price of a realisation that works, or its open questions. */
function costsOf(
  realisation: Realisation,
  { profile, declaration }: UsedHypervisor,
  context: RealisationContext,
): Finding[] {
  switch (realisation) {
    case 'native':
      return [];
    case 'cluster-image':
      return [...unproven(profile), ...otherOverhead(profile, context)];
    case 'pod-policy':
      return [
        ...(declaration.realisation === 'plugin' ? [noPluginsYet(profile, context)] : []),
        ...unproven(profile),
        ...mustBeOn(context),
        ...notOurs(profile, context),
        ...deviceOfItsOwn(profile, declaration, context),
      ];
    case 'plugin':
      return [
        ...unproven(profile),
        ...mustBeOn(context),
        ...notOurs(profile, context),
        ...gateElsewhere(context),
        ...deviceOfItsOwn(profile, declaration, context),
      ];
    case 'proposal':
      return [
        cost(
          'warning',
          `no released KubeVirt has the field hypervisor of ${profile.name}’s VMs`,
          'The API server prunes or rejects it unless your build of KubeVirt has it in its CRD',
          'apply it to a cluster with such a build only',
          'the proposal was closed upstream; VEP 97 leaves the field out',
        ),
      ];
  }
}

/** KubeVirt's launcher starts virtqemud and connects to QEMU, whatever the pod and the domain say. */
function unproven({ name, properties }: HypervisorProfile): Finding[] {
  const isQemu = properties.daemon.value === QEMU_KVM.properties.daemon.value;
  return [
    cost(
      'info',
      `polyvirt prepares ${name} and cannot prove that a guest boots`,
      isQemu
        ? 'That depends on the launcher image, which has to be made for this release of KubeVirt'
        : 'KubeVirt’s own launcher binary connects to QEMU and starts virtqemud: the image has to bring one of its ' +
            `vendor’s that connects to ${properties.uri.value ?? 'its own URI'} and starts ` +
            `${properties.daemon.value ?? 'its own daemon'}`,
      'run deploy/launcher-conformance.sh on the image, and try one VM before the others',
      LAUNCHER_BINARY,
    ),
  ];
}

const LAUNCHER_BINARY =
  'kubevirt cmd/virt-launcher/virt-launcher.go, pkg/virt-launcher/virtwrap/util/libvirt_helper.go';

function noPluginsYet({ name }: HypervisorProfile, { kubevirt }: RealisationContext): Finding {
  return cost(
    'warning',
    `KubeVirt ${kubevirt} has no Plugins, so that ${name} comes by pod-policy: its domains are those of QEMU`,
    'The launcher image has to make of such a domain what its hypervisor takes',
    `target KubeVirt ${PLUGIN_SINCE} or later, or write realisation: pod-policy if the image does`,
  );
}

/** Where the platform installs KubeVirt the gate is written. */
function gateElsewhere({ installs }: RealisationContext): Finding[] {
  return installs
    ? []
    : [
        cost(
          'warning',
          'the platform declares no KubeVirt, so it is unknown whether the gate Plugins is on',
          'virt-api rejects a Plugin while it is off, and without one domains are those of QEMU',
          'see that featureGates of the KubeVirt resource has Plugins',
          'kubevirt pkg/virt-api/webhooks/validating-webhook/admitters/plugin-admitter.go',
        ),
      ];
}

/** virt-handler offers its own devices and those of permittedHostDevices; any other needs a device plugin. */
function deviceOfItsOwn(
  { name, properties }: HypervisorProfile,
  { hostDevice }: HypervisorDeclaration,
  { devices = [], permitted = [] }: RealisationContext,
): Finding[] {
  const device = properties.device.value;
  const isOffered =
    device === undefined ||
    device === 'none' ||
    device.startsWith('devices.kubevirt.io/') ||
    hostDevice !== undefined ||
    devices.includes(device) ||
    permitted.includes(device);
  return isOffered
    ? []
    : [
        {
          code: 'PV417',
          severity: 'warning',
          path: 'properties.device',
          what: `no known node offers ${device}, which ${name} needs, and neither does KubeVirt`,
          why:
            'virt-handler offers its own devices and those of permittedHostDevices; until a device plugin offers ' +
            'this one, pods that request it stay Pending, and place says unknown',
          fix:
            `install the device plugin that offers ${device} (a DaemonSet of its vendor), and name it under devices ` +
            'of the node pools or give an export of nodes that show it; a PCI device KubeVirt offers itself: ' +
            'hostDevice: { pci: VENDOR:PRODUCT }',
          source: 'kubevirt pkg/virt-handler/device-manager/device_controller.go',
        },
      ];
}

function mustBeOn({ kubernetes }: RealisationContext): Finding[] {
  const api = kubernetes === undefined ? undefined : policyApi(kubernetes);
  return api === undefined || api.onByDefault
    ? []
    : [
        cost(
          'warning',
          `mutating policies are off by default in Kubernetes ${kubernetes}`,
          'Without them the policy is not accepted, and its VMs run in KubeVirt’s own launcher',
          `turn on the feature gate MutatingAdmissionPolicy and --runtime-config=${api.apiVersion}=true of the API ` +
            'server, or update to 1.36',
        ),
      ];
}

/** What a policy depends on and the owner of KubeVirt decides, where the platform does not install it. */
function notOurs({ name, properties }: HypervisorProfile, context: RealisationContext): Finding[] {
  if (context.installs) {
    return [];
  }
  const needed = clusterWithDevice(properties.device.value);
  return [
    ...(context.workloadUpdateMethods === undefined
      ? [
          cost(
            'warning',
            'the platform declares no KubeVirt, so it is unknown whether it keeps launchers up to date',
            'With workloadUpdateMethods KubeVirt takes changed launchers for outdated and moves their VMs again and ' +
              'again',
            'see that spec.workloadUpdateStrategy of the KubeVirt resource names no method; check --cluster looks ' +
              'at it',
            'kubevirt pkg/virt-controller/watch/workload-updater',
          ),
        ]
      : []),
    ...(needed === 'hyperv-direct'
      ? [
          cost(
            'warning',
            `the platform declares no KubeVirt, so it is unknown whether it runs ${needed}`,
            `virt-handler offers ${CLUSTER_DEVICES[needed]}, which ${name} needs, only where it does`,
            'see that the KubeVirt resource has it under spec.configuration.hypervisors',
          ),
        ]
      : []),
    ...(properties.root.value === true
      ? [
          cost(
            'warning',
            'the platform declares no KubeVirt, so it is unknown whether its launchers run as root, as the daemon ' +
              `of ${name} does`,
            'They run as user 107 unless the gate Root is on, and the daemon does not start then',
            'see that the gate is on, or write properties.root: false if the launcher image makes it run without',
            properties.root.source,
          ),
        ]
      : []),
  ];
}

/** KubeVirt reserves what QEMU takes, whatever is in the image. */
function otherOverhead(profile: HypervisorProfile, { kubevirt, cluster }: RealisationContext): Finding[] {
  const more = overheadDifference(profile, kubevirt, cluster);
  if (more === 0) {
    return [];
  }
  return [
    cost(
      more === undefined || more < 0 ? 'info' : 'warning',
      more === undefined
        ? `it is unknown how much memory ${profile.name} takes beside its guests`
        : `${profile.name} takes ${Math.abs(more)}Mi ${more > 0 ? 'more' : 'less'} beside a guest than QEMU`,
      'KubeVirt reserves what QEMU takes; a launcher that needs more is killed when the node runs out of memory',
      overheadFix(more),
    ),
  ];
}

/** The platform has no word for the ratio; the resource has. */
function overheadFix(more: number | undefined): string {
  if (more === undefined) {
    return 'measure the libvirt daemon and the VMM, and write properties.daemonOverhead and properties.vmmOverhead';
  }
  return more < 0
    ? 'nothing has to be done: each pod reserves a little too much'
    : 'raise spec.configuration.additionalGuestMemoryOverheadRatio of the KubeVirt resource (a string, as "1.2"), ' +
        'or choose pod-policy, which adds just that';
}

function cost(severity: 'warning' | 'info', what: string, why: string, fix: string, source?: string): Finding {
  return {
    code: 'PV412',
    severity,
    path: 'realisation',
    what,
    why,
    fix,
    ...(source === undefined ? {} : { source }),
  };
}
