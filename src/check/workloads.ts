import { isArchitecture } from '../architectures/architecture';
import { ARCHITECTURE_FACTS } from '../architectures/facts';
import { valueAtPath } from '../architectures/instance-view';
import { nameOf, namespaceOf } from '../kube/identity';
import { isMap, type KubeObject } from '../kube/object';
import { atLeast } from '../kube/release';
import { rollingUpdateOf } from '../machines/rolling-update';
import { spawned } from '../machines/spawned';
import { isMachineDeployment, viewMachineDeployment } from '../machines/view';
import type { Pool } from '../scheduling/rollout';
import type { MigrationTraits, Workload } from '../scheduling/workload';
import type { ClusterView } from './cluster-view';
import { podOfMachine } from './launcher-pod';
import { type Machine, machineOf } from './machine-of';
import { podViewOf } from './pod-view-of';
import { resizedMachine } from './resize';

/** Everything that wants to run. */
export interface Workloads {
  readonly workloads: readonly Workload[];
  /** Pools of machines that a controller replaces one after the other. */
  readonly pools: readonly Pool[];
}

/** More machines of one pool are counted as this many: a mistyped number must not fill the memory. */
export const MOST_REPLICAS = 1_000;

/** The namespace of objects that name none, as kubectl has it. */
const NAMESPACE = 'default';

/** What the objects of a cluster want to run: machines, instances, and what sets and pools make of them. */
export function workloadsOf(objects: readonly KubeObject[], cluster: ClusterView): Workloads {
  const workloads: Workload[] = [];
  const pools: Pool[] = [];
  for (const object of objects) {
    if (isMachineDeployment(object)) {
      const pool = poolOf(object, cluster);
      pools.push(pool);
      workloads.push(...copies(pool.machine, pool.name, pool.replicas, 1, pool.kind));
      continue;
    }
    const machine = machineOf(object, cluster);
    if (machine !== undefined) {
      workloads.push(...ofObject(object, workloadOf(machine, cluster)));
    }
  }
  return { workloads, pools };
}

function ofObject(object: KubeObject, workload: Workload): Workload[] {
  const { kind } = object;
  if (kind === 'VirtualMachine' || kind === 'VirtualMachineInstance') {
    return [workload];
  }
  const said = isMap(object.spec) ? object.spec.replicas : undefined;
  const replicas = Number.isInteger(said) ? Number(said) : 1;
  // A VirtualMachinePool counts its machines from 0; the names of the others are made up by the API server.
  const isPool = kind === 'VirtualMachinePool';
  return copies(
    { ...workload, kind: isPool ? 'VirtualMachine' : 'VirtualMachineInstance' },
    workload.name,
    replicas,
    isPool ? 0 : 1,
    kind,
  );
}

function copies(machine: Workload, name: string, replicas: number, first: number, kind: string): Workload[] {
  return Array.from({ length: Math.max(0, Math.min(replicas, MOST_REPLICAS)) }, (_, i) => ({
    ...machine,
    name: `${name}-${i + first}`,
    spawnedBy: { kind, name },
  }));
}

function poolOf(object: KubeObject, cluster: ClusterView): Pool {
  const made = spawned(object, cluster.target).object;
  const machine = machineOf(made, cluster);
  const name = nameOf(object) ?? '';
  const namespace = namespaceOf(made) ?? NAMESPACE;
  return {
    kind: object.kind,
    namespace,
    name,
    ...rollingUpdateOf(viewMachineDeployment(object).spec),
    machine: machine === undefined ? { kind: 'VirtualMachine', namespace, name } : workloadOf(machine, cluster),
  };
}

/** What is not known of a pod and has nothing to do with where it goes. */
const ELSEWHERE = /^the (label kubevirt\.io\/created-by|image of the launcher)/;

/** One machine as something that wants to run. */
export function workloadOf(machine: Machine, cluster: ClusterView): Workload {
  const { object, path, expanded } = machine;
  const namespace = namespaceOf(object) ?? NAMESPACE;
  const { pod, unknown, lines } = podOfMachine(machine, cluster);
  const identity = { kind: object.kind, namespace, name: nameOf(object) ?? '', path };
  if (pod === undefined) {
    return { ...identity, doubts: unknown };
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
