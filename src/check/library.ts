import { compareFindings, type Finding } from '../findings/finding';
import type { KubeObject } from '../kube/object';
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
}

/** What a cluster would say about these objects, taken as those of one cluster. No file is touched. */
export function check(objects: readonly KubeObject[], options: CheckOptions = {}): Finding[] {
  const { target, findings } = resolveTarget(options.target);
  return [...findings, ...checkObjects(objects, { target })].sort(compareFindings);
}
