import type { CheckContext } from '../cluster/cluster-view';
import type { Finding } from '../findings/finding';
import type { KubeObject } from '../kube/object';
import { ClusterJudge } from './cluster-judge';

export type { CheckContext } from '../cluster/cluster-view';

/**
 * Every rule over the objects of one cluster. Works on plain objects, whoever wrote them.
 *
 * What is the same for many objects is told for each: `foldFindings` makes one of it once a policy was applied.
 */
export function checkObjects(objects: readonly KubeObject[], context: CheckContext): readonly Finding[] {
  const judge = new ClusterJudge(objects, context);
  for (const object of objects) {
    judge.see(object);
  }
  return judge.findings();
}
