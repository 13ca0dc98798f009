import { namespaceOf } from '../kube/identity';
import { asNumber, asText, compact, isMap, type KubeObject } from '../kube/object';
import { keysOf } from '../kube/path';
import type { Target } from '../target/target';
import { type SpawnedVm, spawned } from './spawned';
import {
  at,
  configText,
  isClusterApiDeployment,
  isMachineDeployment,
  listOf,
  MACHINE_PATH,
  mapOf,
  strategyOf,
  templateOf,
  viewMachineDeployment,
} from './view';

/** A machine pool of any controller, with the machine that comes out. */
export interface MadePool {
  readonly object: KubeObject;
  readonly by: 'machine-controller' | 'cluster-api';
  readonly made: SpawnedVm;
  /** Cluster that the machines become nodes of; nothing where it is not known. */
  readonly clusterName: string | undefined;
  /** Namespace of the virtual machines; nothing where it is not known. */
  readonly infraNamespace: string | undefined;
  readonly replicas: number;
  /** How machines are replaced, as written. */
  readonly rollingUpdate: Readonly<Record<string, unknown>>;
}

/** The pools among some objects. One of Cluster API counts where its template is among them too. */
export function poolsIn(objects: readonly KubeObject[], target: Pick<Target, 'machineController'>): MadePool[] {
  return objects.flatMap((object) => {
    const pool = isMachineDeployment(object)
      ? byMachineController(object, target)
      : isClusterApiDeployment(object)
        ? byClusterApi(object, objects)
        : undefined;
    return pool ?? [];
  });
}

function byMachineController(object: KubeObject, target: Pick<Target, 'machineController'>): MadePool {
  const { cloud, infraNamespace, spec } = viewMachineDeployment(object);
  return {
    object,
    by: 'machine-controller',
    made: spawned(object, target),
    clusterName: configText(cloud.clusterName) || undefined,
    infraNamespace,
    replicas: replicasOf(spec),
    rollingUpdate: mapOf(mapOf(spec.strategy).rollingUpdate),
  };
}

function byClusterApi(object: KubeObject, objects: readonly KubeObject[]): MadePool | undefined {
  const template = templateOf(object, objects);
  if (template === undefined) {
    return undefined;
  }
  const spec = mapOf(object.spec);
  const made = spawnedByClusterApi(object, template);
  return {
    object,
    by: 'cluster-api',
    made,
    clusterName: typeof spec.clusterName === 'string' && spec.clusterName !== '' ? spec.clusterName : undefined,
    infraNamespace: made.object.metadata.namespace,
    replicas: replicasOf(spec),
    rollingUpdate: mapOf(strategyOf(object).strategy.rollingUpdate),
  };
}

function replicasOf({ replicas }: Readonly<Record<string, unknown>>): number {
  return Number.isInteger(replicas) ? asNumber(replicas) : 1;
}

/** The spec of the instance that a pool makes. */
export function instanceIn({ made: { object } }: MadePool): Readonly<Record<string, unknown>> {
  const { template } = mapOf(object.spec);
  return isMap(template) ? mapOf(template.spec) : {};
}

/** How the machines of a pool are replaced. */
interface RollingUpdate {
  readonly replicas: number;
  /** How many more machines there may be meanwhile. */
  readonly surge: number;
  /** How many fewer. */
  readonly unavailable: number;
}

/**
 * What the spec of a MachineDeployment says of it, with the defaults of its webhook: one more, none fewer.
 *
 * @see machine-controller pkg/apis/cluster/v1alpha1/defaults.go
 */
export function rollingUpdateOf(spec: Readonly<Record<string, unknown>>): RollingUpdate {
  const replicas = Number.isInteger(spec.replicas) ? Math.max(0, asNumber(spec.replicas)) : 1;
  return replacing(replicas, mapOf(mapOf(spec.strategy).rollingUpdate));
}

/** The same of a number of machines and what is said about replacing them. */
export function replacing(
  replicas: number,
  { maxSurge = 1, maxUnavailable = 0 }: Readonly<Record<string, unknown>>,
): RollingUpdate {
  const surge = amountOf(maxSurge, replicas, Math.ceil);
  const unavailable = amountOf(maxUnavailable, replicas, Math.floor);
  // Rounding must not leave both at nothing: the controller then lets one be missing.
  return { replicas, surge, unavailable: surge === 0 && unavailable === 0 ? 1 : unavailable };
}

