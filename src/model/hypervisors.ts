import type { Architecture } from '../architectures/facts';
import type { Finding } from '../findings/finding';
import { isClusterWide } from '../hypervisors/choose';
import type { HypervisorsInUse } from '../hypervisors/declaration';
import type { Feature } from '../hypervisors/features';
import type { RealisationContext } from '../hypervisors/obstacle';
import { checkHypervisor, type HypervisorPlan, type HypervisorUse, planHypervisors } from '../hypervisors/plan';
import type { HypervisorProfile } from '../hypervisors/profile';
import { QEMU_KVM } from '../hypervisors/qemu-facts';
import {
  clusterArchitectures,
  defaultArchitecture,
  hcoRelease,
  type PlatformContext,
  workloadArchitectures,
} from './context';
import type { InstanceDeclaration } from './instance';

const plans = new WeakMap<PlatformContext, HypervisorPlan>();

/** Which hypervisors a platform runs, and how; decided once for all of its VMs. */
export function hypervisorPlan(platform: PlatformContext): HypervisorPlan {
  const known = plans.get(platform);
  if (known !== undefined) {
    return known;
  }
  const plan = planOf(platform.hypervisors ?? NOTHING_SAID, platform);
  plans.set(platform, plan);
  return plan;
}

/** The plan as a VM sees it: one that is on no platform brings its own word. */
function planFor(hypervisor: string | undefined, platform: PlatformContext): HypervisorPlan {
  const { declared, asked } = platform.hypervisors ?? NOTHING_SAID;
  return hypervisor === undefined || asked.some(({ name }) => name === hypervisor)
    ? hypervisorPlan(platform)
    : planOf({ declared, asked: [...asked, { name: hypervisor }] }, platform);
}

function planOf(use: HypervisorUse, platform: PlatformContext): HypervisorPlan {
  const { target, kubevirt, hyperConverged } = platform;
  const standard = defaultArchitecture(platform);
  return planHypervisors(use, {
    kubevirt: target.kubevirt,
    ...(target.kubernetes === undefined ? {} : { kubernetes: target.kubernetes }),
    installs: kubevirt !== undefined || hyperConverged !== undefined,
    ...(hyperConverged === undefined ? {} : { hco: hcoRelease(platform) }),
    ...installation(platform),
    ...(platform.nodes === undefined
      ? {}
      : { devices: [...new Set(platform.nodes.flatMap(({ allocatable }) => Object.keys(allocatable)))] }),
    permitted: permittedResources(platform),
    architectures: launcherArchitectures(platform),
    ...(standard === undefined ? {} : { defaultArchitecture: standard }),
  });
}

/** Effects of the declared installation on launchers; undefined where KubeVirt is installed by other means. */
function installation({
  kubevirt,
  hyperConverged,
}: PlatformContext): Pick<RealisationContext, 'workloadUpdateMethods' | 'gates'> {
  if (kubevirt !== undefined) {
    return { workloadUpdateMethods: kubevirt.workloadUpdateMethods ?? [], gates: kubevirt };
  }
  // Of the two only HyperConverged keeps launchers up to date by itself. It has no word for the gates that matter here.
  return hyperConverged === undefined
    ? {}
    : { workloadUpdateMethods: hyperConverged.workloadUpdateMethods ?? ['LiveMigrate'], gates: {} };
}

/** Resources of nodes that virt-handler offers because the declared installation says so. */
function permittedResources({ kubevirt, hyperConverged }: PlatformContext): string[] {
  const { pciHostDevices = [], mediatedDevices = [], usb = [] } = kubevirt?.permittedHostDevices ?? {};
  const managed = hyperConverged?.permittedHostDevices ?? {};
  return [
    ...pciHostDevices,
    ...mediatedDevices,
    ...usb,
    ...(managed.pciHostDevices ?? []),
    ...(managed.mediatedDevices ?? []),
    ...(managed.usbHostDevices ?? []),
  ].flatMap(({ resourceName, externalResourceProvider }) => (externalResourceProvider === true ? [] : [resourceName]));
}

/** Architectures of the launchers: those of the workers, else all that are known. */
export function launcherArchitectures(platform: PlatformContext): readonly Architecture[] {
  return workloadArchitectures(platform) ?? clusterArchitectures(platform);
}

const NOTHING_SAID: HypervisorUse = { declared: [], asked: [] };

/** The hypervisor that a VM runs on; KubeVirt's own where the one that it asks for is not there. */
export function hypervisorOf(
  { hypervisor }: Pick<InstanceDeclaration, 'hypervisor'>,
  platform: PlatformContext,
): HypervisorProfile {
  if (hypervisor === undefined && platform.hypervisors === undefined) {
    return QEMU_KVM;
  }
  const plan = planFor(hypervisor, platform);
  return plan.choices.get(hypervisor ?? plan.fallback)?.profile ?? QEMU_KVM;
}

