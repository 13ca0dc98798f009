import { compareFindings, type Finding } from '../findings/finding';
import type { NodeInventory } from '../inventory/node-inventory';
import type { KubeObject } from '../kube/object';
import { readCustomKinds } from '../schema/custom-kinds';
import { resolveTarget } from '../target/resolve';
import type { TargetDeclaration } from '../target/target';
import { checkObjects } from './check';

/** What the objects are for. */
export interface CheckOptions {
  /**
   * The releases that the cluster runs.
   *
   * @default - the newest KubeVirt that polyvirt knows
   */
  readonly target?: TargetDeclaration;

  /**
   * The nodes of the cluster, as `kubectl get nodes -o json` prints them.
   *
   * @default - unknown: rules that need nodes stay silent
   */
  readonly nodes?: NodeInventory;

  /**
   * What is on the cluster already. It is consulted, not judged: the KubeVirt resource, instance types, secrets.
   *
   * @default - nothing is known of it
   */
  readonly existing?: readonly KubeObject[];

  /**
   * CustomResourceDefinitions of the cluster, as plain objects: their kinds are judged by them, rules in CEL included.
   *
   * @default - KubeVirt, CDI and HyperConverged are judged by the tables of their releases, other kinds not at all
   */
  readonly crds?: readonly object[];
}

/** What a cluster would say about these objects, taken as those of one cluster. No file is touched. */
export function check(objects: readonly KubeObject[], options: CheckOptions = {}): Finding[] {
  const { target, findings } = resolveTarget(options.target);
  const custom = options.crds === undefined ? undefined : readCustomKinds(options.crds);
  const found = checkObjects(objects, {
    target,
    ...(options.nodes === undefined ? {} : { nodes: options.nodes.nodes }),
    ...(options.existing === undefined ? {} : { existing: options.existing }),
    ...(custom === undefined ? {} : { crds: custom.table }),
  });
  return [...findings, ...(custom?.findings ?? []), ...found].sort(compareFindings);
}
