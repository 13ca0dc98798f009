import type { ClusterView } from '../check/cluster-view';
import { explainPod } from '../check/launcher-pod';
import { findingObject, nameOf, namespaceOf } from '../kube/identity';
import { isMap, type KubeObject } from '../kube/object';
import { podRequests } from '../launcher/pod-requests';
import { isPending, place, schedulerMessage, type Workload } from '../scheduling/place';
import { schedulingOf } from '../scheduling/pod-view';
import type { FitChange } from './result';

/** Why no node takes a machine: empty where one does, nothing where that is not known. */
export type Fit = string | undefined;

/** Whether some node of its cluster takes a machine, each looked at as if it were alone there. */
export function fitOf(object: KubeObject, cluster: ClusterView): Fit {
  if (cluster.nodes === undefined || cluster.nodes.length === 0) {
    return undefined;
  }
  const pod = explainPod(object, cluster)?.pod;
  if (pod === undefined) {
    return undefined;
  }
  const [placed] = place([workloadOf(object, pod)], cluster.nodes);
  return placed !== undefined && isPending(placed) ? schedulerMessage(placed) : '';
}

const NANO_PER_MILLI = 1_000_000n;
const NANO = 1_000_000_000n;

function workloadOf(object: KubeObject, pod: Readonly<Record<string, unknown>>): Workload {
  const [name, namespace] = [nameOf(object) ?? '', namespaceOf(object) ?? 'default'];
  const metadata = isMap(pod.metadata) ? pod.metadata : {};
  const labels = isMap(metadata.labels) ? (metadata.labels as Readonly<Record<string, string>>) : {};
  const requests = [...podRequests(pod)].map(([resource, nano]) => [
    resource,
    // kube-scheduler counts CPUs in thousandths and everything else in whole units.
    resource === 'cpu' ? (nano + NANO_PER_MILLI - 1n) / NANO_PER_MILLI : (nano + NANO - 1n) / NANO,
  ]);
  return {
    kind: object.kind,
    namespace,
    name,
    pod: {
      name,
      namespace,
      labels,
      requests: Object.fromEntries(requests),
      ...schedulingOf(isMap(pod.spec) ? pod.spec : {}, namespace),
    },
  };
}

/** Machines that fitted and fit no more, and the other way round. */
export function fitChanges(
  pairs: readonly { readonly before?: KubeObject; readonly after: KubeObject }[],
  was: ClusterView,
  is: ClusterView,
): { lost: FitChange[]; gained: FitChange[] } {
  const [lost, gained]: [FitChange[], FitChange[]] = [[], []];
  for (const { before, after } of pairs) {
    const now = fitOf(after, is);
    if (now === undefined) {
      continue;
    }
    const then = before === undefined ? '' : fitOf(before, was);
    if (now !== '' && (then === '' || then === undefined)) {
      lost.push({ object: findingObject(after), reason: now });
    } else if (now === '' && then !== undefined && then !== '') {
      gained.push({ object: findingObject(after), reason: then });
    }
  }
  return { lost, gained };
}
