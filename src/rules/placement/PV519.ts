import type { ClusterView } from '../../cluster/cluster-view';
import { quotaPath } from '../../cluster/namespace-room';
import { workloadsOf } from '../../cluster/workloads';
import type { Finding } from '../../findings/finding';
import { findingObject } from '../../kube/identity';
import type { KubeObject } from '../../kube/object';
import { shownAmount } from '../../pods/namespace-limits';
import { type QuotaCharge, shownName, type Workload } from '../../pods/workload';
import type { FindingRule, RuleVisitors } from '../rule';

export const PV519: FindingRule = {
  code: 'PV519',
  severity: 'warning',
  title: 'quota too small for all VMs of its namespace',
  page: () => ({
    meaning:
      'The launcher pods of all VMs declared in a namespace (except Halted ones) need more together than its ' +
      'ResourceQuota or ApplicationAwareResourceQuota allows, or those of several namespaces more than an ' +
      'ApplicationAwareClusterResourceQuota. Or they fit, but there is no room for the second pod that a VM has ' +
      'while it migrates; an ApplicationAwareResourceQuota does not count that one.',
    impact:
      'Pods are created one after the other: the last VMs do not start, and after a restart a VM that ran before ' +
      'may not. Without room for a second pod a migration stays Pending, and a drain of the node waits for it.',
    diagnosis:
      'The finding points at the quota and says how much is needed. Other pods of the namespace are not counted, ' +
      'so there is less room than it says. A VM that does not fit on its own is PV518.',
    mitigation:
      'Raise the quota, with room for the number of parallel migrations (`parallelMigrationsPerCluster`), or use ' +
      'an ApplicationAwareResourceQuota.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt check --kubevirt 1.9
      apiVersion: v1
      kind: ResourceQuota
      metadata: { name: compute, namespace: shop }
      spec: { hard: { pods: 3 } }
      ---
      apiVersion: pool.kubevirt.io/v1beta1
      kind: VirtualMachinePool
      metadata: { name: web, namespace: shop }
      spec:
        replicas: 4
        selector: { matchLabels: { app: web } }
        virtualMachineTemplate:
          metadata: { labels: { app: web } }
          spec:
            runStrategy: Always
            template:
              metadata: { labels: { app: web } }
              spec:
                architecture: amd64
                domain: { devices: {}, memory: { guest: 1Gi } }
    `,
    output: `
      warning PV519 ResourceQuota shop/compute at example.yaml:5:23, spec.hard.pods: the 4 VMs of the namespace need 4 of pods together, but the quota allows only 3.
        Their pods are created one after the other, and the API server rejects the last ones. Fix: raise it to 4 or more, or declare fewer or smaller guests.
    `,
  }),
  rule: fullNamespaces,
};

function fullNamespaces(cluster: ClusterView): RuleVisitors {
  return cluster.hasNamespaceRules ? { end: () => fullQuotas(cluster) } : {};
}

/** A guest, and what a quota counts for it. */
interface Charged {
  readonly workload: Workload;
  readonly charge: QuotaCharge;
}

function fullQuotas(cluster: ClusterView): Finding[] {
  const byQuota = new Map<KubeObject, Charged[]>();
  for (const workload of workloadsOf(cluster.objects, cluster, undefined, { migration: true }).workloads) {
    // What never runs takes nothing, and is told by PV518.
    for (const charge of workload.isHalted === true || workload.refused !== undefined ? [] : (workload.charges ?? [])) {
      const known = byQuota.get(charge.quota) ?? [];
      known.push({ workload, charge });
      byQuota.set(charge.quota, known);
    }
  }
  return [...byQuota].flatMap(([quota, charged]) => fullQuota(quota, charged));
}

function fullQuota(quota: KubeObject, charged: readonly Charged[]): Finding[] {
  const { hard, isPerPod } = charged[0]!.charge;
  const rows = [...hard].map(([name, most]) => {
    const sum = charged.reduce((total, { charge }) => total + (charge.usage.get(name) ?? 0n), 0n);
    return { name, most, sum, left: most - sum };
  });
  const full = rows.filter(({ left }) => left < 0n);
  if (full.length > 0 || !isPerPod) {
    return full.map(({ name, most, sum }) =>
      finding(quota, name, {
        what:
          `the ${charged.length} VMs of ${quotaPath(quota) === 'spec' ? 'the namespace' : 'its namespaces'} need ` +
          `${shownAmount(name, sum)} of ${name} together, but the quota allows only ${shownAmount(name, most)}`,
        why: 'Their pods are created one after the other, and the API server rejects the last ones',
        fix: `raise it to ${shownAmount(name, sum)} or more, or declare fewer or smaller guests`,
      }),
    );
  }
  const moving = charged.filter(({ workload }) => workload.migration?.drain === 'migrates');
  return rows.flatMap(({ name, left, sum }) => {
    const [largest] = [...moving].sort((a, b) => compareAmounts(b.charge.usage.get(name), a.charge.usage.get(name)));
    const needs = largest?.charge.usage.get(name) ?? 0n;
    return largest === undefined || needs <= left
      ? []
      : [
          finding(quota, name, {
            what:
              `all VMs fit, but not the second pod of ${shownName(largest.workload)} while it migrates: ` +
              `${shownAmount(name, left)} of ${name} is left, and it needs ${shownAmount(name, needs)}`,
            why: 'A migration stays Pending until there is room, and a drain of the node waits for it',
            fix: `raise it to ${shownAmount(name, sum + needs)} or more`,
          }),
        ];
  });
}

function compareAmounts(a = 0n, b = 0n): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function finding(quota: KubeObject, name: string, said: Pick<Finding, 'what' | 'why' | 'fix'>): Finding {
  return {
    code: 'PV519',
    severity: 'warning',
    object: findingObject(quota),
    path: `${quotaPath(quota)}.hard${/^\w+$/.test(name) ? `.${name}` : `["${name}"]`}`,
    ...said,
    source: 'kubernetes pkg/quota/v1/evaluator/core/pods.go PodUsageFunc',
  };
}
