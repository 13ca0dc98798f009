import { ARCHITECTURE_FACTS } from '../architectures/facts';
import { type InstanceSpec, valueAtPath } from '../architectures/instance-view';
import { nameOf, namespaceOf } from '../kube/identity';
import { addAll, asNumber, asText, deepCopy, type Fields, isMap, type KubeObject } from '../kube/object';
import { parseQuantity } from '../kube/quantity';
import { atLeast } from '../kube/release';
import { rollingUpdateOf } from '../machines/made-pool';
import { spawned } from '../machines/spawned';
import { isMachineDeployment, viewMachineDeployment } from '../machines/view';
import { amountOf, shown } from '../pods/node-state';
import type { Running } from '../pods/place';
import { MOST_VMS, type Pool } from '../pods/place-report';
import type { PodView } from '../pods/pod-view';
import type { MigrationTraits, Resized, Workload } from '../pods/workload';
import type { ClusterView } from './cluster-view';
import { type CreatedInstance, createdInstanceOf } from './created-instance';
import { runStrategyOf } from './instance-of';
import { launcherPodFrom } from './launcher-pod';
import { migratabilityFrom } from './migratability';
import { namespaceVerdict } from './namespace-room';
import { claimsOfGuest, knowsStorage, launchedClaims } from './pod-claims';
import { podViewOf } from './pod-view-of';
import { Spawned, type SpawnedAlready } from './spawned-already';
import { hypervisorLabel } from './vm-hypervisor';

/** Everything that wants to run. */
interface Workloads {
  readonly workloads: readonly Workload[];
  /** Pools of machines that a controller replaces one after the other. */
  readonly pools: readonly Pool[];
  /** In words, what is left out. */
  readonly leftOut: readonly string[];
}

/** The namespace of objects that name none, as kubectl has it. */
const NAMESPACE = 'default';

/**
 * What the objects of a cluster want to run: VMs, instances, and what sets and pools make of them.
 *
 * @param running what runs already, for the names of VMs that were not written down
 * @param asks whether their migration is asked about, which takes time
 */
