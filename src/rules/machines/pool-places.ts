import { ARCH_LABEL } from '../../architectures/facts';
import type { ClusterView } from '../../cluster/cluster-view';
import type { Finding } from '../../findings/finding';
import { findingObject } from '../../kube/identity';
import { selectsLabels } from '../../kube/label-selector';
import { meets, selectsNode } from '../../kube/node-selector';
import { asText, isMap } from '../../kube/object';
import { valuesAt } from '../../kube/path';
import { hardPreset } from '../../machines/check-placement';
import { instanceIn, type MadePool, replacing } from '../../machines/made-pool';
import { CLOUD_PATH, mapOf, viewMachineDeployment } from '../../machines/view';
import { HOST_LABEL } from '../../placement/demands';
import { type ClusterNode, SCHEDULABLE_LABEL } from '../../target/node';

/** Where machines of a pool may not be in one place, there must be as many places as machines. */
export function checkPlaces(pool: MadePool, cluster: ClusterView): Finding[] {
  const { nodes } = cluster;
  if (nodes === undefined) {
    return [];
  }
  const eligible = eligibleNodes(pool, nodes, cluster);
  const found =
    eligible.length === 0 ? checkPreset(pool) : [...tooFewPlaces(pool, eligible), ...unlabelled(pool, eligible)];
  return found.map((finding) => ({ ...finding, object: findingObject(pool.object) }));
}

/** Read off the machine that will be there, since what a controller ignores demands nothing. */
function eligibleNodes(pool: MadePool, nodes: readonly ClusterNode[], cluster: ClusterView): ClusterNode[] {
  const spec = instanceIn(pool);
  // A preference may bring another architecture, which is not known here.
  const hasPreference = isMap(mapOf(pool.made.object.spec).preference);
  const own = spec.architecture ?? (hasPreference ? undefined : cluster.defaultArchitecture()?.architecture);
  const schedulable = nodes.filter(({ labels }) => labels[SCHEDULABLE_LABEL] === 'true');
  return (schedulable.length > 0 ? schedulable : nodes)
    .filter((node) => selectsNode(cluster.workloadPlacement, node) !== 'no')
    .filter(({ architecture }) => own === undefined || architecture === own || architecture === '')
    .filter((node) => selectsNode(spec, node) !== 'no');
}

/** With Cluster API that is said of the template. An architecture that machines do not get is a mistake of its own. */
function checkPreset({ object, by }: MadePool): Finding[] {
  const preset = by === 'cluster-api' ? undefined : hardPreset(viewMachineDeployment(object));
  return preset === undefined || preset.key === ARCH_LABEL ? [] : [noNode(preset)];
}

function tooFewPlaces(pool: MadePool, eligible: readonly ClusterNode[]): Finding[] {
  const machines = machinesOf(pool);
  return demandedPlaces(pool).flatMap((demand) => {
    const places = placesOf(eligible, demand.key);
    return places === undefined || places >= machines.most ? [] : [tooFew(demand, places, machines)];
  });
}

interface Places {
  readonly key: string;
  /** Whether a second machine is never allowed in a place, and not only once every place has one. */
  readonly isStrict: boolean;
  readonly path: string;
}

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';

function demandedPlaces(pool: MadePool): Places[] {
  const isOwn = pathsOf(pool);
  const aboutEachOther = ({ labelSelector }: Readonly<Record<string, unknown>>) =>
    selectsLabels(labelSelector, labelsIn(pool));
  const apart = valuesAt(instanceIn(pool), `affinity.podAntiAffinity.${REQUIRED}[]`)
    .map(({ value }) => mapOf(value))
    .filter(aboutEachOther);
  return [
    ...apart.map(({ topologyKey }) => ({ key: asText(topologyKey), isStrict: true, path: isOwn.apart })),
    ...spreadsOf(pool).flatMap(({ topologyKey, maxSkew, i }) =>
      maxSkew === 1 && topologyKey === HOST_LABEL ? [{ key: topologyKey, isStrict: false, path: isOwn.spread(i) }] : [],
    ),
  ];
}

/** The constraints of a machine that make it wait. */
function spreadsOf(pool: MadePool): { topologyKey: string; maxSkew: unknown; i: number }[] {
  return valuesAt(instanceIn(pool), 'topologySpreadConstraints[]').flatMap(({ value }, i) => {
    const { topologyKey, whenUnsatisfiable, maxSkew } = mapOf(value);
    return whenUnsatisfiable === 'DoNotSchedule' ? [{ topologyKey: asText(topologyKey), maxSkew, i }] : [];
  });
}