/** A number, or a percentage of the machines: a surge is rounded up, what may be missing down. */
function amountOf(value: unknown, replicas: number, round: (share: number) => number): number {
  const [, percent] = /^(\d{1,3})%$/.exec(asText(value)) ?? [];
  return percent === undefined
    ? Number.isInteger(value)
      ? asNumber(value)
      : 0
    : round((replicas * Number(percent)) / 100);
}

/** Disk that brings what a machine learns at its first boot. */
const CLOUD_INIT = 'cloudinitvolume';

/**
 * The virtual machine that Cluster API creates for each machine of a pool.
 *
 * Source: cluster-api-provider-kubevirt pkg/kubevirt/utils.go.
 */
function spawnedByClusterApi(pool: KubeObject, template: KubeObject): SpawnedVm {
  const made = mapOf(at(mapOf(template.spec), ...keysOf(MACHINE_PATH).slice(1)));
  const metadata = mapOf(made.metadata);
  const spec = mapOf(made.spec);
  const instance = mapOf(spec.template);
  const name = `${asText(mapOf(pool.metadata).name ?? '')}-xxxxx-yyyyy`;
  const namespace = typeof metadata.namespace === 'string' ? metadata.namespace : namespaceOf(template);
  const own = {
    'kubevirt.io/vm': name,
    name,
    'cluster.x-k8s.io/role': 'worker',
    'cluster.x-k8s.io/cluster-name': asText(mapOf(pool.spec).clusterName ?? ''),
  };
  const templates = listOf(spec.dataVolumeTemplates).map(mapOf);
  const names = new Set(templates.map((each) => mapOf(each.metadata).name));
  const prefixed = (volume: unknown) =>
    typeof volume === 'string' && names.has(volume) ? `${name}-${volume}` : volume;
  return {
    object: {
      apiVersion: 'kubevirt.io/v1',
      kind: 'VirtualMachine',
      metadata: {
        name,
        ...compact({ namespace }),
        labels: { ...textsIn(metadata.labels), ...own },
        ...compact({ annotations: compact(textsIn(metadata.annotations)) }),
      },
      spec: {
        ...spec,
        ...(templates.length === 0
          ? {}
          : {
              dataVolumeTemplates: templates.map((each) => ({
                ...each,
                metadata: { ...mapOf(each.metadata), name: prefixed(mapOf(each.metadata).name) },
              })),
            }),
        template: {
          metadata: {
            labels: { ...textsIn(mapOf(instance.metadata).labels), ...own },
            ...compact({ annotations: compact(textsIn(mapOf(instance.metadata).annotations)) }),
          },
          spec: instanceSpec(mapOf(instance.spec), prefixed),
        },
      },
    },
    unknown: [
      { path: 'metadata.name', reason: 'the MachineSet and the API server each add a part' },
      {
        path: `spec.template.spec.volumes[${CLOUD_INIT}]`,
        reason: 'the secret is named after the one that the bootstrap template makes for the machine',
      },
    ],
  };
}

function instanceSpec(
  spec: Readonly<Record<string, unknown>>,
  prefixed: (volume: unknown) => unknown,
): Readonly<Record<string, unknown>> {
  const domain = mapOf(spec.domain);
  const devices = mapOf(domain.devices);
  const volumes = listOf(spec.volumes).map(mapOf);
  return {
    ...spec,
    domain: {
      ...domain,
      devices: { ...devices, disks: [...listOf(devices.disks), { name: CLOUD_INIT, disk: { bus: 'virtio' } }] },
    },
    volumes: [
      ...volumes.map((volume) => {
        const { dataVolume, persistentVolumeClaim: claim } = volume;
        return {
          ...volume,
          ...(isMap(dataVolume) ? { dataVolume: { ...dataVolume, name: prefixed(dataVolume.name) } } : {}),
          ...(isMap(claim) ? { persistentVolumeClaim: { ...claim, claimName: prefixed(claim.claimName) } } : {}),
        };
      }),
      { name: CLOUD_INIT, cloudInitConfigDrive: { secretRef: { name: '?-userdata' } } },
    ],
  };
}

function textsIn(map: unknown): Record<string, string> {
  return Object.fromEntries(Object.entries(mapOf(map)).map(([key, value]) => [key, asText(value)]));
}
