import { asText, type KubeObject } from '../kube/object';
import { valueAt } from '../kube/path';

/** By this Argo CD deletes what an Application deployed, when that is deleted. A way of deletion may follow after a slash. */
export const RESOURCES_FINALIZER = 'resources-finalizer.argocd.argoproj.io';

/** Whether what an Application deployed goes with it. */
export function goesWithResources(application: KubeObject): boolean {
  return [valueAt(application, 'metadata.finalizers')]
    .flat()
    .some((each) => asText(each).split('/')[0] === RESOURCES_FINALIZER);
}
