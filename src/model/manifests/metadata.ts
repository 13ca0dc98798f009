import type { KubeObject } from '../../kube/object';

/** An object with the labels that everything around it carries; its own win. */
export function withLabels(object: KubeObject, labels: Readonly<Record<string, string>> | undefined): KubeObject {
  return labels === undefined || Object.keys(labels).length === 0
    ? object
    : { ...object, metadata: { ...object.metadata, labels: { ...labels, ...object.metadata.labels } } };
}
