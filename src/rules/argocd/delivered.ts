import type { ClusterView } from '../../cluster/cluster-view';
import { asText, type KubeObject } from '../../kube/object';
import { valueAt } from '../../kube/path';

const OF_ARGO = /^argocd\.argoproj\.io\//;
const SYNC_OPTIONS = 'argocd.argoproj.io/sync-options';
const SERVER_SIDE = 'ServerSideApply=true';

/** Whether something says that Argo CD delivers an object: an annotation of it, or an Application beside it. */
export function deliveredByArgo(cluster: ClusterView): (object: KubeObject) => boolean {
  const isByArgo = cluster.ofKind('argoproj.io', 'Application').length > 0;
  return (object) => isByArgo || Object.keys(object.metadata?.annotations ?? {}).some((key) => OF_ARGO.test(key));
}

/** Whether the API server merges what Argo CD applies: by an option of the object, or of every Application beside it. */
export function mergedByServer(cluster: ClusterView): (object: KubeObject) => boolean {
  const applications = cluster.ofKind('argoproj.io', 'Application');
  const isOfAll =
    applications.length > 0 && applications.every((each) => hasOption(valueAt(each, 'spec.syncPolicy.syncOptions')));
  return ({ metadata }) => isOfAll || hasOption(String(metadata?.annotations?.[SYNC_OPTIONS] ?? '').split(','));
}

function hasOption(options: unknown): boolean {
  return Array.isArray(options) && options.some((each) => asText(each).trim() === SERVER_SIDE);
}
