import { parseQuantity } from '../kube/quantity';
import { atLeast, compareReleases, type Release } from '../kube/release';
import type { HypervisorDeclaration } from './declaration';
import { type Cell, documented, FEATURE_NAMES, twinsOf, unknown } from './features';
import { FOREIGN } from './foreign-facts';
import { CLOUD_HYPERVISOR, LXC, XEN } from './local-facts';
import {
  type ClusterHypervisor,
  type HypervisorProfile,
  type MebibytesByRelease,
  PROPERTIES,
  type PropertyCells,
  TWINS,
} from './profile';
import { QEMU_KVM, QEMU_MSHV } from './qemu-facts';

const ALL: readonly HypervisorProfile[] = [QEMU_KVM, QEMU_MSHV, CLOUD_HYPERVISOR, XEN, LXC, ...FOREIGN];

/** Every hypervisor driver that libvirt has, and QEMU on Microsoft's hypervisor as a row of its own. */
export function catalogue(): readonly HypervisorProfile[] {
  return ALL;
}

/** The hypervisor of a VM that names none. */
export const DEFAULT_HYPERVISOR = QEMU_KVM.name;

/** Other names by which people know them. */
export const HYPERVISOR_ALIASES: Readonly<Record<string, string>> = {
  kvm: 'qemu-kvm',
  qemu: 'qemu-kvm',
  'hyperv-direct': 'qemu-mshv',
  mshv: 'qemu-mshv',
  ch: 'cloud-hypervisor',
  libxl: 'xen',
  vbox: 'virtualbox',
  esx: 'vmware-esx',
  vmware: 'vmware-workstation',
  'hyper-v': 'hyperv',
  vz: 'virtuozzo',
};

/** A hypervisor of the catalogue by its name. */
export function catalogued(name: string): HypervisorProfile | undefined {
  return ALL.find((profile) => profile.name === name);
}

/** A hypervisor by what the KubeVirt resource calls it. */
export function nativeHypervisor(name: string): HypervisorProfile | undefined {
  return ALL.find(({ native }) => native === name);
}

const MEBIBYTE = parseQuantity('1Mi')!.nano;

/** What this platform says of itself. */
const OWN_WORD = 'as this platform says';

/** A profile where nothing is known, for a hypervisor that extends no other. */
const BLANK: Pick<HypervisorProfile, 'properties' | 'features'> = {
  properties: Object.fromEntries(
    PROPERTIES.map((property) => [property, unknown('not said')]),
  ) as unknown as PropertyCells,
  features: Object.fromEntries(
    FEATURE_NAMES.map((feature) => [feature, unknown('not said')]),
  ) as unknown as HypervisorProfile['features'],
};

/** Every name that a VM can ask for on a platform. */
export function hypervisorNames(declared: readonly HypervisorDeclaration[]): string[] {
  return [...new Set([...catalogue(), ...declared].map(({ name }) => name))];
}

/** A hypervisor of the catalogue or of a platform's own, with everything that is known of it. */
export function profileOf(name: string, declared: readonly HypervisorDeclaration[]): HypervisorProfile | undefined {
  return resolve(name, declared, new Set());
}

/** @param seen names on the way here, so that two that extend each other end somewhere */
function resolve(
  name: string,
  declared: readonly HypervisorDeclaration[],
  seen: ReadonlySet<string>,
): HypervisorProfile | undefined {
  const declaration = declared.find((each) => each.name === name);
  const own = catalogued(name);
  if (declaration === undefined || seen.has(name)) {
    return own;
  }
  const base =
    own ??
    (declaration.extends === undefined ? undefined : resolve(declaration.extends, declared, new Set([...seen, name])));
  const properties = withOwn((base ?? BLANK).properties, declaration);
  const { title = name, driver = name, runsInLauncher = true, because = OWN_WORD } = base ?? {};
  return {
    name,
    title: own === undefined ? name : title,
    driver: declaration.driver ?? driver,
    runsInLauncher,
    because,
    // Only what KubeVirt itself knows by a name is native; something like it is not.
    ...(own?.native === undefined ? {} : { native: own.native }),
    architectures: own?.architectures ?? unknown('not said: those that there are images for'),
    properties,
    features: {
      ...(base ?? BLANK).features,
      ...Object.fromEntries(
        Object.entries(declaration.features ?? {}).map(([feature, value]) => [feature, documented(value, OWN_WORD)]),
      ),
      ...twinsOf(properties),
    },
  };
}

