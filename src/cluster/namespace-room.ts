import { valueAtPath } from '../architectures/instance-view';
import { isHyperConverged } from '../golden-images/hyper-converged-view';
import { nameOf, namespaceOf } from '../kube/identity';
import { selectsLabels } from '../kube/label-selector';
import { asText, isMap, type KubeObject } from '../kube/object';
import { valueAt } from '../kube/path';
import { amountOf } from '../kube/quantity';
import { amountsOf, type ResourceAmounts } from '../pods/amount';
import { exceeded, isInScope, limitedPod, podUsage, shownUsage, unsaidFor } from '../pods/namespace-limits';
import { textMap } from '../pods/traits';
import type { QuotaCharge } from '../pods/workload';
import { type ClusterView, NAMESPACE_RULES } from './cluster-view';
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

const CLUSTER_WIDE = NAMESPACE_RULES[3];

/** What quotas and LimitRanges of its namespace make of the launcher pod of an instance. */
export function namespaceVerdict(
  created: CreatedInstance,
  pod: Readonly<Record<string, unknown>>,
  cluster: ClusterView,
): NamespaceVerdict {
  const namespace = namespaceOf(created.object) ?? '';
  const [quotas, limitRanges, own] = NAMESPACE_RULES.map(([group, kind]) =>
    cluster.ofKind(group, kind).filter((object) => (namespaceOf(object) ?? '') === namespace),
  ) as [KubeObject[], KubeObject[], KubeObject[]];
  const aware = isGated(namespace, cluster) ? [...own, ...clusterQuotas(namespace, cluster)] : [];
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
  for (const quota of aware.filter((each) => isInScope(quotaSpec(each), limited.pod))) {
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
  return amountsOf(valueAt(quotaSpec(quota), 'hard'));
}

/** What a quota says, which one of several namespaces has beside its selector. */
function quotaSpec(quota: KubeObject): unknown {
  return valueAt(quota, quotaPath(quota));
}

/** Where a quota says what it allows. */
export function quotaPath({ kind }: KubeObject): string {
  return kind === CLUSTER_WIDE[1] ? 'spec.quota' : 'spec';
}

/**
 * Quotas over several namespaces that select this one. Labels and annotations of a Namespace that was not found are not known.
 *
 * @see application-aware-quota pkg/aaq-controller/additional-cluster-quota-controllers/clusterquotamapping
 */
function clusterQuotas(namespace: string, cluster: ClusterView): readonly KubeObject[] {
  const quotas = cluster.ofKind(...CLUSTER_WIDE);
  if (quotas.length === 0 || aaqSays(cluster, 'allowApplicationAwareClusterResourceQuota', false) === false) {
    return [];
  }
  const found = cluster.find('', 'Namespace', namespace, undefined);
  const labels = { ...textMap(valueAt(found, 'metadata.labels')), 'kubernetes.io/metadata.name': namespace };
  const annotations = textMap(valueAt(found, 'metadata.annotations'));
  return quotas.filter((quota) => {
    const wanted = Object.entries(textMap(valueAt(quota, 'spec.selector.annotations')));
    const selector = valueAt(quota, 'spec.selector.labels');
    const isAsked = wanted.length > 0 || isMap(selector);
    return (
      isAsked &&
      wanted.every(([key, value]) => annotations[key] === value) &&
      (!isMap(selector) || selectsLabels(selector, labels))
    );
  });
}

/** AAQ holds back pods of the namespaces that it selects, by default those with its label; unknown ones are taken to have it. */
function isGated(namespace: string, cluster: ClusterView): boolean {
  const found = cluster.find('', 'Namespace', namespace, undefined);
  const selector = aaqSays(cluster, 'namespaceSelector', GATED);
  return found === undefined || selector === undefined || selectsLabels(selector, textMap(found.metadata.labels));
}

const GATED = { matchExpressions: [{ key: 'application-aware-quota/enable-gating', operator: 'Exists' }] };

/** A setting of AAQ, from its own resource or the HyperConverged that makes it; nothing where neither is at hand. */
function aaqSays(cluster: ClusterView, key: string, otherwise: unknown): unknown {
  const [aaq] = cluster.ofKind('aaq.kubevirt.io', 'AAQ');
  if (aaq !== undefined) {
    return valueAt(aaq, `spec.${key}`) ?? valueAt(aaq, `spec.configuration.${key}`) ?? otherwise;
  }
  const hyperConverged = cluster.ofKind('hco.kubevirt.io', 'HyperConverged').find(isHyperConverged);
  const said = ['spec.applicationAwareConfig', 'spec.deployment.applicationAwareConfig']
    .map((path) => valueAt(hyperConverged, `${path}.${key}`))
    .find((value) => value !== undefined);
  return hyperConverged === undefined ? undefined : (said ?? otherwise);
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
