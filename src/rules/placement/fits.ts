import { ARCH_LABEL } from '../../architectures/facts';
import type { ClusterView } from '../../cluster/cluster-view';
import type { CreatedInstance } from '../../cluster/created-instance';
import { fittingOf, workloadOf } from '../../cluster/workloads';
import type { Finding } from '../../findings/finding';
import { isMap } from '../../kube/object';
import { answersFor, fitsSomewhere, schedulerMessage, statesOf } from '../../pods/place';
import { smallestChange } from '../../pods/smallest-change';
import { Surroundings } from '../../pods/surroundings';
import type { Workload } from '../../pods/workload';
import type { ClusterNode } from '../../target/node';
import { withKubeVirt } from '../../target/node-pool';

/** What is known of a cluster's nodes. */
interface KnownNodes {
  readonly around: Surroundings;
  /** The same as they are in peace: no cordons, none of the taints that Kubernetes sets in trouble. */
  readonly well: () => Surroundings;
}

/** A finding about the instance, with its path below it. */
type FitFinding = Finding & { readonly path: string };

/** Asks of each instance of a cluster whether there is a node that has all of what its pod asks for at once. */
export function fitCheck(cluster: ClusterView): (created: CreatedInstance) => FitFinding[] {
  let nodes: KnownNodes | undefined;
  const hasAmounts = (cluster.nodes ?? []).some(({ allocatable }) => Object.keys(allocatable).length > 0);
  /** Of those that fit: making a pod of each VM is most of what this takes. */
  const fitting = new Set<string>();
  return (created) => {
    const { nodeSelector } = created.spec;
    const selected = isMap(nodeSelector) ? nodeSelector[ARCH_LABEL] : undefined;
    // A selector for another architecture than the guest's is a mistake of its own, which a trap tells. Nothing is said where
    // nodes are not known.
    if (cluster.nodes === undefined || (selected !== undefined && selected !== created.namedArchitecture)) {
      return [];
    }
    const alike = fittingOf(created, cluster, hasAmounts);
    if (alike !== undefined && fitting.has(alike)) {
      return [];
    }
    const workload = workloadOf(created, cluster);
    nodes ??= knownNodes(cluster);
    const finding = judged(workload, nodes);
    if (finding === undefined && alike !== undefined) {
      fitting.add(alike);
    }
    return finding === undefined ? [] : [finding];
  };
}

function knownNodes(cluster: ClusterView): KnownNodes {
  const { nodes } = withKubeVirt(cluster.nodes ?? [], cluster.workloadPlacement);
  let well: Surroundings | undefined;
  return {
    around: new Surroundings(statesOf(nodes)),
    well: () => {
      well ??= new Surroundings(statesOf(nodes.map(asWell)));
      return well;
    },
  };
}

const TROUBLE = 'node.kubernetes.io/';

function asWell(node: ClusterNode): ClusterNode {
  return { ...node, unschedulable: false, taints: node.taints.filter(({ key }) => !key.startsWith(TROUBLE)) };
}

function judged(workload: Workload, { around, well }: KnownNodes): FitFinding | undefined {
  const { pod } = workload;
  if (pod === undefined || around.nodes.length === 0 || fitsSomewhere(pod, around)) {
    return undefined;
  }
  const isPassing = fitsSomewhere(pod, well());
  const change = smallestChange(workload, around);
  const what = schedulerMessage(answersFor(workload, around));
  return {
    code: 'PV502',
    severity: isPassing ? 'warning' : 'error',
    path: change?.changes.find(({ path }) => path !== undefined)?.path ?? 'domain',
    what: `its pod fits no node; kube-scheduler would say: ${what}`,
    why: isPassing
      ? 'It stays Pending until the nodes are well again: some are cordoned, or Kubernetes keeps pods away from them'
      : 'It stays Pending forever',
    fix:
      change === undefined
        ? 'add a node that has all of it; polyvirt place shows what each node lacks'
        : `${change.changes.map(({ what: step }) => step).join('; ')} (then it fits ${change.node}); polyvirt place ` +
          'shows every node',
    source: 'k8s.io/kubernetes pkg/scheduler/framework/plugins; kubevirt pkg/virt-controller/services/template.go',
  };
}
