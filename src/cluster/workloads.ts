import { isArchitecture } from '../architectures/architecture';
import { ARCHITECTURE_FACTS } from '../architectures/facts';
import { valueAtPath } from '../architectures/instance-view';
import { asNumber } from '../kube/as-text';
import { nameOf, namespaceOf } from '../kube/identity';
import { addAll } from '../kube/long-lists';
import { isMap, type KubeObject } from '../kube/object';
import { atLeast } from '../kube/release';
import { rollingUpdateOf } from '../machines/rolling-update';
import { spawned } from '../machines/spawned';
import { isMachineDeployment, viewMachineDeployment } from '../machines/view';
import type { Running } from '../scheduling/place';
import type { PodView } from '../scheduling/pod-view';
import { MOST_MACHINES, type Pool } from '../scheduling/rollout';
import type { MigrationTraits, Workload } from '../scheduling/workload';
import type { ClusterView } from './cluster-view';
import { podOfMachine } from './launcher-pod';
import { type Machine, machineOf } from './machine-of';
import { podViewOf } from './pod-view-of';
import { resizedMachine } from './resize';
import { Spawned, type SpawnedAlready } from './spawned-already';

/** Everything that wants to run. */
export interface Workloads {
  readonly workloads: readonly Workload[];
  /** Pools of machines that a controller replaces one after the other. */
  readonly pools: readonly Pool[];
  /** In words, what is left out. */
  readonly leftOut: readonly string[];
}

/** The namespace of objects that name none, as kubectl has it. */
const NAMESPACE = 'default';

/**
 * What the objects of a cluster want to run: machines, instances, and what sets and pools make of them.
 *
 * @param running what runs already, for the names of machines that nobody wrote down
 */
export function workloadsOf(
  objects: readonly KubeObject[],
  cluster: ClusterView,
  running: Running = new Map(),
): Workloads {
  const spawnedOnes = new Spawned(objects, running);
  const workloads: Workload[] = [];
  const pools: Pool[] = [];
  const leftOut: string[] = [];
  const add = (machine: Workload, set: MachineSet) => {
    addAll(workloads, copies(machine, set));
    if (set.replicas > MOST_MACHINES) {
      leftOut.push(
        `of the ${set.replicas} machines of ${set.name}, ${MOST_MACHINES} are looked at: the others are alike`,
      );
    }
  };
  for (const object of objects) {
    if (isMachineDeployment(object)) {
      const already = spawnedOnes.by(object);
      const pool = poolOf(object, cluster, already);
      pools.push(pool);
      add(pool.machine, { kind: pool.kind, name: pool.name, replicas: pool.replicas, first: 1, already });
      continue;
    }
    const machine = spawnedOnes.isInstanceOfMachine(object) ? undefined : machineOf(object, cluster);
    if (machine === undefined) {
      continue;
    }
    const workload = workloadOf(machine, cluster);
    const { kind } = object;
    if (kind === 'VirtualMachine' || kind === 'VirtualMachineInstance') {
      workloads.push(workload);
      continue;
    }
    const said = isMap(object.spec) ? object.spec.replicas : undefined;
    // A VirtualMachinePool counts its machines from 0; the names of the others are made up by the API server.
    const isPool = kind === 'VirtualMachinePool';
    add(
      { ...workload, kind: isPool ? 'VirtualMachine' : 'VirtualMachineInstance' },
      {
        kind,
        name: workload.name,
        replicas: Number.isInteger(said) ? asNumber(said) : 1,
        first: isPool ? 0 : 1,
        already: spawnedOnes.by(object),
      },
    );
  }
  return { workloads, pools, leftOut };
}

/** Machines that are alike. */
interface MachineSet {
  readonly kind: string;
  readonly name: string;
  readonly replicas: number;
  /** The number of the first. */
  readonly first: number;
  readonly already: SpawnedAlready;
}

