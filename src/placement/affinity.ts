import { compact, nonEmpty } from '../kube/object';
import type { Toleration } from '../kube/toleration';
import { unsayable, type WrittenPlacement } from './declaration';
import type { Demands, NodeDemand } from './demands';

/** One expression of a selector of nodes. */
interface MatchExpression {
  readonly key: string;
  readonly operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist';
  readonly values?: string[];
}

/** What is asked of nodes, as Kubernetes writes it. */
export interface NodeAffinity {
  readonly preferredDuringSchedulingIgnoredDuringExecution?: {
    readonly weight: number;
    readonly preference: { readonly matchExpressions: MatchExpression[] };
  }[];
  readonly requiredDuringSchedulingIgnoredDuringExecution?: {
    readonly nodeSelectorTerms: { readonly matchExpressions: MatchExpression[] }[];
  };
}

/**
 * What demands on nodes come to.
 *
 * Everything hard is in one term: expressions of a term must all hold, while of several terms one is enough, so that
 * "only rack 1" and "not the old hosts" as two terms would mean "rack 1, or anything that is not old".
 */
export function nodeAffinity(demands: readonly NodeDemand[]): NodeAffinity | undefined {
  // In an order of their own: in a template of Cluster API another order is another template, and replaces all machines.
  const ordered = [...demands].sort((a, b) => byText(orderOf(a), orderOf(b)));
  const hard = ordered.filter((demand) => demand.hard);
  const soft = ordered.filter((demand) => !demand.hard);
  if (demands.length === 0) {
    return undefined;
  }
  return {
    ...(soft.length === 0
      ? {}
      : {
          preferredDuringSchedulingIgnoredDuringExecution: soft.map((demand) => ({
            weight: demand.weight,
            preference: { matchExpressions: [expressionOf(demand)] },
          })),
        }),
    ...(hard.length === 0
      ? {}
      : {
          requiredDuringSchedulingIgnoredDuringExecution: {
            nodeSelectorTerms: [{ matchExpressions: hard.map(expressionOf) }],
          },
        }),
  };
}

/** A demand as an expression. Without values the label as such counts. */
export function expressionOf({ key, values, wanted }: Pick<NodeDemand, 'key' | 'values' | 'wanted'>): MatchExpression {
  return values.length === 0
    ? { key, operator: wanted ? 'Exists' : 'DoesNotExist' }
    : { key, operator: wanted ? 'In' : 'NotIn', values: [...values] };
}

function orderOf({ key, wanted, values, weight }: NodeDemand): string {
  return [key, wanted ? '' : 'not', ...values, weight].join('\0');
}

/** By code unit, the same on every machine. */
export function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** A placement as HyperConverged, KubeVirt and CDI write it. */
export interface NodePlacementSpec {
  readonly nodeSelector?: Readonly<Record<string, string>>;
  readonly affinity?: { readonly nodeAffinity?: NodeAffinity };
  readonly tolerations?: Toleration[];
}

/** The component to place: a deployment of the control plane, or the daemon on every node that runs virtual machines. */
export type PlacedComponent = 'infra' | 'workloads';

/**
 * A placement of components.
 *
 * One value of a label is a node selector, which people read more easily; everything else is an affinity.
 */
export function nodePlacement(
  { nodes, peers, spreads, tolerations }: Demands,
  component: PlacedComponent,
): WrittenPlacement<NodePlacementSpec | undefined> {
  // virt-handler is a DaemonSet: one pod for each node that it may go to, so that there is nothing to prefer.
  const pointless = component === 'workloads' ? nodes.filter(({ hard }) => !hard) : [];
  const said = nodes.filter((demand) => !pointless.includes(demand));
  const selected = said.filter((demand) => isSelector(demand, said));
  const affinity = nodeAffinity(said.filter((demand) => !selected.includes(demand)));
  return {
    written: compact({
      nodeSelector: compact(Object.fromEntries(selected.map(({ key, values }) => [key, values[0]!]))),
      affinity: affinity && { nodeAffinity: affinity },
      tolerations: nonEmpty(tolerations),
    }),
    findings: [
      ...pointless.map(({ path }) =>
        unsayable(
          path,
          'workloads run on every node that they may run on: a preference changes nothing',
          'write it under hard or as avoid with type hard, or as soft in the placement of the VMs themselves',
          'kubevirt pkg/virt-operator/resource/generate/components: virt-handler is a DaemonSet',
        ),
      ),
      ...peers.map(({ path }) => onMachines(path)),
      ...spreads.map(({ path }) => onMachines(path)),
    ],
  };
}

/** A label can be in a selector once. */
function isSelector({ hard, wanted, key, values }: NodeDemand, all: readonly NodeDemand[]): boolean {
  const others = all.filter((other) => other.hard && other.wanted && other.key === key);
  return hard && wanted && values.length === 1 && others.length === 1;
}

function onMachines(path: string) {
  return unsayable(
    path,
    'components of KubeVirt are not placed by the company of VMs',
    'write it into the placement of the VMs that it is about',
  );
}
