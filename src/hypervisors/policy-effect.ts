import type { Release } from '../kube/release';
import { CLUSTER_DEVICES, type ClusterHypervisor } from './cluster-hypervisor';
import type { LauncherImages } from './declaration';
import { imagesOf } from './image';
import type { UsedHypervisor } from './obstacle';
import { overheadDifference } from './overheads';

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
    environment: declaration.environment ?? {},
  };
}
