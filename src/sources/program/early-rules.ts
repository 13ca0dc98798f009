import type { CheckContext } from '../../cluster/cluster-view';
import { ClusterJudge } from '../../cluster/judge/cluster-judge';
import type { GroupFinding } from '../../findings/group-finding';
import type { ArrivedObject } from './collect-tree';

/**
 * Asks the rules about the VMs of a cluster as they come, while the program makes the next ones on another processor.
 *
 * The program tells its VMs last, so that all that they refer to is known. Objects are seen in the order of the cluster.
 */
export class EarlyRules {
  private readonly _judge: ClusterJudge;
  /** What is not a VM, the last one first. */
  private readonly _others: ArrivedObject[];

  /** @param others all objects but the VMs */
  constructor(others: readonly ArrivedObject[], context: CheckContext) {
    this._judge = new ClusterJudge(
      others.map(({ object }) => object),
      context,
    );
    this._others = [...others].reverse();
  }

  public see({ object, membership, at }: ArrivedObject): void {
    this._seeOthers(at);
    this._judge.see(object, membership?.group);
  }

  /** Once all VMs were seen; nothing where a rule looks for VMs, which were not all there when it did. */
  public findings(): readonly GroupFinding[] | undefined {
    this._seeOthers(Number.POSITIVE_INFINITY);
    const findings = this._judge.findings();
    return this._judge.asksForVms ? undefined : findings;
  }

  private _seeOthers(before: number): void {
    for (let next = this._others.at(-1); next !== undefined && next.at < before; next = this._others.at(-1)) {
      this._judge.see(next.object);
      this._others.pop();
    }
  }
}
