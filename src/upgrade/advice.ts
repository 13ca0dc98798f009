import type { Architecture } from '../architectures/facts';
import type { ShownFinding } from '../findings/shown-finding';
import type { Target } from '../target/target';
import type { MovedDefault } from './defaults';
import type { ReleaseFieldChange } from './fields';
import type { GateChanges } from './gates';
import type { HcoChanges } from './hco';

/** Something to do, and when. */
export interface UpgradeStep {
  readonly when: 'before' | 'with' | 'after';
  readonly what: string;
}

/** A finding that only one of the targets has. */
export type ChangedFinding = ShownFinding & { readonly change: 'appears' | 'resolved' };

/** Everything that another target changes. */
export interface Changes {
  readonly from: Target;
  readonly to: Target;
  readonly direction: 'upgrade' | 'downgrade';
  /** What tells which gates are listed; nothing where only the defaults are known. */
  readonly gatesFrom?: 'KubeVirt' | 'HyperConverged';
  readonly workloadArchitectures: readonly Architecture[];
  readonly gates: GateChanges;
  readonly fields: readonly ReleaseFieldChange[];
  readonly defaults: readonly MovedDefault[];
  /** Only where both targets have HyperConverged. */
  readonly hco?: HcoChanges;
  readonly findings: readonly ChangedFinding[];
}

/** The same with what to do about it. */
export interface UpgradeAdvice extends Changes {
  readonly steps: readonly UpgradeStep[];
}
