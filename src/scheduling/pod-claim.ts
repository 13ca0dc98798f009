import type { Requirement } from '../kube/node-selector';

/** A PersistentVolumeClaim that a pod mounts, as far as kube-scheduler looks at it. */
export interface PodClaim {
  /** `namespace/name`. */
  readonly key: string;
  /** What decides about nodes, as one text: claims of which it is the same are treated alike. */
  readonly likeness: string;
  /** What kube-scheduler says of all nodes at once, before it looks at any. */
  readonly refusal?: string;
  /** Whether only one pod may use it, whatever its node: ReadWriteOncePod. */
  readonly isExclusive?: true;
  /** Its part of the volumes that a node takes of one driver at most. */
  readonly attached?: AttachedVolume;
  readonly where: ClaimPlace;
}

/** Where the volume of a claim can be reached from. */
export type ClaimPlace =
  | { readonly type: 'everywhere' }
  /** What would have to be known. */
  | { readonly type: 'unknown'; readonly detail: string }
  | { readonly type: 'bound'; readonly volume: ReachableVolume }
  /** It waits for a pod: a volume that is there is taken, or one is made where the pod goes. */
  | { readonly type: 'open'; readonly claim: OpenClaim };

/** A PersistentVolume that some nodes reach. */
export interface ReachableVolume {
  readonly name: string;
  /** Required node affinity, of which one term must hold; all nodes where absent. */
  readonly terms?: readonly (readonly Requirement[])[];
  /** Its own labels of zone and region, which the node must share. */
  readonly zones: readonly Requirement[];
}

/** A claim of a class that waits for its first consumer. */
export interface OpenClaim {
  readonly name: string;
  /** In billionths of a byte. */
  readonly size: bigint;
  /** Where a pod was put before that could not be started there. */
  readonly selectedNode?: string;
  /** The volume that names this claim. */
  readonly reserved?: ReachableVolume;
  /** Volumes that would do, the smallest first. */
  readonly candidates: readonly ReachableVolume[];
  /** How one is made; nothing where the class makes none. */
  readonly provision?: Provision;
}

/** How a class makes its volumes. */
export interface Provision {
  readonly className: string;
  /** `allowedTopologies`, of which one term must hold; all nodes where absent. */
  readonly topologies?: readonly (readonly Requirement[])[];
  /** Label selectors of nodes for which the driver has enough room left; nothing where it does not tell. */
  readonly rooms?: readonly unknown[];
}

/** A volume of a CSI driver. */
export interface AttachedVolume {
  readonly driver: string;
  /** Which one it is: two pods that mount the same one count once. */
  readonly volume: string;
  /** By the name of nodes: the most volumes of the driver, and those that are attached there. */
  readonly limits: ReadonlyMap<string, DriverLimit>;
}

/** What one driver can do on one node. */
export interface DriverLimit {
  readonly most: number;
  readonly attached: ReadonlySet<string>;
}
