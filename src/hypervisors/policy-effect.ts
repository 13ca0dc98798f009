import { atLeast, type Release } from '../kube/release';
import type { LauncherImages } from './declaration';
import { imagesOf } from './image';
import type { UsedHypervisor } from './obstacle';
import { overheadDifference } from './overheads';
import { CLUSTER_DEVICES, type ClusterHypervisor } from './profile';
import { launcherEnvironment } from './property-effects';

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
