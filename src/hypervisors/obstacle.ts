import type { Architecture } from '../architectures/facts';
import type { GateLists } from '../gates/enablement';
import type { Release } from '../kube/release';
import type { HypervisorDeclaration } from './declaration';
import type { ClusterHypervisor, HypervisorProfile } from './profile';

/** What a platform is, as far as it decides how a hypervisor can reach it. */
export interface RealisationContext {
  readonly kubevirt: Release;
  /** Absent where it is not known. */
  readonly kubernetes?: Release;
  /** Whether the platform declares its KubeVirt, in which something can be written. */
  readonly installs: boolean;
  /** Release of the HyperConverged that makes the KubeVirt resource instead, where one does. */
  readonly hco?: Release;
  /** Absent where the platform does not install KubeVirt, so that it is unknown. */
  readonly workloadUpdateMethods?: readonly string[];
  /** Gates that the platform lists; absent where it does not install KubeVirt. */
  readonly gates?: GateLists;
  /** The hypervisor of the whole cluster; absent while it is being decided, or where it is unknown. */
  readonly cluster?: ClusterHypervisor;
  /** The hypervisor that has the whole cluster already, by name; absent where that is KubeVirt's own, or not decided yet. */
  readonly taken?: string;
  /** Devices that some node shows, by resource; absent where the nodes are not known. */
  readonly devices?: readonly string[];
  /** Resources that the KubeVirt of the platform offers by `permittedHostDevices`. */
  readonly permitted?: readonly string[];
  /** Architectures of the cluster, as far as they are known. */
  readonly architectures: readonly Architecture[];
  /** Of a VM that names none, where it is known. */
  readonly defaultArchitecture?: Architecture;
}

/** Why a hypervisor cannot reach a cluster one way. */
export interface Obstacle {
  readonly code: 'PV402' | 'PV407' | 'PV409' | 'PV411';
  /** Below the declaration of the hypervisor. */
  readonly path: string;
  readonly what: string;
  readonly why: string;
  /** What removes it. */
  readonly fix: string;
  readonly source?: string;
}

/** A hypervisor with how a platform uses it. */
export interface UsedHypervisor {
  readonly profile: HypervisorProfile;
  readonly declaration: HypervisorDeclaration;
}

/** What is in the way of one realisation. */
export type ObstacleRule = (candidate: UsedHypervisor, context: RealisationContext) => Obstacle[];

/** A property that is needed and has no value. */
export function unsaid({ name }: HypervisorProfile, properties: readonly string[]): Obstacle {
  return {
    code: 'PV402',
    path: 'properties',
    what: `${name} has no value for ${properties.join(' and ')}`,
    why: 'The requests of the launcher pod are computed from it; polyvirt does not guess',
    fix: `write ${properties.map((property) => `properties.${property}`).join(' and ')}`,
  };
}

/** A way that cannot work. */
export function blocked(
  path: string,
  what: string,
  fix: string,
  why = 'It would change nothing, or no VM would start',
): Obstacle {
  return { code: 'PV407', path, what, why, fix };
}
