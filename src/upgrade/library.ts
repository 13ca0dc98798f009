import { clusterOf } from '../cluster/cluster';
import { judge } from '../cluster/judge/judge';
import { type CheckOptions, contextOf, unfolded } from '../cluster/judge/library';
import { hasErrors } from '../findings/finding';
import type { KubeObject } from '../kube/object';
import type { TargetDeclaration } from '../target/target';
import type { UpgradeAdvice } from './steps';
import { adviseUpgrade, hasChanges, type UpgradeSide } from './upgrade';

/** The two targets of an upgrade, and what is known of the cluster. */
export interface UpgradeOptions extends Omit<CheckOptions, 'target'> {
  /** The releases that the cluster runs. */
  readonly from: TargetDeclaration;

  /** The releases that it is to run. Older ones say what going back changes. */
  readonly to: TargetDeclaration;
}

/** What `polyvirt upgrade` says, as data. */
export interface Upgrade extends UpgradeAdvice {
  /** Whether the other target changes anything at all. */
  readonly changes: boolean;
}

/**
 * What another target changes for the objects of one cluster: gates, fields, defaults, findings, and what to do about it.
 * No file is touched.
 *
 * @throws where one of the targets cannot be
 */
export function upgradeAdvice(objects: readonly KubeObject[], { from, to, ...known }: UpgradeOptions): Upgrade {
  const given = unfolded(objects).objects;
  const [before, after] = [sideOf(given, from, known), sideOf(given, to, known)];
  const advice = adviseUpgrade(before, after);
  return { ...advice, changes: hasChanges(advice) };
}

function sideOf(
  objects: readonly KubeObject[],
  target: TargetDeclaration,
  known: Omit<CheckOptions, 'target'>,
): UpgradeSide {
  const { context, findings } = contextOf({ ...known, target });
  if (hasErrors(findings)) {
    throw new TypeError(findings.map(({ what }) => what).join('; '));
  }
  const { findings: found } = judge(clusterOf(objects, context), {
    today: known.today ?? '0000-01-01',
    unused: 'none',
  });
  return { context, objects, findings: found };
}
