import { isMap, type KubeObject } from '../../kube/object';

/** Whether an object was made by HyperConverged, as in an export. */
export function isMadeByOperator({ metadata }: KubeObject): boolean {
  const { labels, ownerReferences }: Readonly<Record<string, unknown>> = isMap(metadata) ? metadata : {};
  const owners: unknown[] = Array.isArray(ownerReferences) ? ownerReferences : [];
  return (
    (isMap(labels) && labels['app.kubernetes.io/managed-by'] === 'hco-operator') ||
    owners.some((owner) => isMap(owner) && owner.kind === 'HyperConverged')
  );
}
