import { ARCH_LABEL } from '../architectures/facts';
import { nameOf } from '../kube/identity';
import { isMap, type KubeObject, tableOf } from '../kube/object';
import type { ClusterNode, Taint } from './node';

/** Whether an object is a node of Kubernetes. */
export function isNode({ apiVersion, kind }: KubeObject): boolean {
  return apiVersion === 'v1' && kind === 'Node';
}

/** A node as `kubectl get nodes -o yaml` shows it. Whatever is missing or of another type is taken as absent. */
export function readNode(object: KubeObject): ClusterNode {
  const { metadata, spec, status } = object;
  const labels = textMap(metadata?.labels);
  const info = isMap(status) ? status.nodeInfo : undefined;
  const told = isMap(info) && typeof info.architecture === 'string' ? info.architecture : undefined;
  return {
    name: nameOf(object) ?? '',
    architecture: told ?? labels[ARCH_LABEL] ?? labels['beta.kubernetes.io/arch'] ?? '',
    labels,
    taints: maps(isMap(spec) ? spec.taints : undefined).flatMap(readTaint),
    unschedulable: isMap(spec) && spec.unschedulable === true,
    ready: isReady(status),
    allocatable: textMap(isMap(status) ? status.allocatable : undefined),
    known: 'exported',
  };
}

/** Where no condition is told, as in a shortened file, it is taken to be well. */
function isReady(status: unknown): boolean {
  const ready = maps(isMap(status) ? status.conditions : undefined).find(({ type }) => type === 'Ready');
  return ready === undefined || ready.status === 'True';
}

/** Without a key or an effect it is none; a value of another type is taken as absent. */
function readTaint({ key, effect, value }: Readonly<Record<string, unknown>>): Taint[] {
  return typeof key === 'string' && typeof effect === 'string'
    ? [{ key, effect, ...(typeof value === 'string' ? { value } : {}) } as Taint]
    : [];
}

function maps(value: unknown): Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isMap) : [];
}

/** Numbers are texts without their quotes. */
function textMap(value: unknown): Record<string, string> {
  const entries = isMap(value) ? Object.entries(value) : [];
  return tableOf(
    entries.flatMap(([key, part]): [string, string][] =>
      typeof part === 'string' || typeof part === 'number' || typeof part === 'boolean' ? [[key, String(part)]] : [],
    ),
  );
}
