import { ARCHITECTURES, type Architecture, NODE_LABELS } from '../architectures/facts';
import { isHyperConverged, versionOf } from '../golden-images/hyper-converged-view';
import { asText, type KubeObject } from '../kube/object';
import { valueAt, valuesAt } from '../kube/path';
import { type DrainOutcome, drainOutcome } from '../pods/drain';
import {
  type Cause,
  causesAgainst,
  type MigrationContext,
  type MigrationMethod,
  migrationMethod,
} from '../pods/migratable';
import { textOf } from '../pods/traits';
import { prunedTo } from '../schema/tables';
import type { ClusterNode } from '../target/node';
import type { ClusterView } from './cluster-view';
import { type CreatedInstance, createdInstanceOf } from './created-instance';
import { clusterContextOf, doubtsOf, launchedInstance } from './launcher-context';
import { isSharedClaim } from './pod-claims';

/** Whether virt-handler will say of a guest that it can migrate. */
export interface Migratability {
  /** The future condition LiveMigratable; undefined where it hangs on something that was not found. */
  readonly migratable?: boolean;
  /** Its reason, where it is False, and its message in KubeVirt's words; nothing where another one may come first. */
  readonly reason?: string;
  readonly message?: string;
  /** What the condition StorageLiveMigratable will be: whether its volumes can be moved while it runs. */
  readonly storage?: boolean;
  /** What `status.migrationMethod` will be: with a copy of its disks, or without. */
  readonly method?: MigrationMethod;
  /** Everything that stands in the way of one of the two conditions, the first one first. */
  readonly causes: readonly SureCause[];
  /** Its eviction strategy: its own, or that of the cluster; undefined where it was not found. */
  readonly evictionStrategy?: string;
  /** The effect of draining its node, by that strategy. */
  readonly drain: DrainOutcome;
  /** What would have to be known. */
  readonly unknown: readonly string[];
  /** What is taken for granted. */
  readonly assumes: readonly string[];
}

/** Whether the guest that an object makes can migrate; nothing where it makes none. */
export function migratabilityOf(object: KubeObject, cluster: ClusterView): Migratability | undefined {
  const created = createdInstanceOf(prunedTo(object, cluster.target), cluster);
  return created === undefined ? undefined : migratabilityFrom(created, cluster);
}

/** The same of one that is expanded already. */
export function migratabilityFrom(created: CreatedInstance, cluster: ClusterView): Migratability {
  const { architecture, namedArchitecture } = created;
  const strategy = evictionStrategyOf(created, cluster);
  const drained = (migratable: boolean | undefined) => ({
    ...(strategy === undefined ? {} : { evictionStrategy: strategy }),
    drain: drainOutcome(strategy, migratable),
  });
  const answers = (architecture === undefined ? ARCHITECTURES : [architecture]).map((each) =>
    answerOn(each, created, cluster),
  );
  const [first, ...others] = answers;
  const doubts = doubtsOf(namedArchitecture, created);
  if (doubts.length === 0) {
    return { ...first!, ...drained(first!.migratable) };
  }
  const causes = first!.causes.filter(
    (cause) => staysInTheWay(cause, created) && others.every((each) => hasCause(each, cause)),
  );
  const isHindered = causes.some(({ decides }) => decides.includes('live'));
  return {
    ...(isHindered ? { migratable: false } : {}),
    ...drained(isHindered ? false : undefined),
    causes,
    unknown: doubts,
    assumes: [],
  };
}

/**
 * Whether something may be in the way of a guest, as far as what it says itself tells: most guests have nothing, and for those the
 * defaults of admission need not be worked out.
 */
export function mayBeHindered(created: CreatedInstance, cluster: ClusterView): boolean {
  const { architecture, interfaces, expanded } = created;
  // Of these, defaults decide: a guest without cards gets one, and one without a CPU model that of its node.
  if (architecture === undefined || interfaces.length === 0 || expanded.missing.length + expanded.refused.length > 0) {
    return true;
  }
  const context = migrationContext(architecture, created, cluster);
  if (typeof context.hostModel === 'object') {
    return true;
  }
  const instance = { name: '', labels: {}, annotations: {}, architecture, spec: { ...expanded.spec, architecture } };
  return causesAgainst(instance, context).some(isSure);
}

/** Whether it does so whatever an instance type or a preference adds that was not found: both may help a card. */
function staysInTheWay({ reason }: SureCause, { expanded: { missing, refused } }: CreatedInstance): boolean {
  return refused.length === 0 && (missing.length === 0 || reason !== 'InterfaceNotLiveMigratable');
}

function hasCause({ causes }: Answer, { reason }: SureCause): boolean {
  return causes.some((cause) => cause.reason === reason);
}

/** The answer without what becomes of it on a drain. */
type Answer = Omit<Migratability, 'drain' | 'evictionStrategy'>;

/** Something that stands in the way. */
type SureCause = Extract<Cause, { readonly message: string }>;

function answerOn(architecture: Architecture, created: CreatedInstance, cluster: ClusterView): Answer {
  const instance = launchedInstance(created, architecture, clusterContextOf(cluster));
  const context = migrationContext(architecture, created, cluster);
  const causes = causesAgainst(instance, context);
  const method = migrationMethod(instance, context);
  const storage = verdictOf(causes, 'storage').verdict;
  return {
    ...liveOf(causes),
    ...(storage === undefined ? {} : { storage }),
    ...(method === undefined ? {} : { method }),
    causes: causes.filter(isSure),
    unknown: causes.flatMap((cause) => ('unknown' in cause ? [cause.unknown] : [])),
    assumes: [
      ...causes.flatMap((cause) => ('assumed' in cause ? [cause.assumed] : [])),
      ...(updatesOf(cluster).by === undefined ? ['the KubeVirt resource was not given: its defaults are assumed'] : []),
    ],
  };
}

