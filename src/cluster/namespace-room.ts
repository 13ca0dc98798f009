import { valueAtPath } from '../architectures/instance-view';
import { isHyperConverged } from '../golden-images/hyper-converged-view';
import { nameOf, namespaceOf } from '../kube/identity';
import { asText, isMap, type KubeObject } from '../kube/object';
import { valueAt } from '../kube/path';
import { amountOf } from '../kube/quantity';
import { limitedPod } from '../launcher/limit-range';
import { amountsOf, type ResourceAmounts } from '../launcher/pod-requests';
import { exceeded, isInScope, podUsage, shownUsage, unsaidFor } from '../launcher/quota';
import type { QuotaCharge } from '../scheduling/workload';
import type { ClusterView } from './cluster-view';
import type { CreatedInstance } from './created-instance';

/** What a namespace has to say to a launcher pod. */
interface NamespaceVerdict {
  /** Why the pod is never made, or never scheduled. */
  readonly refused: readonly { readonly by: KubeObject; readonly reason: string }[];
  /** What each quota counts for it. */
  readonly charges: readonly QuotaCharge[];
  /** What a LimitRange adds to the launcher itself, and which one. */
  readonly added: readonly { readonly by: KubeObject; readonly what: string }[];
}

/** Whether any quota or LimitRange is at hand: most clusters show none, and nothing has to be asked then. */
export function hasNamespaceRules(cluster: ClusterView): boolean {
  return KINDS.some(([group, kind]) => cluster.ofKind(group, kind).length > 0);
}

const AWARE = ['aaq.kubevirt.io', 'ApplicationAwareResourceQuota'] as const;
const KINDS = [['', 'ResourceQuota'], ['', 'LimitRange'], AWARE] as const;

/** What quotas and LimitRanges of its namespace make of the launcher pod of an instance. */
export function namespaceVerdict(
  created: CreatedInstance,
  pod: Readonly<Record<string, unknown>>,
  cluster: ClusterView,
): NamespaceVerdict {
  const namespace = namespaceOf(created.object) ?? '';
  const [quotas, limitRanges, aware] = KINDS.map(([group, kind]) =>
    cluster.ofKind(group, kind).filter((object) => (namespaceOf(object) ?? '') === namespace),
  ) as [KubeObject[], KubeObject[], KubeObject[]];
  const limited = limitedPod(pod, limitRanges);
  const refused = limitRanges.flatMap((by) => limitedPod(pod, [by]).refused.map((reason) => ({ by, reason })));
  const charges: QuotaCharge[] = [];
  for (const quota of quotas.filter((each) => isInScope(each.spec, limited.pod))) {
    const hard = hardOf(quota);
    const charge = { quota, hard, usage: podUsage(limited.pod), isPerPod: true };
    charges.push(charge);
    const unsaid = unsaidFor(hard, limited.pod);
    refused.push(
      ...(unsaid === undefined ? [] : [{ by: quota, reason: `failed quota: ${asText(nameOf(quota))}: ${unsaid}` }]),
      ...tooMuch(charge),
    );
  }
  const config = calculatorOf(cluster);
  for (const quota of aware.filter((each) => isInScope(each.spec, limited.pod))) {
    const charge = { quota, hard: hardOf(quota), usage: awareUsage(created, limited.pod, config), isPerPod: false };
    charges.push(charge);
    refused.push(...tooMuch(charge));
  }
  return {
    refused,
    charges,
    added: limitRanges.flatMap((by) => limitedPod(pod, [by]).added.map((what) => ({ by, what }))),
  };
}

function hardOf(quota: KubeObject): ResourceAmounts {
  return amountsOf(valueAt(quota, 'spec.hard'));
}

/** As the API server words it, with nothing else in the namespace. */
function tooMuch({ quota, hard, usage }: QuotaCharge): { readonly by: KubeObject; readonly reason: string }[] {
  const names = exceeded(usage, hard);
  return names.length === 0
    ? []
    : [
        {
          by: quota,
          reason:
            `exceeded quota: ${asText(nameOf(quota))}, requested: ${shownUsage(names, usage)}, ` +
            `used: ${shownUsage(names, new Map())}, limited: ${shownUsage(names, hard)}`,
        },
      ];
}

/** What an ApplicationAwareResourceQuota counts of a guest; nothing where neither AAQ nor HyperConverged is at hand. */
function calculatorOf(cluster: ClusterView): string | undefined {
  const [aaq] = cluster.ofKind('aaq.kubevirt.io', 'AAQ');
  if (aaq !== undefined) {
    return asText(valueAt(aaq, 'spec.configuration.vmiCalculatorConfiguration.configName') ?? 'VmiPodUsage');
  }
  const hyperConverged = cluster.ofKind('hco.kubevirt.io', 'HyperConverged').find(isHyperConverged);
  const said = ['spec.applicationAwareConfig', 'spec.deployment.applicationAwareConfig']
    .map((path) => valueAt(hyperConverged, `${path}.vmiCalcConfigName`))
    .find((name) => name !== undefined);
  return hyperConverged === undefined ? undefined : asText(said ?? 'DedicatedVirtualResources');
}

/**
 * What AAQ counts for a launcher pod. The second pod of a migration counts only for what it has more than the first.
 *
 * @see application-aware-quota pkg/aaq-controller/built-in-usage-calculators/virt-launcher-usage-calc.go, 1.8.0
 */
function awareUsage({ spec }: CreatedInstance, pod: unknown, config: string | undefined): ResourceAmounts {
  const guest = guestAmounts(spec);
  const one = 1_000_000_000n;
  const dedicated = [['instances', one] as const, ...guest].flatMap(
    ([name, amount]) =>
      [
        [`requests.${name}/vmi`, amount],
        [`${name}/vmi`, amount],
      ] as const,
  );
  if (config === undefined || config === 'DedicatedVirtualResources') {
    return new Map(dedicated);
  }
  if (config === 'VirtualResources') {
    return new Map([
      ['pods', one] as const,
      ['count/pods', one] as const,
      ...guest.flatMap(
        ([name, amount]) =>
          [
            [name, amount],
            [`requests.${name}`, amount],
            [`limits.${name}`, amount],
          ] as const,
      ),
    ]);
  }
  // GuestEffectiveResources subtracts an overhead that AAQ works out by itself.
  return config === 'GuestEffectiveResources' ? new Map() : podUsage(pod);
}

function guestAmounts(spec: CreatedInstance['spec']): (readonly [string, bigint])[] {
  const { cpu } = isMap(spec.domain) ? spec.domain : {};
  const first = (...paths: string[]) =>
    paths.map((path) => amountOf(valueAtPath(spec, path))?.nano).find((nano) => nano !== undefined);
  const memory = first('domain.memory.guest', 'domain.resources.requests.memory', 'domain.resources.limits.memory');
  const cpus = isMap(cpu)
    ? ['cores', 'sockets', 'threads'].reduce((product, key) => product * countOf(cpu[key]), 1_000_000_000n)
    : first('domain.resources.requests.cpu', 'domain.resources.limits.cpu');
  return [
    ...(memory === undefined ? [] : [['memory', memory] as const]),
    ...(cpus === undefined ? [] : [['cpu', cpus] as const]),
  ];
}

/** As AAQ multiplies them: what is not said counts once. */
function countOf(value: unknown): bigint {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? BigInt(value) : 1n;
}
