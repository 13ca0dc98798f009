import { ARCH_LABEL } from '../architectures/facts';
import type { Finding } from '../findings/finding';
import { type ClusterNode, SCHEDULABLE_LABEL } from '../inventory/node';
import { findingObject } from '../kube/identity';
import { meets, selectsNode } from '../kube/node-selector';
import { isMap, type KubeObject } from '../kube/object';
import { checkMachineDeployment } from '../machines/check';
import { hardPreset } from '../machines/check-promises';
import { configText } from '../machines/config-var';
import { rollingUpdateOf } from '../machines/rolling-update';
import { spawnedVirtualMachine } from '../machines/spawned';
import { CLOUD_PATH, isMachineDeployment, viewMachineDeployment } from '../machines/view';
import { HOST_LABEL } from '../placement/demands';
import type { ClusterView } from './cluster-view';
import { machineOf } from './machine';

/** What there is to say about pools of machines, each by itself, on the nodes that there are, and among each other. */
export function checkMachineDeployments(objects: readonly KubeObject[], cluster: ClusterView): Finding[] {
  const pools = objects.filter(isMachineDeployment);
  if (pools.length === 0) {
    return [];
  }
  const { machineController } = cluster.target;
  const standard = cluster.defaultArchitecture()?.architecture;
  const context = {
    ...(machineController === undefined ? {} : { controller: machineController }),
    ...(standard === undefined ? {} : { defaultArchitecture: standard }),
  };
  return [
    ...pools.flatMap((object) => {
      const own = [...checkMachineDeployment(object, context), ...checkNodes(object, cluster, standard)];
      const isTold = own.some(({ severity }) => severity === 'error');
      return [...own, ...(isTold || cluster.nodes === undefined ? [] : checkSpawned(object, cluster))].map(
        (finding) => ({
          ...finding,
          object: findingObject(object),
        }),
      );
    }),
    ...checkSharedNames(pools),
  ];
}

/** Whether there is a node for one of its machines; the fields of that are not those of the pool. */
function checkSpawned(object: KubeObject, cluster: ClusterView): Finding[] {
  const machine = machineOf(spawnedVirtualMachine(object, cluster.target), cluster);
  const { checkFits } = require('./fits') as typeof import('./fits');
  return machine === undefined ? [] : checkFits(machine, cluster).map((finding) => ({ ...finding, path: CLOUD_PATH }));
}

/** Where machines of a pool may not be in one place, there must be as many places as machines. */
function checkNodes(object: KubeObject, cluster: ClusterView, standard: string | undefined): Finding[] {
  const { nodes } = cluster;
  if (nodes === undefined) {
    return [];
  }
  const view = viewMachineDeployment(object);
  const preset = hardPreset(view);
  // A preference may bring another architecture, which nobody here knows.
  const own = isMap(view.cloud.virtualMachine) && isMap(view.cloud.virtualMachine.preference) ? undefined : standard;
  const schedulable = nodes.filter(({ labels }) => labels[SCHEDULABLE_LABEL] === 'true');
  const eligible = (schedulable.length > 0 ? schedulable : nodes)
    .filter((node) => selectsNode(cluster.workloadPlacement, node) !== 'no')
    .filter(({ architecture }) => own === undefined || architecture === own || architecture === '')
    .filter((node) => preset === undefined || meets(node, requirementOf(preset)) !== 'no');
  if (eligible.length === 0) {
    // An architecture that machines do not get is a mistake of its own.
    return preset === undefined || preset.key === ARCH_LABEL ? [] : [noNode(preset)];
  }
  const machines = machinesOf(view.spec);
  return demandedPlaces(object, cluster).flatMap(({ key, isStrict, path }) => {
    const places = placesOf(eligible, key);
    return places === undefined || places >= machines.most ? [] : [tooFew({ key, isStrict, path }, places, machines)];
  });
}

interface Places {
  readonly key: string;
  /** Whether a second machine is never allowed in a place, and not only once every place has one. */
  readonly isStrict: boolean;
  readonly path: string;
}

