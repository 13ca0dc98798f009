import { asNumber } from '../kube/as-text';
import { isMap, type KubeObject } from '../kube/object';
import type { Target } from '../target/target';
import { isClusterApiDeployment, strategyOf, templateOf } from './cluster-api-view';
import { configText } from './config-var';
import { type SpawnedVm, spawned } from './spawned';
import { spawnedByClusterApi } from './spawned-cluster-api';
import { isMachineDeployment, mapOf, viewMachineDeployment } from './view';

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