export function workloadsOf(
  objects: readonly KubeObject[],
  cluster: ClusterView,
  running: Running = new Map(),
  asks: { readonly migration: boolean } = { migration: false },
): Workloads {
  const spawnedOnes = new Spawned(objects, running);
  const workloads: Workload[] = [];
  const pools: Pool[] = [];
  const leftOut: string[] = [];
  const add = (vm: Workload, set: VmSet) => {
    addAll(workloads, copies(vm, set));
    if (set.replicas > MOST_VMS) {
      leftOut.push(`of the ${set.replicas} VMs of ${set.name}, ${MOST_VMS} are looked at: the others are alike`);
    }
  };
  for (const object of objects) {
    if (isMachineDeployment(object)) {
      const already = spawnedOnes.by(object);
      const pool = poolOf(object, cluster, already, asks);
      pools.push(pool);
      add(pool.vm, { kind: pool.kind, name: pool.name, replicas: pool.replicas, first: 1, already });
      continue;
    }
    const created = spawnedOnes.isInstanceOfVm(object) ? undefined : createdInstanceOf(object, cluster);
    if (created === undefined) {
      continue;
    }
    const workload = workloadOf(created, cluster, asks);
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

/** VMs that are alike. */
interface VmSet {
  readonly kind: string;
  readonly name: string;
  readonly replicas: number;
  /** The number of the first. */
  readonly first: number;
  readonly already: SpawnedAlready;
}

/** The VMs of a set that are not among the objects: those that run by their names, the others by numbers. */
function copies(vm: Workload, { kind, name, replicas, first, already }: VmSet): Workload[] {
  const spawnedBy = { kind, name };
  const count = Math.max(0, Math.min(replicas, MOST_VMS) - already.written.length);
  const found: Workload[] = already.others.slice(0, count).map((other) => ({ ...vm, ...other, spawnedBy }));
  const taken = new Set([...already.written, ...found.map((each) => each.name)]);
  for (let i = first; found.length < count; i++) {
    if (!taken.has(`${name}-${i}`)) {
      found.push({ ...vm, name: `${name}-${i}`, spawnedBy });
    }
  }
  return found;
}

function poolOf(
  object: KubeObject,
  cluster: ClusterView,
  { running }: SpawnedAlready,
  asks: { readonly migration: boolean },
): Pool {
  const made = spawned(object, cluster.target).object;
  const created = createdInstanceOf(made, cluster);
  const name = nameOf(object) ?? '';
  const namespace = namespaceOf(made) ?? NAMESPACE;
  return {
    kind: object.kind,
    namespace,
    name,
    ...rollingUpdateOf(viewMachineDeployment(object).spec),
    running,
    vm: created === undefined ? { kind: 'VirtualMachine', namespace, name } : workloadOf(created, cluster, asks),
  };
}

/** What is not known of a pod and has nothing to do with where it goes. */
const ELSEWHERE = /^the label kubevirt\.io\/created-by|^KubeVirt.s own launcher image/;

const NO_STORAGE =
  'from which nodes its volumes can be reached: no claims, PersistentVolumes or StorageClasses were given';

/** One VM as something that wants to run. */
export function workloadOf(
  created: CreatedInstance,
  cluster: ClusterView,
  { migration }: { readonly migration: boolean } = { migration: false },
): Workload {
  const { object, path, expanded } = created;
  const namespace = namespaceOf(object) ?? NAMESPACE;
  const launcher = launcherPodFrom(created, cluster);
  const { once, pod = once, unknown } = launcher;
  const isHalted = runStrategyOf(created.vm?.spec) === 'Halted';
  const identity = {
    kind: object.kind,
    namespace,
    name: nameOf(object) ?? '',
    path,
    ...(created.namedArchitecture === undefined ? {} : { architecture: created.namedArchitecture }),
    ...(isHalted ? { isHalted } : {}),
  } as const;
  if (pod === undefined) {
    return { ...identity, doubts: unknown, ...byArchitecture(created, cluster, namespace) };
  }
  const claims = claimsOfGuest(created, cluster);
  const view = podViewOf(pod, namespace, cluster, claims);
  const podWith = (spec: CreatedInstance['spec']) => {
    const { once: later, pod: changed = later } = launcherPodFrom(created, cluster, { spec });
    return changed === undefined ? undefined : podViewOf(changed, namespace, cluster, claims);
  };
  const room = cluster.hasNamespaceRules ? namespaceVerdict(created, pod, cluster) : undefined;
  const [refusal] = room?.refused ?? [];
  const isOwn = (at: string) => !expanded.filled.some((each) => at === each.path || at.startsWith(`${each.path}.`));
  return {
    ...identity,
    pod: view,
    ...(refusal === undefined ? {} : { refused: `${refusal.by.kind} ${nameOf(refusal.by)}: ${refusal.reason}` }),
    ...(room === undefined ? {} : { charges: room.charges }),
    doubts: [
      ...unknown.filter((doubt) => !ELSEWHERE.test(doubt)),
      ...(claims === undefined && launchedClaims(created.spec).length > 0 ? [NO_STORAGE] : []),
    ],
    because: (label) => launcher.lines.find((line) => line.path === `spec.nodeSelector["${label}"]`)?.reason,
    ...(migration ? { migration: migrationTraits(created, cluster) } : {}),
    resized: resizedVm(expanded.spec, view, podWith, isOwn),
  };
}

/**
 * All of a VM that decides which nodes its pod fits while no other pod runs, as one text: VMs with the same text fit the same nodes.
 *
 * Left out are names, identities and what the guest is told, preferences, which rule no node out, and amounts where no node says how
 * much it has. Where storage is known, claims are found by their names: nothing then.
 */
export function fittingOf(created: CreatedInstance, cluster: ClusterView, hasAmounts: boolean): string | undefined {
  const { spec, written, namespace } = created;
  const { metadata } = written.template;
  const { hostname: _hostname, subdomain: _subdomain, domain, volumes, affinity, ...rest } = spec;
  if (!isMap(domain) || spec.topologySpreadConstraints !== undefined || knowsStorage(cluster)) {
    return undefined;
  }
  const { firmware, cpu, memory, ...devices } = domain;
  const { podAffinity, podAntiAffinity, ...ofNodes }: Fields = isMap(affinity) ? affinity : {};
  if (podAffinity !== undefined || (isMap(podAntiAffinity) && podAntiAffinity[REQUIRED] !== undefined)) {
    return undefined;
  }
  return JSON.stringify([
    ...[namespace, created.architecture, hypervisorLabel(written)?.value, annotationsOf(metadata), rest, ofNodes],
    ...[
      devices,
      without(firmware, IDENTITY),
      hasAmounts ? [cpu, memory] : [without(cpu, CORES), without(memory, GUEST)],
    ],
    Array.isArray(volumes) ? volumes.map((volume) => (isMap(volume) ? Object.keys(volume) : volume)) : volumes,
  ]);
}

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const IDENTITY: ReadonlySet<string> = new Set(['uuid', 'serial']);
const CORES: ReadonlySet<string> = new Set(['cores', 'sockets', 'threads']);
const GUEST: ReadonlySet<string> = new Set(['guest']);

function annotationsOf(metadata: unknown): unknown {
  return isMap(metadata) ? metadata.annotations : undefined;
}

/** A map without some of its keys; anything else as it is. */
function without(value: unknown, keys: ReadonlySet<string>): unknown {
  return isMap(value) ? Object.fromEntries(Object.entries(value).filter(([key]) => !keys.has(key))) : value;
}

/** The pods of a VM whose architecture is not said, for each that the nodes have. */
function byArchitecture(
  created: CreatedInstance,
  cluster: ClusterView,
  namespace: string,
): Pick<Workload, 'podsByArchitecture'> {
  if (created.namedArchitecture !== undefined) {
    return {};
  }
  const pods = new Map<string, PodView>();
  const claims = claimsOfGuest(created, cluster);
  for (const architecture of new Set((cluster.nodes ?? []).map((node) => node.architecture))) {
    const { once, pod = once } = launcherPodFrom(created, cluster, { architecture });
    if (pod !== undefined) {
      pods.set(architecture, podViewOf(pod, namespace, cluster, claims));
    }
  }
  return { podsByArchitecture: pods };
}

/** What the guest must find again where it migrates to, and what keeps it from migrating at all. */
function migrationTraits(created: CreatedInstance, cluster: ClusterView): MigrationTraits {
  const { spec, architecture } = created;
  const standard = architecture === undefined ? 'host-model' : ARCHITECTURE_FACTS[architecture].cpuModel;
  const ofCluster = standard === 'host-model' ? cluster.configuration?.cpuModel : undefined;
  const model = [valueAtPath(spec, 'domain.cpu.model'), ofCluster].find(
    (each) => typeof each === 'string' && each !== '',
  );
  const { causes, unknown, drain, evictionStrategy } = migratabilityFrom(created, cluster);
  const hindering = causes.filter(({ decides }) => decides.includes('live'));
  const obstacle = hindering.map(({ reason, message }) => `${reason}: ${message}`).join('; ');
  return {
    isHostModel: (model ?? standard) === 'host-model',
    keepsVendor: atLeast(cluster.target.kubevirt, '1.8'),
    drain,
    ...(evictionStrategy === undefined ? {} : { evictionStrategy }),
    ...(obstacle === '' ? {} : { obstacle }),
    ...(unknown.length === 0 ? {} : { unknown }),
  };
}

/** Fields that say how much a guest gets, the one that counts first. */
const SIZES: Readonly<Record<string, readonly string[]>> = {
  memory: ['domain.resources.requests.memory', 'domain.resources.limits.memory', 'domain.memory.guest'],
  cpu: ['domain.resources.requests.cpu', 'domain.resources.limits.cpu', 'domain.cpu.cores', 'domain.cpu.sockets'],
};

/** Amounts are lowered in steps that people write. */
const STEP: Readonly<Record<string, bigint>> = { memory: 1n << 20n, cpu: 100n };

/** Beyond this no guest boots: it is another machine, not a smaller one. */
const LEAST: Readonly<Record<string, bigint>> = { memory: 64n << 20n, cpu: 100n };

/** How often overhead that shrinks with the guest is worth another look. */
const TRIES = 4;

/**
 * The machine with less of a resource, so that its pod asks for no more than an amount.
 *
 * One field is changed, and its pod made anew: what KubeVirt adds depends on the size.
 *
 * @param podOf the pod of the machine with another spec; nothing where there would be none
 * @param isOwn whether the VM itself says what is at a path, and not its instance type
 */
function resizedVm(
  spec: InstanceSpec,
  pod: PodView,
  podOf: (spec: InstanceSpec) => PodView | undefined,
  isOwn: (path: string) => boolean,
): (resource: string, most: bigint) => Resized | undefined {
  return (resource, most) => {
    const path = (Object.hasOwn(SIZES, resource) ? SIZES[resource]! : []).find(
      (each) => valueAtPath(spec, each) !== undefined,
    );
    if (path === undefined || !isOwn(path)) {
      return undefined;
    }
    const isCount = /\.(cores|sockets)$/.test(path);
    return isCount ? withFewerCpus(spec, path, most, podOf) : withLess(spec, path, resource, most, pod, podOf);
  };
}

function withLess(
  spec: InstanceSpec,
  path: string,
  resource: string,
  most: bigint,
  pod: PodView,
  podOf: (spec: InstanceSpec) => PodView | undefined,
): Resized | undefined {
  const from = asText(valueAtPath(spec, path));
  const [step, least] = [STEP[resource]!, LEAST[resource]!];
  let size = parseQuantity(from) === undefined ? undefined : amountOf(resource, from);
  let asked = pod.requests[resource] ?? 0n;
  for (let i = 0; i < TRIES && size !== undefined; i++) {
    const lower = ((size - (asked - most)) / step) * step;
    if (lower < least || lower >= size) {
      return undefined;
    }
    size = lower;
    const to = shown(resource, lower);
    const made = podOf(withValue(spec, path, to, resource));
    asked = made?.requests[resource] ?? 0n;
    if (made !== undefined && asked <= most) {
      return { pod: made, path, from, to };
    }
  }
  return undefined;
}

function withFewerCpus(
  spec: InstanceSpec,
  path: string,
  most: bigint,
  podOf: (spec: InstanceSpec) => PodView | undefined,
): Resized | undefined {
  const from = asNumber(valueAtPath(spec, path));
  let [low, high] = [1, Number.isInteger(from) ? from - 1 : 0];
  let best: Resized | undefined;
  // The more CPUs, the more its pod asks for: halve until the largest number that fits is found.
  while (low <= high) {
    const middle = Math.floor((low + high) / 2);
    const pod = podOf(withValue(spec, path, middle));
    if (pod !== undefined && (pod.requests.cpu ?? 0n) <= most) {
      best = { pod, path, from: String(from), to: String(middle) };
      low = middle + 1;
    } else {
      high = middle - 1;
    }
  }
  return best;
}

/** A copy with another value at a path. Where a limit equals its request, it goes with it. */
function withValue(spec: InstanceSpec, path: string, value: string | number, resource?: string): InstanceSpec {
  const copy = deepCopy(spec) as Record<string, unknown>;
  put(copy, path, value);
  const [request, limit] = [`domain.resources.requests.${resource}`, `domain.resources.limits.${resource}`];
  if (
    path === request &&
    valueAtPath(spec, limit) !== undefined &&
    valueAtPath(spec, limit) === valueAtPath(spec, request)
  ) {
    put(copy, limit, value);
  }
  return copy;
}

function put(map: Record<string, unknown>, path: string, value: unknown): void {
  const keys = path.split('.');
  const last = keys.pop()!;
  let at = map;
  for (const key of keys) {
    if (!isMap(at[key])) {
      return;
    }
    at = at[key] as Record<string, unknown>;
  }
  at[last] = value;
}
