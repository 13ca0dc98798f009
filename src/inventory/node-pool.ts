import type { Architecture } from '../architectures/facts';
import type { QuantityInput } from '../kube/quantity';
import { quantityText } from '../kube/quantity';
import type { Taint } from './node';

/** What the nodes of a pool are for. */
export type NodeRole = 'worker' | 'control-plane';

/** Nodes that are alike, as plain data. */
export interface NodePoolDeclaration {
  /** The nodes are named `<pool>-1`, `<pool>-2` and so on. */
  readonly pool: string;
  readonly architecture: Architecture;
  readonly count?: number;
  readonly role?: NodeRole;
  readonly zones?: readonly string[];
  readonly labels?: Readonly<Record<string, string>>;
  readonly taints?: readonly Taint[];
  readonly cpu?: number;
  readonly memory?: string;
  readonly devices?: Readonly<Record<string, number>>;
}

/** What a pool is made of. */
export interface NodePoolProps {
  /** CPU architecture of every node. */
  readonly architecture: Architecture;

  /**
   * How many nodes there are.
   *
   * @default 1
   */
  readonly count?: number;

  /**
   * What the nodes are for: virtual machines run on workers.
   *
   * @default 'worker'
   */
  readonly role?: NodeRole;

  /**
   * Zones that the nodes are spread over, in turn.
   *
   * @default - no zone is known
   */
  readonly zones?: readonly string[];

  /**
   * Labels of every node, beside those that Kubernetes and KubeVirt put there.
   *
   * @default - none
   */
  readonly labels?: Readonly<Record<string, string>>;

  /**
   * Taints of every node.
   *
   * @default - none
   */
  readonly taints?: readonly Taint[];

  /**
   * CPU cores that a node can give away.
   *
   * @default - unknown
   */
  readonly cpu?: number;

  /**
   * Memory that a node can give away.
   *
   * @default - unknown
   */
  readonly memory?: QuantityInput;

  /**
   * Device resources of a node, as `nvidia.com/A100: 2`, beside those that KubeVirt brings.
   *
   * @default - none
   */
  readonly devices?: Readonly<Record<string, number>>;
}

/** Nodes of a cluster that are alike. */
export class NodePool {
  /** A pool of nodes with one name. */
  public static of(pool: string, props: NodePoolProps): NodePool {
    const { memory, ...rest } = props;
    return new NodePool({ pool, ...rest, ...(memory === undefined ? {} : { memory: quantityText(memory) }) });
  }

  private constructor(public readonly declaration: NodePoolDeclaration) {}
}
