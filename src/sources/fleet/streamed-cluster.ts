import type { TreeCluster, TreeObject } from '../../cluster/tree';
import type { Finding } from '../../findings/finding';
import { knowsArchitectures } from '../../judge/cluster-judge';
import { type Around, ClusterJudgement } from '../../judge/synthesize';
import type { KubeObject } from '../../kube/object';
import { architectureOf } from '../../sinks/count-kinds';
import { type RenderedCluster, type Rendering, renderedCluster, textOfObject } from '../../sinks/render-cluster';

/** Whether the machines of a cluster can be judged and written before all of them are there. */
export function canStream({ argocd, ...context }: TreeCluster): boolean {
  // In which wave an object comes is known only when all are there.
  return knowsArchitectures(context) && argocd?.waves !== true && argocd?.prune === undefined;
}

/** A cluster whose machines are judged and written as they come: of each stays its text, and who it is. */
export class StreamedCluster {
  private readonly _judgement: ClusterJudgement;
  private readonly _texts = new Map<KubeObject, string>();

  /** @param cluster all but its machines */
  constructor(
    cluster: TreeCluster,
    private readonly rendering: Rendering,
  ) {
    this._judgement = new ClusterJudgement(cluster);
  }

  public readonly take = (machine: TreeObject): void => {
    const outline = outlineOf(machine.object);
    this._judgement.see(machine, outline);
    this._texts.set(outline, textOfObject(machine.object, this.rendering, machine.like));
  };

  /** Once everything was told. */
  public end(cluster: TreeCluster, around: Around): RenderedCluster {
    const rendered = renderedCluster(
      cluster,
      this._judgement.end(cluster, { ...this.rendering, around }),
      around,
      this.rendering,
      (object) => this._texts.get(object) ?? textOfObject(object, this.rendering),
    );
    this._texts.clear();
    return rendered;
  }

  /** What there is to say about it when what it shares with others counts too. */
  public again(cluster: TreeCluster, around: Around, shared: readonly Finding[]): readonly Finding[] {
    return this._judgement.end(cluster, { ...this.rendering, around, shared }).findings;
  }
}

/** Who a machine is, and of which architecture: all that it is ordered, counted and found again by. */
function outlineOf(machine: KubeObject): KubeObject {
  const { apiVersion, kind, metadata } = machine;
  return { apiVersion, kind, metadata, spec: { architecture: architectureOf(machine) } };
}