/** How the hypervisor of a VM is told to the cluster, where the VM itself has to say it. */
export function hypervisorMark(
  vm: Pick<InstanceDeclaration, 'hypervisor'>,
  platform: PlatformContext,
): { readonly label?: string; readonly field?: string } {
  if (vm.hypervisor === undefined && platform.hypervisors === undefined) {
    return {};
  }
  const { name } = hypervisorOf(vm, platform);
  const realisation = planFor(vm.hypervisor, platform).choices.get(name)?.realisation;
  if (realisation === undefined || isClusterWide(realisation)) {
    return {};
  }
  return realisation === 'proposal' ? { field: name } : { label: name };
}

/** What is wrong with the hypervisor of a VM, and what is done differently because of it. */
export function checkVmHypervisor(vm: InstanceDeclaration, platform: PlatformContext): Finding[] {
  if (vm.hypervisor === undefined && platform.hypervisors === undefined) {
    return [];
  }
  const profile = hypervisorOf(vm, platform);
  const adaptations = adaptationsOf(profile, vm);
  return [
    ...checkHypervisor(vm.hypervisor, planFor(vm.hypervisor, platform), platform.hypervisors?.declared ?? []),
    ...(adaptations.length === 0
      ? []
      : [
          {
            code: 'PV406',
            severity: 'info' as const,
            path: 'hypervisor',
            what: `for ${profile.name} ${adaptations.join(', ')}`,
            why: 'It rejects guests with KubeVirt’s defaults',
            fix: 'nothing, if that is what you want; otherwise choose another hypervisor',
          },
        ]),
  ];
}

/** What is wrong with the hypervisors of a platform, apart from what its VMs ask for. */
export function checkHypervisors(platform: PlatformContext): Finding[] {
  return platform.hypervisors === undefined ? [] : [...hypervisorPlan(platform).findings];
}

/** What the judge of finished objects has to know of hypervisors; nothing where nothing is said. */
export function hypervisorsInUse(platform: PlatformContext): { readonly hypervisorsInUse?: HypervisorsInUse } {
  if (platform.hypervisors === undefined) {
    return {};
  }
  const { cluster, choices } = hypervisorPlan(platform);
  const { declared } = platform.hypervisors;
  return {
    hypervisorsInUse: {
      declared,
      cluster,
      realisations: Object.fromEntries(
        [...choices].flatMap(([name, { realisation }]) => (realisation === undefined ? [] : [[name, realisation]])),
      ),
    },
  };
}

/** What KubeVirt adds to every guest unless it is told not to, as the API spells it. */
export interface Autoattach {
  readonly autoattachGraphicsDevice?: false;
  readonly autoattachMemBalloon?: false;
  readonly autoattachSerialConsole?: false;
}

const SWITCHES: readonly (readonly [Feature, keyof Autoattach, string])[] = [
  ['graphics', 'autoattachGraphicsDevice', 'no graphical console is attached'],
  ['ballooning', 'autoattachMemBalloon', 'no memory balloon is attached'],
  ['serialConsole', 'autoattachSerialConsole', 'no serial console is attached'],
];

/** Devices that KubeVirt would add and the hypervisor rejects. */
export function withoutRefused({ features }: HypervisorProfile): Autoattach {
  return Object.fromEntries(
    SWITCHES.filter(([feature]) => features[feature].value === false).map(([, field]) => [field, false]),
  );
}

/** Whether what the launcher makes for the guest has to be a disk, since the hypervisor has no CD drives. */
export function needsRawDisk({ properties, features }: HypervisorProfile): boolean {
  return properties.iso.value === false || features.cdrom.value === false;
}

/** Whether each disk of a VM has to say its place in the order of booting. */
export function needsBootOrder({ properties }: HypervisorProfile): boolean {
  return properties.bootOrder.value === true;
}

/** Fields of a VM that decide what is done differently for it. */
type Adapted = { readonly [field in keyof Autoattach]?: boolean | null } & {
  readonly cloudInit?: { readonly device?: unknown };
  readonly disks?: readonly unknown[];
};

/** What is done differently for a VM on this hypervisor, in words; what the VM says itself is no news to it. */
function adaptationsOf(profile: HypervisorProfile, vm: Adapted): string[] {
  const hasDisk = vm.cloudInit !== undefined && vm.cloudInit.device !== 'cdrom' && needsRawDisk(profile);
  const isOrdered = needsBootOrder(profile) && (vm.cloudInit !== undefined || (vm.disks ?? []).length > 0);
  return [
    ...(hasDisk ? ['cloud-init is a virtio disk (an ISO 9660 image in a raw file) and no CD drive'] : []),
    ...(isOrdered ? ['each disk has a boot order'] : []),
    ...SWITCHES.filter(([feature, field]) => profile.features[feature].value === false && vm[field] === undefined).map(
      ([, , words]) => words,
    ),
  ];
}
