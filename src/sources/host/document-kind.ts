import { groupOf, isKubeObject } from '../../kube/identity';
import { asText, isMap, type KubeObject } from '../../kube/object';

/** Whether a document is a platform of ours, which is no object of a cluster. */
export function isPlatform(value: unknown): boolean {
  return isMap(value) && value.kind === 'Platform' && asText(value.apiVersion).startsWith('polyvirt.io/');
}

/** What every object has at least one of. The configuration of a tool, as a kubeconfig, has apiVersion and kind too. */
const PARTS = ['metadata', 'spec', 'data', 'stringData'];

/** Whether a document is an object of a cluster. */
export function isObject(value: unknown): value is KubeObject {
  return isKubeObject(value) && PARTS.some((part) => part in value) && !NO_OBJECTS.has(groupOf(value.apiVersion));
}

/** Groups of files that say how objects are made, or reviewed, and are none of them. */
const NO_OBJECTS: ReadonlySet<string> = new Set(['kustomize.config.k8s.io', 'polyvirt.io']);
