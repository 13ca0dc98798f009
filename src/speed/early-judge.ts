import type { Cluster, ClusterObject } from '../cluster/cluster';
import { isVirtualMachine } from '../cluster/instance-of';
import { ClusterJudge } from '../cluster/judge/apply-rules';
import type { GroupFinding } from '../findings/finding';
import type { KubeObject } from '../kube/object';
import type { EarlyJudge } from '../sources/memory';

/**
 * Asks rules about VMs while a program tells the next ones: the command would only wait for it.
 *
 * Nothing where architectures follow from the VMs themselves, which are not known then.
 */
export function judgeEarly(cluster: Cluster): EarlyJudge | undefined {
  return cluster.nodes === undefined || cluster.architectures === undefined ? undefined : new JudgedAsTold(cluster);
}

class JudgedAsTold implements EarlyJudge {
  private readonly _consulted: KubeObject[] = [];
  private readonly _others: ClusterObject[] = [];
  private readonly _judge: ClusterJudge;
  private _isOrdered = true;
  private _findings: readonly GroupFinding[] | undefined;

  constructor(cluster: Cluster) {
    const { objects } = cluster;
    this._others = objects.filter(({ object }) => !isVirtualMachine(object));
    this._consulted = objects.map(({ object }) => object);
    this._judge = new ClusterJudge(this._consulted, cluster);
    for (const each of objects) {
      if (isVirtualMachine(each.object)) {
        this._judge.see(each.object, each.membership?.group);
      }
    }
  }

  public readonly see = ({ object, membership }: ClusterObject): void => {
    if (!isVirtualMachine(object)) {
      this._isOrdered = false;
    }
    if (this._isOrdered) {
      this._consulted.push(object);
      this._judge.see(object, membership?.group);
    }
  };

  public readonly findings = (): (() => readonly GroupFinding[]) | undefined =>
    this._isOrdered ? () => this._all() : undefined;

  /** Once: a cluster is judged again where another has names of its own. */
  private _all(): readonly GroupFinding[] {
    if (this._findings === undefined) {
      this._judge.complete();
      for (const { object, membership } of this._others) {
        this._judge.see(object, membership?.group);
      }
      this._findings = this._judge.findings();
    }
    return this._findings;
  }
}
