import { selectsLabels } from '../kube/label-selector';
import { isMap } from '../kube/object';
import { type Amount, amountOf, amountText, parseQuantity } from '../kube/quantity';
import type { LauncherContext, LimitedResource } from './launched-instance';
import type { PodDraft, PodKey, Why } from './pod-draft';

export { type Amount, amountOf, amountText };

const NANO = 1_000_000_000n;

/** A quantity that is more than nothing. */
export function positiveAmount(value: unknown): Amount | undefined {
  const amount = amountOf(value);
  return amount !== undefined && amount.nano > 0n ? amount : undefined;
}

/** So many bytes, or whole things of any other kind. */
export function whole(count: bigint | number, format: Amount['format'] = 'decimal'): Amount {
  return { nano: BigInt(count) * NANO, format };
}

/** So many Mi. */
export function mebibytes(count: number): Amount {
  return whole(BigInt(count) << 20n, 'binary');
}

/** Two together, written as the first; as the second where the first is nothing. */
export function plus(first: Amount | undefined, second: Amount): Amount {
  return first === undefined || first.nano === 0n ? second : { nano: first.nano + second.nano, format: first.format };
}

/** All together. */
export function sum(amounts: readonly Amount[]): Amount {
  return amounts.reduce(plus, whole(0));
}

/** In whole units, rounded up as Kubernetes does. */
export function wholeUnits({ nano }: Amount): bigint {
  return (nano + NANO - 1n) / NANO;
}

/** A whole number that is not negative, as YAML or a careless hand wrote it; nothing where it is none. */
export function countOf(value: unknown): number | undefined {
  const count = typeof value === 'number' || (typeof value === 'string' && value !== '') ? Number(value) : Number.NaN;
  return Number.isSafeInteger(count) && count >= 0 ? count : undefined;
}

/** A number with a fraction; nothing where it is none. */
export function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'number' || (typeof value === 'string' && value !== '') ? Number(value) : Number.NaN;
  return Number.isFinite(number) ? number : undefined;
}

/** The whole part of a number, exact as far as the number is; nothing where there is no end to it. */
export function integerPart(number: number): bigint {
  return Number.isFinite(number) ? BigInt(Math.trunc(number)) : 0n;
}

/** Requests or limits. */
type ResourceSide = 'requests' | 'limits';

interface Given extends Why {
  readonly amount: Amount;
}

type Layer = Map<string, Given>;

/**
 * The resources of the container around a guest.
 *
 * KubeVirt keeps two layers, what it works out and what the VM says; the second lies above the first.
 */
export class ResourceLists {
  private readonly _above: Record<ResourceSide, Layer> = { requests: new Map(), limits: new Map() };
  private readonly _below: Record<ResourceSide, Layer> = { requests: new Map(), limits: new Map() };

  /** Says what the VM says, or what is to count as if it did. */
  public set(side: ResourceSide, resource: string, amount: Amount, why: Why): void {
    this._above[side].set(resource, { amount, ...why });
  }

  /** Says what counts unless set by the VMmething. */
  public work(side: ResourceSide, resource: string, amount: Amount, why: Why): void {
    this._below[side].set(resource, { amount, ...why });
  }

  /** What the VM says, or what counts as if it did. */
  public said(side: ResourceSide, resource: string): Amount | undefined {
    return this._above[side].get(resource)?.amount;
  }

  /** Asks for one more device, whose requests and limits are always the same. */
  public addDevice(resource: string, why: Why): void {
    for (const side of ['requests', 'limits'] as const) {
      const before = this._above[side].get(resource) ?? this._below[side].get(resource);
      this.work(side, resource, plus(before?.amount, whole(1)), why);
    }
  }

  /** Writes it all down below a container. */
  public putInto(draft: PodDraft, container: readonly PodKey[]): void {
    for (const side of ['requests', 'limits'] as const) {
      for (const [resource, { amount, reason, source }] of new Map([...this._below[side], ...this._above[side]])) {
        draft.put([...container, 'resources', side, resource], amountText(amount), { reason, source });
      }
    }
  }
}

/** What a map of quantities says; what is no quantity is left out. */
export function amountsIn(map: Readonly<Record<string, unknown>>): [resource: string, amount: Amount][] {
  return Object.entries(map).flatMap(([resource, value]): [string, Amount][] => {
    const amount = amountOf(value);
    return amount === undefined ? [] : [[resource, amount]];
  });
}

/** Whether KubeVirt sets a limit because a quota of the namespace wants one; up to 1.4 a gate had to be on. */
export function limitedByQuota(resource: LimitedResource, context: LauncherContext): boolean {
  const { limitedByQuota: limited = [], isOn } = context;
  return limited.includes(resource) && isOn('AutoResourceLimitsGate');
}

