import type { Architecture } from '../architectures/facts';
import type { Finding } from '../findings/finding';
import type { Toleration } from '../kube/toleration';

/** Whether something must hold, or is only preferred. */
export type Strength = 'hard' | 'soft';

/** Some nodes, by a label, by their architecture or by their zone: exactly one of the three. */
export interface NodesDeclaration {
  /** Key of a label. */
  readonly key?: string;

  /**
   * Values of that label, of which a node has one.
   *
   * @default - any: the node has the label
   */
  readonly values?: readonly string[];

  /** Architectures, of which a node has one. */
  readonly architectures?: readonly Architecture[];

  /** Zones, of which a node is in one. */
  readonly zones?: readonly string[];
}

/** Some nodes, and how much they matter among everything that is only preferred. */
export interface PreferredNodes extends NodesDeclaration {
  /**
   * From 1 to 100.
   *
   * @default 1
   */
  readonly weight?: number;
}

/** Nodes to keep away from. */
export interface AvoidedNodes extends PreferredNodes {
  /** Whether it must keep away, or only rather would. */
  readonly type: Strength;
}

/** Where other VMs matter. */
export interface PeersDeclaration {
  /** Whether it must be so, or only rather should. */
  readonly type: Strength;

  /**
   * Label of nodes that tells what is one place.
   *
   * @default 'kubernetes.io/hostname'
   */
  readonly topologyKey?: string;

  /**
   * Labels of the machines that it is about. Machines of a MachineDeployment are about each other.
   *
   * @default - the other machines of the same MachineDeployment; a single machine has to say them
   */
  readonly labels?: Readonly<Record<string, string>>;

  /**
   * From 1 to 100, where it is only preferred.
   *
   * @default 1
   */
  readonly weight?: number;
}

/** How evenly VMs are spread. */
export interface SpreadDeclaration {
  /** Whether a VM waits rather than making it uneven. */
  readonly type: Strength;

  /**
   * Label of nodes that tells what is one place.
   *
   * @default 'kubernetes.io/hostname'
   */
  readonly topologyKey?: string;

  /**
   * By how many VMs two places may differ.
   *
   * @default 1
   */
  readonly maxSkew?: number;

  /**
   * Labels of the VMs that are counted.
   *
   * @default - those of the same MachineDeployment; a single machine has to say them
   */
  readonly labels?: Readonly<Record<string, string>>;
}

/** Where VMs go, in one vocabulary for everything that places them. All of it must hold at once. */
export interface PlacementDeclaration {
  /** Only these nodes. */
  readonly hard?: readonly NodesDeclaration[];

  /** Rather these nodes. */
  readonly soft?: readonly PreferredNodes[];

  /** Not these nodes. */
  readonly avoid?: readonly AvoidedNodes[];

  /** In one place with these VMs. */
  readonly together?: readonly PeersDeclaration[];

  /** In another place than these VMs. */
  readonly apart?: readonly PeersDeclaration[];

  /** Evenly over places. */
  readonly spread?: readonly SpreadDeclaration[];

  /** Tolerations of taints. */
  readonly tolerations?: readonly Toleration[];
}

/** A placement in the words of one dialect, and what the dialect has no words for. */
export interface WrittenPlacement<T> {
  readonly written: T;
  /** An error for each demand that is not in what was written: nothing is dropped in silence. */
  readonly findings: readonly Finding[];
}

/** A demand that a dialect has no words for, with the nearest thing that it can say. */
export function unsayable(path: string, what: string, fix: string, source?: string): Finding {
  return {
    code: 'PV511',
    severity: 'error',
    path,
    what,
    why: 'The rule would be lost, and VMs would run where you did not want them',
    fix,
    ...(source === undefined ? {} : { source }),
  };
}