/** Read off the machine that will be there, since what a controller ignores demands nothing. */
function demandedPlaces(object: KubeObject, { target }: ClusterView): Places[] {
  const machine = spawnedVirtualMachine(object, target) as unknown as SpawnedMachine;
  const { affinity, topologySpreadConstraints = [] } = machine.spec.template.spec;
  const apart = affinity?.podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? [];
  return [
    ...apart.map(({ topologyKey }) => ({
      key: topologyKey,
      isStrict: true,
      path: `${CLOUD_PATH}.affinity.podAntiAffinityPreset`,
    })),
    ...topologySpreadConstraints.flatMap(({ topologyKey, whenUnsatisfiable, maxSkew }, i) =>
      whenUnsatisfiable === 'DoNotSchedule' && maxSkew === 1 && topologyKey === HOST_LABEL
        ? [{ key: topologyKey, isStrict: false, path: `${CLOUD_PATH}.topologySpreadConstraints[${i}]` }]
        : [],
    ),
  ];
}

interface SpawnedMachine {
  readonly spec: {
    readonly template: {
      readonly spec: {
        readonly affinity?: {
          readonly podAntiAffinity?: {
            readonly requiredDuringSchedulingIgnoredDuringExecution?: readonly { readonly topologyKey: string }[];
          };
        };
        readonly topologySpreadConstraints?: readonly {
          readonly topologyKey: string;
          readonly whenUnsatisfiable: string;
          readonly maxSkew: number;
        }[];
      };
    };
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

interface Machines {
  readonly replicas: number;
  /** With those that are there only while machines are replaced. */
  readonly most: number;
}

function machinesOf(spec: Readonly<Record<string, unknown>>): Machines {
  const { replicas, surge, unavailable } = rollingUpdateOf(spec);
  // Where a machine may be missing, an old one makes room for its successor.
  return { replicas, most: replicas + (unavailable > 0 ? 0 : surge) };
}

function tooFew({ key, isStrict, path }: Places, places: number, { replicas, most }: Machines): Finding {
  const never = places < replicas;
  return {
    code: 'PV514',
    severity: isStrict && never ? 'error' : 'warning',
    path,
    what: `${replicas} machines, ${most} while they are replaced, must be in different places by ${key}, of which there are ${places}`,
    why: isStrict
      ? never
        ? 'Some of the machines stay Pending for ever'
        : 'Old and new machines count alike: the first change waits for a free place for ever'
      : 'Machines share a place once each has one; and where a place is full, the next machine and every change wait for ever',
    fix: `have at least ${most} places, fewer replicas, or maxUnavailable: 1 so that old machines make room; or let it be soft`,
    source: 'k8s.io/kubernetes pkg/scheduler/framework/plugins/podtopologyspread, interpodaffinity',
  };
}

function noNode({ key, values }: { key: string; values: readonly string[] }): Finding {
  return {
    code: 'PV501',
    severity: 'error',
    path: `${CLOUD_PATH}.affinity.nodeAffinityPreset`,
    what: `no node of this architecture has the label ${key}${values.length === 0 ? '' : ` of ${values.join(', ')}`}`,
    why: 'kube-scheduler finds no node for the pods of these machines, which stay Pending for ever',
    fix: 'label a node like this, or ask for what the nodes have',
  };
}

function requirementOf({ key, values }: { key: string; values: readonly string[] }) {
  return { key, operator: values.length === 0 ? 'Exists' : 'In', values };
}

/** Machines are known by the name of their pool only, and in one namespace there can be pools of several clusters. */
function checkSharedNames(pools: readonly KubeObject[]): Finding[] {
  const first = new Map<string, { cluster: string }>();
  return pools.flatMap((object) => {
    const { name, cloud, infraNamespace } = viewMachineDeployment(object);
    const cluster = configText(cloud.clusterName);
    if (infraNamespace === undefined || cluster === undefined || cluster === '') {
      return [];
    }
    const key = `${infraNamespace}\0${name}`;
    const other = first.get(key);
    if (other === undefined || other.cluster === cluster) {
      first.set(key, { cluster });
      return [];
    }
    return [
      {
        code: 'PV605',
        severity: 'warning' as const,
        object: findingObject(object),
        path: 'metadata.name',
        what: `${other.cluster} has a pool ${name} too, with machines in the same namespace ${infraNamespace}`,
        why: 'Machines are selected by the name of their pool: the two pools push each other away from hosts, and their machines may be called alike',
        fix: `put the name of the cluster in front: ${cluster}-${name}`,
        source: 'machine-controller pkg/cloudprovider/provider/kubevirt/provider.go, label md',
      },
    ];
  });
}
