import type { Finding } from '../findings/finding';
import { compact, nonEmpty } from '../kube/object';
import type { Toleration } from '../kube/toleration';
import { byText, type NodeAffinity, nodeAffinity } from './affinity';
import { distinct, sortedText, withoutRepeats } from './contradictions';
import { unsayable, type WrittenPlacement } from './declaration';
import type { Demands, PeerDemand, SpreadDemand } from './demands';

interface PodAffinityTerm {
  readonly labelSelector: { readonly matchLabels: Readonly<Record<string, string>> };
  readonly topologyKey: string;
}

interface PodAffinity {
  readonly preferredDuringSchedulingIgnoredDuringExecution?: {
    readonly weight: number;
    readonly podAffinityTerm: PodAffinityTerm;
  }[];
  readonly requiredDuringSchedulingIgnoredDuringExecution?: PodAffinityTerm[];
}

/** A placement as the spec of an instance has it. */
export interface InstancePlacement {
  readonly affinity?: {
    readonly nodeAffinity?: NodeAffinity;
    readonly podAffinity?: PodAffinity;
    readonly podAntiAffinity?: PodAffinity;
  };
  readonly tolerations?: Toleration[];
  readonly topologySpreadConstraints?: {
    readonly maxSkew: number;
    readonly topologyKey: string;
    readonly whenUnsatisfiable: 'DoNotSchedule' | 'ScheduleAnyway';
    readonly labelSelector: { readonly matchLabels: Readonly<Record<string, string>> };
  }[];
}

/**
 * A placement as KubeVirt takes it on an instance, which can say all of it.
 *
 * @param group labels that the VMs have in common which are about each other; nothing where a VM is alone
 */
export function instancePlacement(
  demands: Demands,
  group?: Readonly<Record<string, string>>,
): WrittenPlacement<InstancePlacement | undefined> {
  const { nodes, peers, spreads, tolerations } = demands;
  // Said twice is said once, and in an order of its own: in a template of Cluster API other bytes replace all machines.
  const known = (demand: Grouped) => labelsOf(demand) ?? group;
  const term = (demand: PeerDemand): PodAffinityTerm => ({
    labelSelector: { matchLabels: { ...known(demand) } },
    topologyKey: demand.topologyKey,
  });
  const said = withoutRepeats(peers)
    .filter((demand) => known(demand) !== undefined)
    .sort(byOrder);
  const written = compact({
    affinity: compact({
      nodeAffinity: nodeAffinity(withoutRepeats(nodes)),
      podAffinity: podAffinity(
        said.filter(({ together }) => together),
        term,
      ),
      podAntiAffinity: podAffinity(
        said.filter(({ together }) => !together),
        term,
      ),
    }),
    tolerations: nonEmpty(distinct(tolerations).sort(byOrder)),
    topologySpreadConstraints: nonEmpty(
      withoutRepeats(spreads)
        .filter((demand) => known(demand) !== undefined)
        .map((demand) => ({
          maxSkew: demand.maxSkew,
          topologyKey: demand.topologyKey,
          whenUnsatisfiable: demand.hard ? ('DoNotSchedule' as const) : ('ScheduleAnyway' as const),
          labelSelector: { matchLabels: { ...known(demand) } },
        }))
        .sort((a, b) => byText(`${a.topologyKey}\0${a.whenUnsatisfiable}`, `${b.topologyKey}\0${b.whenUnsatisfiable}`)),
    ),
  });
  return {
    written,
    get findings() {
      return checkInstancePlacement(demands, group);
    },
  };
}

/** What of it cannot be said. */
export function checkInstancePlacement(
  { peers, spreads }: Demands,
  group?: Readonly<Record<string, string>>,
): Finding[] {
  return group === undefined
    ? [...peers, ...spreads].filter((demand) => labelsOf(demand) === undefined).map(alone)
    : [];
}

interface Grouped {
  readonly labels?: Readonly<Record<string, string>>;
}

/** An empty selector would mean every pod of the namespace, which saying nothing does not mean. */
function labelsOf({ labels }: Grouped): Grouped['labels'] {
  return labels === undefined || Object.keys(labels).length === 0 ? undefined : labels;
}

function podAffinity(
  demands: readonly PeerDemand[],
  term: (demand: PeerDemand) => PodAffinityTerm,
): PodAffinity | undefined {
  return compact({
    preferredDuringSchedulingIgnoredDuringExecution: nonEmpty(
      demands.filter(({ hard }) => !hard).map((demand) => ({ weight: demand.weight, podAffinityTerm: term(demand) })),
    ),
    requiredDuringSchedulingIgnoredDuringExecution: nonEmpty(demands.filter(({ hard }) => hard).map(term)),
  });
}

function byOrder(a: object, b: object): number {
  return byText(sortedText(a), sortedText(b));
}

function alone({ path }: PeerDemand | SpreadDemand): Finding {
  return unsayable(
    `${path}.labels`,
    'it does not say which VMs it is about',
    'write labels, and give them to those VMs in template.labels: a VM by itself belongs to no group',
  );
}