/** The machines of a set that are not among the objects: those that run by their names, the others by numbers. */
function copies(machine: Workload, { kind, name, replicas, first, already }: MachineSet): Workload[] {
  const spawnedBy = { kind, name };
  const count = Math.max(0, Math.min(replicas, MOST_MACHINES) - already.written.length);
  const found: Workload[] = already.others.slice(0, count).map((other) => ({ ...machine, ...other, spawnedBy }));
  const taken = new Set([...already.written, ...found.map((each) => each.name)]);
  for (let i = first; found.length < count; i++) {
    if (!taken.has(`${name}-${i}`)) {
      found.push({ ...machine, name: `${name}-${i}`, spawnedBy });
    }
  }
  return found;
}

function poolOf(object: KubeObject, cluster: ClusterView, { running }: SpawnedAlready): Pool {
  const made = spawned(object, cluster.target).object;
  const machine = machineOf(made, cluster);
  const name = nameOf(object) ?? '';
  const namespace = namespaceOf(made) ?? NAMESPACE;
  return {
    kind: object.kind,
    namespace,
    name,
    ...rollingUpdateOf(viewMachineDeployment(object).spec),
    running,
    machine: machine === undefined ? { kind: 'VirtualMachine', namespace, name } : workloadOf(machine, cluster),
  };
}

/** What is not known of a pod and has nothing to do with where it goes. */
const ELSEWHERE = /^the label kubevirt\.io\/created-by|^KubeVirt.s own launcher image/;

/** One machine as something that wants to run. */
export function workloadOf(machine: Machine, cluster: ClusterView): Workload {
  const { object, path, expanded } = machine;
  const namespace = namespaceOf(object) ?? NAMESPACE;
  const { pod, unknown, lines } = podOfMachine(machine, cluster);
  const identity = { kind: object.kind, namespace, name: nameOf(object) ?? '', path };
  if (pod === undefined) {
    return { ...identity, doubts: unknown, ...byArchitecture(machine, cluster, namespace) };
  }
  const view = podViewOf(pod, namespace);
  const podWith = (spec: Machine['expanded']['spec']) => {
    const changed = podOfMachine({ ...machine, expanded: { ...expanded, spec } }, cluster).pod;
    return changed === undefined ? undefined : podViewOf(changed, namespace);
  };
  const isOwn = (at: string) => !expanded.filled.some((each) => at === each.path || at.startsWith(`${each.path}.`));
  return {
    ...identity,
    pod: view,
    doubts: unknown.filter((doubt) => !ELSEWHERE.test(doubt)),
    because: (label) => lines.find((line) => line.path === `spec.nodeSelector["${label}"]`)?.reason,
    migration: migrationTraits(machine, cluster),
    resized: resizedMachine(expanded.spec, view, podWith, isOwn),
  };
}

/** The pods of a machine whose architecture nobody says, for each that the nodes have. */
function byArchitecture(
  machine: Machine,
  cluster: ClusterView,
  namespace: string,
): Pick<Workload, 'podsByArchitecture'> {
  if (machine.architecture !== undefined) {
    return {};
  }
  const pods = new Map<string, PodView>();
  for (const architecture of new Set((cluster.nodes ?? []).map((node) => node.architecture))) {
    const { pod } = podOfMachine({ ...machine, architecture }, cluster);
    if (pod !== undefined) {
      pods.set(architecture, podViewOf(pod, namespace));
    }
  }
  return { podsByArchitecture: pods };
}

/** kubevirt pkg/virt-controller/watch/migration/migration.go, pkg/virt-handler/vm.go. */
function migrationTraits(
  { expanded: { spec }, architecture }: Machine,
  { target, configuration }: ClusterView,
): MigrationTraits {
  const standard = isArchitecture(architecture) ? ARCHITECTURE_FACTS[architecture].cpuModel : 'host-model';
  const ofCluster = standard === 'host-model' ? configuration?.cpuModel : undefined;
  const model = [valueAtPath(spec, 'domain.cpu.model'), ofCluster].find(
    (each) => typeof each === 'string' && each !== '',
  );
  const isSecret = isMap(valueAtPath(spec, 'domain.launchSecurity'));
  return {
    isHostModel: (model ?? standard) === 'host-model',
    keepsVendor: atLeast(target.kubevirt, '1.8'),
    ...(isSecret ? { obstacle: 'launchSecurity: memory that its host cannot read cannot be moved' } : {}),
  };
}
