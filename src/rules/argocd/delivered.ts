import type { ClusterView } from '../../cluster/cluster-view';
import type { KubeObject } from '../../kube/object';

const OF_ARGO = /^argocd\.argoproj\.io\//;

/** Whether something says that Argo CD delivers an object: an annotation of it, or an Application beside it. */
export function deliveredByArgo(cluster: ClusterView): (object: KubeObject) => boolean {
  const isByArgo = cluster.ofKind('argoproj.io', 'Application').length > 0;
  return (object) => isByArgo || Object.keys(object.metadata?.annotations ?? {}).some((key) => OF_ARGO.test(key));
}