/** Why the pod gets a CPU limit that the VM does not say; nothing where it gets none. */
export function cpuLimitReason(context: LauncherContext): string | undefined {
  if (limitedByQuota('cpu', context)) {
    return 'a ResourceQuota of the namespace limits CPUs';
  }
  const { configuration, namespaceLabels } = context;
  const selector = configuration.autoCPULimitNamespaceLabelSelector;
  return namespaceLabels !== undefined && selectsLabels(selector, namespaceLabels)
    ? 'the namespace has the labels of autoCPULimitNamespaceLabelSelector of the KubeVirt resource'
    : undefined;
}

/** Amounts by resource, in billionths. */
export type ResourceAmounts = ReadonlyMap<string, bigint>;

/**
 * What kube-scheduler counts for a pod.
 *
 * Containers run together, and beside them the init containers that stay; the others run one after the other, each with those
 * that stay and came before. So a pod needs the most of the two, or what it asks for as a whole, and what its runtime takes.
 *
 * @see https://kubernetes.io/docs/concepts/workloads/pods/sidecar-containers/#resource-sharing-within-containers
 */
export function podRequests(pod: unknown): ResourceAmounts {
  const spec = isMap(pod) && isMap(pod.spec) ? pod.spec : {};
  return add(podTotal(spec, 'requests', requestsOf), amountsOf(spec.overhead));
}

/** The same of limits, which only quotas and LimitRanges count: a container without one adds nothing. */
export function podLimits(pod: unknown): ResourceAmounts {
  const spec = isMap(pod) && isMap(pod.spec) ? pod.spec : {};
  return podTotal(spec, 'limits', ({ resources }) => amountsOf(isMap(resources) ? resources.limits : undefined));
}

function podTotal(
  spec: Readonly<Record<string, unknown>>,
  key: 'requests' | 'limits',
  ofContainer: (container: Readonly<Record<string, unknown>>) => ResourceAmounts,
): Map<string, bigint> {
  const staying = new Map<string, bigint>();
  const most = new Map<string, bigint>();
  for (const container of mapsIn(spec.initContainers)) {
    const requests = ofContainer(container);
    if (container.restartPolicy === 'Always') {
      add(staying, requests);
      raise(most, staying);
    } else {
      raise(most, add(new Map(staying), requests));
    }
  }
  const together = new Map(staying);
  for (const container of mapsIn(spec.containers)) {
    add(together, ofContainer(container));
  }
  const total = raise(together, most);
  for (const [resource, amount] of amountsOf(isMap(spec.resources) ? spec.resources[key] : undefined)) {
    if (OF_THE_WHOLE_POD.test(resource)) {
      total.set(resource, amount);
    }
  }
  return total;
}

/**
 * What a pod may ask for as a whole, in the place of what its containers ask for. Other resources there do not count.
 *
 * @see k8s.io/component-helpers resource/helpers.go, PodRequests
 */
const OF_THE_WHOLE_POD = /^(cpu|memory|hugepages-.+)$/;

/** What one container asks for: a limit without a request is one, as the API server has it. */
export function requestsOf({ resources }: Readonly<Record<string, unknown>>): ResourceAmounts {
  const { requests, limits } = isMap(resources) ? resources : {};
  return new Map([...amountsOf(limits), ...amountsOf(requests)]);
}

/** Amounts of a map of quantities. */
export function amountsOf(map: unknown): Map<string, bigint> {
  const amounts = new Map<string, bigint>();
  for (const [resource, value] of Object.entries(isMap(map) ? map : {})) {
    const quantity = typeof value === 'string' || typeof value === 'number' ? parseQuantity(String(value)) : undefined;
    if (quantity !== undefined) {
      amounts.set(resource, quantity.nano);
    }
  }
  return amounts;
}

function add(total: Map<string, bigint>, more: ResourceAmounts): Map<string, bigint> {
  for (const [resource, amount] of more) {
    total.set(resource, (total.get(resource) ?? 0n) + amount);
  }
  return total;
}

function raise(total: Map<string, bigint>, to: ResourceAmounts): Map<string, bigint> {
  for (const [resource, amount] of to) {
    const before = total.get(resource);
    if (before === undefined || before < amount) {
      total.set(resource, amount);
    }
  }
  return total;
}

/** The maps of a list. */
export function mapsIn(list: unknown): Readonly<Record<string, unknown>>[] {
  return Array.isArray(list) ? list.filter(isMap) : [];
}
