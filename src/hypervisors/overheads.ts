import { atLeast, compareReleases, type Release } from '../kube/release';
import type { ClusterHypervisor, HypervisorProfile, MebibytesByRelease } from './profile';
import { QEMU_KVM, QEMU_MSHV } from './qemu-facts';

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
