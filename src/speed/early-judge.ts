import type { Cluster, ClusterObject } from '../cluster/cluster';
import { type Group, WRITTEN_TOGETHER } from '../cluster/group';
import { isVirtualMachine } from '../cluster/instance-of';
import { ClusterJudge } from '../cluster/judge/apply-rules';
import type { GroupFinding } from '../findings/finding';
import type { KubeObject } from '../kube/object';
import type { EarlyJudge } from '../sources/memory';

/**
 * Asks rules about VMs, and writes them, while a program tells the next ones: the command would only wait for it.
 *
 * Nothing where architectures follow from the VMs themselves, which are not known then.
 */
export function judgeEarly(cluster: Cluster): EarlyJudge | undefined {
  return cluster.nodes === undefined || cluster.architectures === undefined ? undefined : new JudgedAsTold(cluster);
}

/** As much as is kept of a stream before it goes to a file. */
const MOST_WRITTEN = 8 << 20;

class JudgedAsTold implements EarlyJudge {
  /** Grows as objects come. */
  private readonly _consulted: KubeObject[];
  private readonly _judge: ClusterJudge;
  private _isOrdered = true;
  /** How many characters may still be kept: texts of many VMs are more than memory may have. */
  private _room = MOST_WRITTEN;
  private readonly _sizes = new Map<Group, number>();
  private _findings: readonly GroupFinding[] | undefined;

  constructor(cluster: Cluster) {
    this._consulted = cluster.objects.map(({ object }) => object);
    this._judge = new ClusterJudge(this._consulted, cluster);
    for (const { object, membership } of cluster.objects) {
      this._judge.see(object, membership?.group);
    }
  }

  public readonly see = ({ object, membership }: ClusterObject): void => {
    if (!isVirtualMachine(object)) {
      this._isOrdered = false;
    }
    if (this._isOrdered) {
      this._consulted.push(object);
      this._judge.see(object, membership?.group);
      this._write(membership);
    }
  };

  private _write(membership: ClusterObject['membership']): void {
    if (membership === undefined || this._room <= 0) {
      return;
    }
    const { group, texts } = membership;
    const size = (this._sizes.get(group) ?? 0) + 1;
    this._sizes.set(group, size);
    if (size >= WRITTEN_TOGETHER) {
      membership.written = group.text(texts, '');
      this._room -= membership.written.length;
    }
  }

  public readonly findings = (): (() => readonly GroupFinding[]) | undefined =>
    this._isOrdered ? () => this._all() : undefined;

  /** Once: a cluster is judged again where another has names of its own. */
  private _all(): readonly GroupFinding[] {
    this._findings ??= this._judge.findings();
    return this._findings;
  }
}