function migrationContext(
  architecture: Architecture,
  created: CreatedInstance,
  cluster: ClusterView,
): MigrationContext {
  const { kubevirt, configuration, isOn } = clusterContextOf(cluster);
  return {
    kubevirt,
    configuration,
    isOn,
    isShared: (volume) => isSharedClaim(volume, created, cluster),
    movedVolumes: movedVolumes(created.object),
    hostModel: hostModelOn(architecture, created, cluster),
    tscFrequency: hasTscFrequency(architecture, created.object, cluster),
  };
}

function liveOf(causes: readonly Cause[]): Pick<Migratability, 'migratable' | 'reason' | 'message'> {
  const { verdict, first } = verdictOf(causes, 'live');
  return {
    ...(verdict === undefined ? {} : { migratable: verdict }),
    ...(first === undefined ? {} : { reason: first.reason, message: first.message }),
  };
}

/** What a condition will be: False where one cause is sure, nothing where one may be. */
interface Verdict {
  readonly verdict?: boolean;
  /** The cause that is told, where no other one may come before it. */
  readonly first?: SureCause;
}

function verdictOf(causes: readonly Cause[], condition: Cause['decides'][number]): Verdict {
  const deciding = causes.filter((cause) => cause.decides.includes(condition) && !('assumed' in cause));
  const [first] = deciding;
  if (first === undefined) {
    return { verdict: true };
  }
  return deciding.some(isSure) ? { verdict: false, ...(isSure(first) ? { first } : {}) } : {};
}

function isSure(cause: Cause): cause is SureCause {
  return 'message' in cause;
}

/** Whether libvirt has a model for the CPUs of the nodes that the guest may be on. */
function hostModelOn(
  architecture: Architecture,
  { object }: CreatedInstance,
  cluster: ClusterView,
): MigrationContext['hostModel'] {
  const runsOn = textOf(valueAt(object, 'status.nodeName'));
  const nodes = cluster.workloadNodes(architecture).filter(({ name }) => runsOn === undefined || name === runsOn);
  // A node without any label of its CPU was not labelled yet, or its export is shortened.
  const isTold = (node: ClusterNode) => has(node, NODE_LABELS.cpuModel) || has(node, NODE_LABELS.cpuFeature);
  const missing = nodes.filter((node) => !has(node, NODE_LABELS.hostModel));
  if (nodes.length === 0 || (missing.length > 0 && (missing.length < nodes.length || !missing.every(isTold)))) {
    return undefined;
  }
  return missing.length === 0 ? true : { missingOn: missing[0]!.name };
}

function has({ labels }: ClusterNode, prefix: string): boolean {
  return Object.keys(labels).some((label) => label.startsWith(prefix));
}

/** Whether virt-controller finds a TSC frequency for the guest. It writes it down at the start, and never again. */
function hasTscFrequency(architecture: Architecture, object: KubeObject, cluster: ClusterView): boolean | undefined {
  const hint = valueAt(object, 'status.topologyHints.tscFrequency');
  if (typeof hint === 'number') {
    return hint > 0;
  }
  const frequency = architecture === 'amd64' ? clusterContextOf(cluster).tscFrequency : 0;
  return frequency === undefined ? undefined : frequency > 0;
}

function movedVolumes(object: KubeObject): ReadonlySet<string> {
  return new Set(valuesAt(object, 'status.migratedVolumes[].volumeName').map(({ value }) => asText(value)));
}

/** KubeVirt's own strategy is to let a guest end. */
function evictionStrategyOf({ spec }: CreatedInstance, cluster: ClusterView): string | undefined {
  const { by, evictionStrategy } = updatesOf(cluster);
  return textOf(spec.evictionStrategy) ?? evictionStrategy ?? (by === 'KubeVirt' ? 'None' : undefined);
}

/** What a cluster does to running guests by itself. */
interface Updates {
  /** The eviction strategy of guests that set none; absent where it is not said. */
  readonly evictionStrategy?: string;
  /** How launchers are kept up to date: empty where they are not, absent where it is not known. */
  readonly workloadUpdateMethods?: readonly string[];
  /** Where that is said. */
  readonly by?: 'KubeVirt' | 'HyperConverged';
}

/** The setting of the KubeVirt resource at hand, or of the HyperConverged that makes it. */
export function updatesOf(cluster: ClusterView): Updates {
  const { kubevirt } = cluster;
  if (kubevirt !== undefined) {
    return {
      ...eviction(valueAt(kubevirt, 'spec.configuration.evictionStrategy')),
      workloadUpdateMethods: texts(valueAt(kubevirt, 'spec.workloadUpdateStrategy.workloadUpdateMethods')) ?? [],
      by: 'KubeVirt',
    };
  }
  const managed = cluster.ofKind('hco.kubevirt.io', 'HyperConverged').find(isHyperConverged);
  if (managed === undefined) {
    return {};
  }
  const at = versionOf(managed) === 'v1' ? 'spec.virtualization' : 'spec';
  return {
    ...eviction(valueAt(managed, `${at}.evictionStrategy`)),
    // Its API writes this where nothing is said.
    workloadUpdateMethods: texts(valueAt(managed, `${at}.workloadUpdateStrategy.workloadUpdateMethods`)) ?? [
      'LiveMigrate',
    ],
    by: 'HyperConverged',
  };
}

function eviction(value: unknown): Pick<Updates, 'evictionStrategy'> {
  const text = textOf(value);
  return text === undefined ? {} : { evictionStrategy: text };
}

function texts(value: unknown): string[] | undefined {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : undefined;
}
