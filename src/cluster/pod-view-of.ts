import { isMap, type KubeObject } from '../kube/object';
import { podRequests } from '../pods/amount';
import { HOSTNAME_LABEL } from '../pods/metadata';
import { fromNano } from '../pods/node-state';
import type { Running } from '../pods/place';
import { type PodClaim, type PodView, podView, schedulingOf } from '../pods/pod-view';
import { textMap, textOf } from '../pods/traits';
import type { ClusterView } from './cluster-view';
import { claimsOfPod } from './pod-claims';

/**
 * On every launcher pod: the name of its instance. The label vm.kubevirt.io/name is the hostname of the guest, which need not be it.
 *
 * @see kubevirt pkg/virt-controller/services/template.go, podLabels and DomainAnnotation
 */
const VM_ANNOTATION = 'kubevirt.io/domain';

/** Whether an object is a pod. */
export function isPod({ apiVersion, kind }: KubeObject): boolean {
  return apiVersion === 'v1' && kind === 'Pod';
}

/** A pod as kube-scheduler looks at it. Whatever is missing or of another type is taken as absent. */
export function podViewOf(
  pod: Readonly<Record<string, unknown>>,
  namespace: string,
  cluster: ClusterView,
  claims: readonly PodClaim[] | undefined = claimsOfPod(pod.spec, namespace, cluster),
): PodView {
  const namespaceLabels = labelsOf(namespace, cluster);
  const metadata = isMap(pod.metadata) ? pod.metadata : {};
  const labels = textMap(metadata.labels);
  const vm = labels['kubevirt.io'] === 'virt-launcher' ? vmIn(metadata, labels) : undefined;
  const requests = [...podRequests(pod)].map(([resource, nano]) => [resource, fromNano(resource, nano)] as const);
  return podView(
    {
      name: textOf(metadata.name) ?? '',
      namespace,
      labels,
      ...(namespaceLabels === undefined ? {} : { namespaceLabels }),
      ...(textOf(metadata.deletionTimestamp) === undefined ? {} : { isTerminating: true }),
      requests: Object.fromEntries(requests),
      ...(claims === undefined || claims.length === 0 ? {} : { claims }),
      ...(vm === undefined ? {} : { vm }),
    },
    schedulingOf(isMap(pod.spec) ? pod.spec : {}, { namespace, labels }),
  );
}

/** Labels of a namespace; nothing where the Namespace was not found. */
function labelsOf(namespace: string, cluster: ClusterView): Readonly<Record<string, string>> | undefined {
  const found = cluster.find('', 'Namespace', namespace, undefined);
  return found === undefined ? undefined : textMap(isMap(found.metadata) ? found.metadata.labels : undefined);
}

function vmIn(metadata: Readonly<Record<string, unknown>>, labels: Record<string, string>): string | undefined {
  const owners = Array.isArray(metadata.ownerReferences) ? metadata.ownerReferences.filter(isMap) : [];
  const owner = owners.find(({ kind }) => kind === 'VirtualMachineInstance');
  return textOf(owner?.name) ?? textOf(textMap(metadata.annotations)[VM_ANNOTATION]) ?? textOf(labels[HOSTNAME_LABEL]);
}

/** Pods that take room, by their node: those that have one and have not ended. */
export function runningPods(objects: readonly KubeObject[], cluster: ClusterView): Running {
  const running = new Map<string, PodView[]>();
  for (const object of objects.filter(isPod)) {
    const { spec, status, metadata } = object as KubeObject & { status?: unknown };
    const node = isMap(spec) ? textOf(spec.nodeName) : undefined;
    const phase = isMap(status) ? status.phase : undefined;
    if (node !== undefined && phase !== 'Succeeded' && phase !== 'Failed') {
      const namespace = (isMap(metadata) ? textOf(metadata.namespace) : undefined) ?? 'default';
      const pods = running.get(node) ?? [];
      pods.push(podViewOf(object as unknown as Readonly<Record<string, unknown>>, namespace, cluster));
      running.set(node, pods);
    }
  }
  return running;
}
