import type { Finding } from '../../findings/finding';
import { findingOfEach, type GroupFinding } from '../../findings/group-finding';
import type { KubeObject } from '../../kube/object';
import type { CheckContext } from '../cluster-view';
import { type Group, grouped } from '../group';
import { ClusterJudge } from './cluster-judge';

/** The objects of a cluster, VMs that are alike with their groups. */
interface Ruled extends CheckContext {
  readonly objects: readonly {
    readonly object: KubeObject;
    readonly membership?: { readonly group: Group } | undefined;
  }[];
}

/** What every rule says of the objects of one cluster, before allowances and policies; of a group once. */
export function applyRules(cluster: Ruled): readonly GroupFinding[] {
  const judge = new ClusterJudge(
    cluster.objects.map(({ object }) => object),
    cluster,
  );
  for (const { object, membership } of cluster.objects) {
    judge.see(object, membership?.group);
  }
  return judge.findings();
}

/** The same for plain objects, and said of each. */
export function checkObjects(objects: readonly KubeObject[], context: CheckContext): readonly Finding[] {
  return applyRules({ ...context, objects: grouped(objects.map((object) => ({ object }))) }).flatMap(findingOfEach);
}
