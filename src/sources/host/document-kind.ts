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

/** A half of what says what an object is, and what stands in its place. */
export interface MissingType {
  readonly key: 'apiVersion' | 'kind';
  readonly value: unknown;
}

/** The half that a document lacks which is an object by its other half and its name; nothing of anything else. */
export function missingType(value: unknown): MissingType | undefined {
  if (!isMap(value) || isKubeObject(value) || !isMap(value.metadata) || typeof value.metadata.name !== 'string') {
    return undefined;
  }
  const { apiVersion, kind } = value;
  return typeof kind === 'string' && KIND.test(kind)
    ? { key: 'apiVersion', value: apiVersion }
    : typeof apiVersion === 'string' && API_VERSION.test(apiVersion)
      ? { key: 'kind', value: kind }
      : undefined;
}

const KIND = /^[A-Z][A-Za-z0-9]+$/;
const API_VERSION = /^(?:[a-z0-9.-]+\/)?v\d\w*$/;
