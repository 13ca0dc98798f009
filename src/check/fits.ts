import { ARCH_LABEL } from '../architectures/facts';
import { listAt } from '../architectures/instance-view';
import type { Finding } from '../findings/finding';
import { withKubeVirt } from '../inventory/kubevirt-nodes';
import type { ClusterNode } from '../inventory/node';
import { namespaceOf } from '../kube/identity';
import { isMap } from '../kube/object';
import { valueAt } from '../kube/values-at';
import { answersFor, fitsSomewhere, schedulerMessage, statesOf } from '../scheduling/place';
import { smallestChange } from '../scheduling/smallest-change';
import { Surroundings } from '../scheduling/surroundings';
import type { Workload } from '../scheduling/workload';
import type { ClusterView } from './cluster-view';
import { instanceOf } from './instance-of';
import type { Machine } from './machine-of';
import { workloadOf } from './workloads';

/** What is known of a cluster's nodes, and of machines that were asked for already. */
interface Known {
  readonly around: Surroundings;
  /** The same as they are when nobody works on them: no cordons, none of the taints that Kubernetes sets in trouble. */
  readonly well: () => Surroundings;
  readonly answers: Map<string, FitFinding | undefined>;
  /** Whether namespaces differ in what they add to a pod, as far as it is known. */
  readonly isByNamespace: boolean;
}

/** A finding about the instance, with its path below it. */
type FitFinding = Finding & { readonly path: string };

/** Fleets have many machines that are alike. */
const known = new WeakMap<ClusterView, Known>();

/** Whether there is a node that has all of what a machine's pod asks for at once. Nothing is said where nodes are not known. */
export function checkFits(machine: Machine, cluster: ClusterView): FitFinding[] {
  const { architecture, expanded } = machine;
  const selected = isMap(expanded.spec.nodeSelector) ? expanded.spec.nodeSelector[ARCH_LABEL] : undefined;
  // A selector for another architecture than the guest's is a mistake of its own, which a trap tells.
  if (cluster.nodes === undefined || (selected !== undefined && selected !== architecture)) {
    return [];
  }
  const { answers, isByNamespace, ...nodes } = knownOf(cluster);
  const key = demandOf(machine, isByNamespace);
  if (!answers.has(key)) {
    answers.set(key, judged(workloadOf(machine, cluster), nodes));
  }
  const finding = answers.get(key);
  return finding === undefined ? [] : [finding];
}

function knownOf(cluster: ClusterView): Known {
  const found = known.get(cluster);
  if (found !== undefined) {
    return found;
  }
  const { nodes } = withKubeVirt(cluster.nodes ?? [], cluster.workloadPlacement);
  let well: Surroundings | undefined;
  const made: Known = {
    around: new Surroundings(statesOf(nodes)),
    well: () => {
      well ??= new Surroundings(statesOf(nodes.map(asWell)));
      return well;
    },
    answers: new Map(),
    isByNamespace:
      ['ResourceQuota', 'Namespace'].some((kind) => cluster.ofKind('', kind).length > 0) ||
      cluster.ofKind('k8s.cni.cncf.io', 'NetworkAttachmentDefinition').length > 0,
  };
  known.set(cluster, made);
  return made;
}

const TROUBLE = 'node.kubernetes.io/';

function asWell(node: ClusterNode): ClusterNode {
  return { ...node, unschedulable: false, taints: node.taints.filter(({ key }) => !key.startsWith(TROUBLE)) };
}

/**
 * What the pod of a machine follows from, as far as it decides which nodes take it.
 *
 * Without what machines are told apart by, and what nodes have nothing to do with: fleets have many that are alike but for
 * that. Copies without it are made and written at once, which takes a fifth of the time of leaving it out while writing.
 */
function demandOf({ object, expanded, architecture }: Machine, isByNamespace: boolean): string {
  const { volumes: _volumes, hostname: _hostname, domain, affinity, ...spec } = expanded.spec;
  const template = instanceOf(object)?.template;
  const isSocial = isMap(affinity) && isMap(affinity.podAffinity);
  return JSON.stringify([
    architecture,
    isByNamespace || isSocial ? namespaceOf(object) : undefined,
    spec,
    isMap(domain) ? impersonal(domain) : domain,
    isMap(affinity) ? mapValues(affinity, withoutWishes) : affinity,
    listAt(expanded.spec, 'volumes').map((volume) => Object.keys(volume)),
    valueAt(template, 'metadata.annotations'),
    isSocial ? valueAt(template, 'metadata.labels') : undefined,
  ]);
}

/** A domain without its identity. */
function impersonal({ firmware, devices, ...domain }: Readonly<Record<string, unknown>>): object {
  return {
    ...domain,
    firmware: isMap(firmware) ? { ...firmware, uuid: undefined, serial: undefined } : firmware,
    devices: isMap(devices)
      ? { ...devices, disks: each(devices.disks, 'serial'), interfaces: each(devices.interfaces, 'macAddress') }
      : devices,
  };
}

function each(items: unknown, without: string): unknown {
  return Array.isArray(items)
    ? items.map((item: unknown) => (isMap(item) && without in item ? { ...item, [without]: undefined } : item))
    : items;
}

/** What is preferred keeps no pod from any node. */
function withoutWishes(rules: unknown): unknown {
  return isMap(rules) ? { ...rules, preferredDuringSchedulingIgnoredDuringExecution: undefined } : rules;
}

function mapValues(map: Readonly<Record<string, unknown>>, change: (value: unknown) => unknown): object {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, change(value)]));
}

function judged(workload: Workload, { around, well }: Pick<Known, 'around' | 'well'>): FitFinding | undefined {
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
    what: `its pod fits no node, as kube-scheduler would say it: ${what}`,
    why: isPassing
      ? 'It stays Pending until the nodes are well again: some are cordoned, or Kubernetes keeps pods away from them'
      : 'It stays Pending for ever',
    fix:
      change === undefined
        ? 'add a node that has all of it; polyvirt place shows what each node lacks'
        : `${change.changes.map(({ what: step }) => step).join('; ')} (then it fits ${change.node}); polyvirt place shows every node`,
    source: 'k8s.io/kubernetes pkg/scheduler/framework/plugins; kubevirt pkg/virt-controller/services/template.go',
  };
}
