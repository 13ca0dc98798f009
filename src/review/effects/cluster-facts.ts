import { inOrder, isArchitecture } from '../../architectures/architecture';
import { type Architecture, rolloutStrategy } from '../../architectures/facts';
import { type CheckContext, ClusterView, isKubeVirt } from '../../cluster/cluster-view';
import { gateStateOf } from '../../cluster/gate-state';
import { isOn } from '../../gates/enablement';
import { isHyperConverged } from '../../golden-images/hyper-converged-view';
import type { KubeObject } from '../../kube/object';
import { valueAt, valuesAt } from '../../kube/path';
import type { Release } from '../../kube/release';
import type { LiveState } from './live-state';

/** How manifests reach the cluster. */
export interface Delivery {
  /** Whether what is removed from Git is deleted; taken as so where it is not said. */
  readonly prune?: boolean;
  /** Objects of an Application, by the files of a side; absent where the files are not at hand. */
  readonly deployedBy?: (application: KubeObject, side: 'before' | 'after') => DeployedByApplication;
  /** The Application that leaves an object behind when it goes. */
  readonly leftBehind?: (cluster: string, object: KubeObject) => string | undefined;
}

/** What an Application deploys. */
export interface DeployedByApplication {
  /** Where to; empty where it does not say. */
  readonly cluster: string;
  /** `shop/web`, in order. */
  readonly vms: readonly string[];
}

/** What of a cluster decides what a change does: its KubeVirt as it will be, and what else is there. */
export interface ClusterFacts {
  readonly view: ClusterView;
  readonly kubevirt: Release;
  /** The KubeVirt resource, or the HyperConverged that makes it; nothing where neither is at hand. */
  readonly configured: boolean;
  readonly strategy: 'LiveUpdate' | 'Stage';
  /** Nothing where it is not known. */
  readonly methods: readonly string[] | undefined;
  readonly isOn: (gate: string) => boolean;
  /** Whether the gate is listed, which for some counts beyond its being on. */
  readonly isListed: (gate: string) => boolean;
  /** The cluster's eviction strategy, for VMs that do not set one. */
  readonly evictionStrategy?: string;
  readonly maxCpuSockets?: number;
  readonly maxGuest?: string;
  readonly maxHotplugRatio: number;
  readonly delivery: Delivery;
  /** Its name, where there are several. */
  readonly cluster: string;
  readonly liveOf: (object: KubeObject) => LiveState;
}

/** Learns what decides, from one side of a review. */
export function clusterFacts(
  objects: readonly KubeObject[],
  context: CheckContext,
  delivery: Delivery,
  liveOf: ClusterFacts['liveOf'],
  cluster = '',
): ClusterFacts {
  const view = new ClusterView(objects, context);
  const all = [...objects, ...(context.existing ?? [])];
  const resource = all.find(isKubeVirt);
  const owner = resource === undefined ? all.find(isHyperConverged) : undefined;
  const { kubevirt } = context.target;
  const state = gateStateOf(resource, owner, context, architecturesOf(view));
  const isOnHere = (gate: string) => isOn(gate, state.lists, kubevirt, (name) => state.gates.stageOf(name));
  const limits = resource === undefined ? {} : limitsOf(resource);
  const evictionStrategy = evictionStrategyOf(resource, owner);
  return {
    view,
    kubevirt,
    configured: resource !== undefined || owner !== undefined,
    strategy: strategyOf(resource, owner, kubevirt, isOnHere),
    methods: methodsOf(resource, owner),
    isOn: isOnHere,
    isListed: (gate) => state.lists.featureGates?.includes(gate) === true,
    maxHotplugRatio: DEFAULT_RATIO,
    ...limits,
    ...(evictionStrategy === undefined ? {} : { evictionStrategy }),
    delivery,
    cluster,
    liveOf,
  };
}

/** `maxHotplugRatio` unless configured. Source: kubevirt pkg/virt-config/virt-config.go DefaultMaxHotplugRatio. */
const DEFAULT_RATIO = 4;

function architecturesOf(view: ClusterView): readonly Architecture[] {
  return inOrder(view.architectures().filter(isArchitecture));
}

function strategyOf(
  resource: KubeObject | undefined,
  owner: KubeObject | undefined,
  kubevirt: Release,
  isOn: (gate: string) => boolean,
): ClusterFacts['strategy'] {
  // HyperConverged writes LiveUpdate always: controllers/handlers/kubevirt.go getKVConfig.
  const said = owner === undefined ? valueAt(resource, 'spec.configuration.vmRolloutStrategy') : 'LiveUpdate';
  return isOn('VMLiveUpdateFeatures') ? rolloutStrategy(said, kubevirt) : 'Stage';
}

function methodsOf(resource: KubeObject | undefined, owner: KubeObject | undefined): readonly string[] | undefined {
  if (resource !== undefined) {
    return texts(resource, 'spec.workloadUpdateStrategy.workloadUpdateMethods[]');
  }
  if (owner === undefined) {
    return undefined;
  }
  const said = [
    ...texts(owner, 'spec.workloadUpdateStrategy.workloadUpdateMethods[]'),
    ...texts(owner, 'spec.virtualization.workloadUpdateStrategy.workloadUpdateMethods[]'),
  ];
  // Its CRD fills this in where nothing is said.
  return said.length > 0 ? said : ['LiveMigrate'];
}

/** Of the KubeVirt, or of the HyperConverged that makes it, which sets LiveMigrate where there are nodes to go to. */
function evictionStrategyOf(resource: KubeObject | undefined, owner: KubeObject | undefined): string | undefined {
  const [said] =
    owner === undefined
      ? [valueAt(resource, 'spec.configuration.evictionStrategy')]
      : [
          ...texts(owner, 'spec.evictionStrategy'),
          ...texts(owner, 'spec.virtualization.evictionStrategy'),
          'LiveMigrate',
        ];
  return typeof said === 'string' ? said : undefined;
}

function texts(object: KubeObject, path: string): string[] {
  return valuesAt(object, path)
    .map(({ value }) => value)
    .filter((value) => typeof value === 'string');
}

function limitsOf(resource: KubeObject): Partial<Pick<ClusterFacts, 'maxCpuSockets' | 'maxGuest' | 'maxHotplugRatio'>> {
  const below = (key: string) => valueAt(resource, `spec.configuration.liveUpdateConfiguration.${key}`);
  const [sockets, guest, ratio] = [below('maxCpuSockets'), below('maxGuest'), below('maxHotplugRatio')];
  return {
    ...(typeof sockets === 'number' ? { maxCpuSockets: sockets } : {}),
    ...(typeof guest === 'string' ? { maxGuest: guest } : {}),
    ...(typeof ratio === 'number' && ratio > 0 ? { maxHotplugRatio: ratio } : {}),
  };
}
