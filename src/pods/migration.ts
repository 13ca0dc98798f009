import { NODE_LABELS } from '../architectures/facts';
import { mayHave, meets, type Requirement } from '../kube/node-selector';
import type { ClusterNode } from '../target/node';
import { withPods } from './node-state';
import type { PlacedWorkload } from './place';
import type { PodView } from './pod-view';
import { objectionTo } from './scheduler-filters';
import { Surroundings } from './surroundings';
import type { MigrationTraits } from './workload';

/** Where a guest can go from nodes that are alike. */
export interface Targets {
  readonly from: readonly string[];
  /** Each but the one that it is on. */
  readonly to: readonly string[];
  /** Nodes, or sources, of which too little is known. */
  readonly unknown: readonly string[];
}

/** Where a workload can be moved while it runs. */
export interface Migration {
  /** By where it is; of one that runs, only from there. */
  readonly targets: readonly Targets[];
  /** Nodes that it can be on and from which it can go nowhere. */
  readonly stuckOn: readonly string[];
  /** What of the VM itself rules migration out. */
  readonly obstacle?: string;
  /** Facts still needed to rule out every obstacle. */
  readonly open?: readonly string[];
}

/**
 * Where the target pod of a migration can go.
 *
 * It is the launcher pod once more, on another node, while the first one still runs. virt-controller also lets it ask for the CPU
 * of the node that the guest is on: where that has `host-model`, for its model and features, and since 1.8 for its vendor.
 *
 * @see kubevirt pkg/virt-controller/watch/migration/migration.go, createTargetPod
 */
export function migrationOf(placed: PlacedWorkload): Migration {
  const { pod, migration: traits } = placed.workload;
  if (pod === undefined || traits === undefined) {
    return { targets: [], stuckOn: [] };
  }
  if (traits.obstacle !== undefined) {
    return { targets: [], stuckOn: sourcesOf(placed), obstacle: traits.obstacle };
  }
  const groups = new Map<string, { asked: TargetRequirements; sources: ClusterNode[] }>();
  const byName = new Map(placed.around.nodes.map(({ node }) => [node.name, node]));
  for (const name of sourcesOf(placed)) {
    const node = byName.get(name);
    if (node !== undefined) {
      const asked = askedBy(node, traits);
      const key = JSON.stringify([asked, placesOf(pod, node)]);
      const group = groups.get(key) ?? { asked, sources: [] };
      group.sources.push(node);
      groups.set(key, group);
    }
  }
  const targets = [...groups.values()].map(({ asked, sources }) => targetsFrom(sources, asked, pod, placed));
  return {
    ...(traits.unknown === undefined ? {} : { open: traits.unknown }),
    targets,
    stuckOn: targets.flatMap(({ from, to, unknown }) =>
      from.filter((source) => !to.some((name) => name !== source) && !unknown.some((name) => name !== source)),
    ),
  };
}

function sourcesOf({ fits, runsOn }: PlacedWorkload): readonly string[] {
  return runsOn === undefined ? fits : [runsOn];
}

/** What the target is asked for beside what the pod asks for; unknown where the source does not tell. */
type TargetRequirements = readonly Requirement[] | 'unknown' | 'nowhere';

function askedBy(node: ClusterNode, { isHostModel, keepsVendor }: MigrationTraits): TargetRequirements {
  const asked: string[] = [];
  const labels = Object.keys(node.labels);
  const suffixes = (prefix: string) =>
    labels.filter((label) => label.startsWith(prefix)).map((label) => label.slice(prefix.length));
  if (isHostModel) {
    const [model] = suffixes(NODE_LABELS.hostModel);
    if (model === undefined) {
      return mayHave(node, NODE_LABELS.hostModel) ? 'unknown' : 'nowhere';
    }
    asked.push(`${NODE_LABELS.migrationModel}${model}`);
    asked.push(...suffixes(NODE_LABELS.hostModelFeature).map((feature) => `${NODE_LABELS.cpuFeature}${feature}`));
  }
  if (keepsVendor) {
    asked.push(...suffixes(NODE_LABELS.cpuVendor).map((vendor) => `${NODE_LABELS.cpuVendor}${vendor}`));
  }
  return asked.sort().map((key) => ({ key, operator: 'In', values: ['true'] }));
}

const HOST = 'kubernetes.io/hostname';

/** The parts of the cluster in which the pod that still runs is in the way of the other. */
function placesOf({ apart, spread, together }: PodView, { labels }: ClusterNode): (string | undefined)[] {
  return [...apart, ...spread, ...together]
    .map(({ topologyKey }) => topologyKey)
    .filter((key) => key !== HOST)
    .map((key) => labels[key]);
}

function targetsFrom(
  sources: readonly ClusterNode[],
  asked: TargetRequirements,
  pod: PodView,
  { around, fits, unknown, runsOn }: PlacedWorkload,
): Targets {
  const from = sources.map(({ name }) => name);
  const sure = new Set(fits);
  const candidates = new Set([...fits, ...unknown.map(({ node }) => node)]);
  if (asked === 'nowhere') {
    return { from, to: [], unknown: [] };
  }
  if (asked === 'unknown') {
    return { from, to: [], unknown: [...candidates] };
  }
  const [source, other] = sources;
  const isSocial = pod.apart.length + pod.spread.length + pod.together.length > 0;
  const besideOn = (name: string) =>
    new Surroundings(
      around.nodes.map((state) => (state.node.name === name ? withPods(state, [pod]) : state)),
      around.index,
    );
  const beside = isSocial ? besideOn(source!.name) : around;
  // From the others of them a guest may move to the first, where the pod that still runs lets it.
  const besideOther = isSocial && other !== undefined ? besideOn(other.name) : undefined;
  const to: string[] = [];
  const unsure: string[] = [];
  for (const [i, { node }] of beside.nodes.entries()) {
    if (!candidates.has(node.name) || node.name === runsOn) {
      continue;
    }
    // The pod stands in the way of itself only where it is: callers leave that node out.
    const seen = node.name === source!.name ? besideOther : beside;
    const objection = isSocial && seen !== undefined ? objectionTo(pod, seen.nodes[i]!, seen) : undefined;
    const answers = asked.map((requirement) => meets(node, requirement));
    if (objection?.answer === 'no' || answers.includes('no')) {
      continue;
    }
    const isSure = sure.has(node.name) && objection === undefined && !answers.includes('unknown');
    (isSure ? to : unsure).push(node.name);
  }
  return { from, to, unknown: unsure };
}