/** What is said as a feature and is a property too counts as one. */
function withOwn(base: PropertyCells, { properties = {}, features = {} }: HypervisorDeclaration): PropertyCells {
  const twins = TWINS.flatMap((twin) => (features[twin] === undefined ? [] : [[twin, features[twin]] as const]));
  const own = Object.entries({ ...Object.fromEntries(twins), ...properties }).map(
    ([property, value]): [string, Cell<unknown>] => [
      property,
      property.endsWith('Overhead') ? overheadCell(String(value)) : documented(value, OWN_WORD),
    ],
  );
  return { ...base, ...Object.fromEntries(own) };
}

/** Rounded up to whole mebibytes, as every part of the overhead is. */
function overheadCell(written: string): Cell<unknown> {
  const quantity = parseQuantity(written);
  return quantity === undefined
    ? unknown(`${written} is no quantity`)
    : documented({ '1.0': Number((quantity.nano + MEBIBYTE - 1n) / MEBIBYTE) }, OWN_WORD);
}

/** Memory of the processes around a guest, in mebibytes. What was not measured is absent. */
interface Overheads {
  readonly launcherMonitor: number | undefined;
  readonly launcher: number | undefined;
  readonly virtlogd: number | undefined;
  readonly daemon: number | undefined;
  readonly vmm: number | undefined;
}

/** The fixed parts of a launcher's memory in one KubeVirt release. */
export function overheadsOf({ properties }: Pick<HypervisorProfile, 'properties'>, kubevirt: Release): Overheads {
  const { launcherMonitorOverhead, launcherOverhead, virtlogdOverhead, daemonOverhead, vmmOverhead } = properties;
  return {
    launcherMonitor: mebibytesIn(launcherMonitorOverhead.value, kubevirt),
    launcher: mebibytesIn(launcherOverhead.value, kubevirt),
    virtlogd: mebibytesIn(virtlogdOverhead.value, kubevirt),
    daemon: mebibytesIn(daemonOverhead.value, kubevirt),
    vmm: mebibytesIn(vmmOverhead.value, kubevirt),
  };
}

/** All parts together; nothing where one is not known. */
export function overheadSum(overheads: Overheads): number | undefined {
  return Object.values(overheads).reduce<number | undefined>(
    (sum, part: number | undefined) => (sum === undefined || part === undefined ? undefined : sum + part),
    0,
  );
}

/** Mebibytes that a launcher takes more than KubeVirt reserves on a cluster; nothing where it is unknown. */
export function overheadDifference(
  profile: HypervisorProfile,
  kubevirt: Release,
  cluster: ClusterHypervisor = 'kvm',
): number | undefined {
  const base = cluster === 'kvm' ? QEMU_KVM : QEMU_MSHV;
  const [own, reserved] = [profile, base].map((each) => overheadSum(overheadsOf(each, kubevirt)));
  return own === undefined || reserved === undefined ? undefined : own - reserved;
}

/** The value of a release: that of the newest step up to it, or of the first where it is older than all. */
export function mebibytesIn(steps: MebibytesByRelease | undefined, release: Release): number | undefined {
  if (steps === undefined) {
    return undefined;
  }
  const releases = Object.keys(steps).sort(compareReleases);
  const since = releases.findLast((candidate) => atLeast(release, candidate)) ?? releases[0];
  return since === undefined ? undefined : steps[since];
}