function labelsIn({ made }: MadePool): Readonly<Record<string, string>> {
  const labels = valuesAt(made.object, 'spec.template.metadata.labels')[0]?.value;
  return mapOf(labels) as Readonly<Record<string, string>>;
}

/** Where a person wrote it. A pool of Cluster API has it in its template. */
function pathsOf({ by }: MadePool) {
  return by === 'cluster-api'
    ? { apart: 'spec.replicas', spread: () => 'spec.replicas' }
    : {
        apart: `${CLOUD_PATH}.affinity.podAntiAffinityPreset`,
        spread: (i: number) => `${CLOUD_PATH}.topologySpreadConstraints[${i}]`,
      };
}

/** Every node is a host of its own; other places are the values of a label, where they are known. */
function placesOf(nodes: readonly ClusterNode[], key: string): number | undefined {
  if (key === HOST_LABEL) {
    return nodes.length;
  }
  const values = nodes.map(({ labels }) => labels[key]);
  return values.includes(undefined) && nodes.some(({ known }) => known === 'declared')
    ? undefined
    : new Set(values.filter((value) => value !== undefined)).size;
}

/** A node without the label of a hard spread is in no place, so that no machine goes there. */
function unlabelled(pool: MadePool, eligible: readonly ClusterNode[]): Finding[] {
  return spreadsOf(pool).flatMap(({ topologyKey, i }): Finding[] => {
    const without = eligible.filter(
      (node) => meets(node, { key: topologyKey, operator: 'Exists', values: [] }) === 'no',
    );
    if (topologyKey === HOST_LABEL || without.length === 0) {
      return [];
    }
    const all = without.length === eligible.length;
    return [
      {
        code: 'PV515',
        severity: all ? 'error' : 'warning',
        path: pathsOf(pool).spread(i),
        what: `machines must be spread over ${topologyKey}, which ${all ? 'no node has' : `${few(without)} do not have`}`,
        why: all
          ? 'A node without the label is in no place: kube-scheduler finds no node for the machines, which stay ' +
            'Pending forever'
          : 'A node without the label is in no place: no machine goes there, however much room it has',
        fix: `label the nodes with ${topologyKey}, or let the spread be soft`,
        source: 'k8s.io/kubernetes pkg/scheduler/framework/plugins/podtopologyspread',
      },
    ];
  });
}

function few(nodes: readonly ClusterNode[]): string {
  const names = nodes.map(({ name }) => name);
  return names.length > 3 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ');
}

interface Machines {
  readonly replicas: number;
  /** With those that are there only while machines are replaced. */
  readonly most: number;
}

function machinesOf(pool: MadePool): Machines {
  const { replicas, surge, unavailable } = replacing(pool.replicas, pool.rollingUpdate);
  // Where a machine may be missing, an old one makes room for its successor.
  return { replicas, most: replicas + (unavailable > 0 ? 0 : surge) };
}

function tooFew({ key, isStrict, path }: Places, places: number, { replicas, most }: Machines): Finding {
  const never = places < replicas;
  return {
    code: 'PV514',
    severity: isStrict && never ? 'error' : 'warning',
    path,
    what:
      `${replicas} machines (${most} during a rolling update) must be in different topology domains of ${key}, but ` +
      `there are only ${places}`,
    why: isStrict
      ? never
        ? 'Some of the machines stay Pending forever'
        : 'Old and new machines count alike: the first change waits for a free place forever'
      : 'Machines share a place once each has one; and where a place is full, the next machine and every change ' +
        'wait forever',
    fix:
      `have at least ${most} places, fewer replicas, or maxUnavailable: 1 so that old machines make room; or let it ` +
      'be soft',
    source: 'k8s.io/kubernetes pkg/scheduler/framework/plugins/podtopologyspread, interpodaffinity',
  };
}

function noNode({ key, values }: { key: string; values: readonly string[] }): Finding {
  return {
    code: 'PV501',
    severity: 'error',
    path: `${CLOUD_PATH}.affinity.nodeAffinityPreset`,
    what: `no node of this architecture has the label ${key}${values.length === 0 ? '' : ` of ${values.join(', ')}`}`,
    why: 'kube-scheduler finds no node for the pods of these machines, which stay Pending forever',
    fix: 'label a node like this, or ask for what the nodes have',
  };
}
