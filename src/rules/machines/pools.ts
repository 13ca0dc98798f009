import type { ClusterView } from '../../cluster/cluster-view';
import { createdInstanceOf } from '../../cluster/created-instance';
import { checkSharedNames } from '../../cluster/shared-names';
import type { Finding } from '../../findings/finding';
import { findingObject, namespaceOf } from '../../kube/identity';
import type { KubeObject } from '../../kube/object';
import { keysOf } from '../../kube/path';
import { checkMachineDeployment } from '../../machines/check';
import { checkClusterApiPool, checkMachineTemplate } from '../../machines/check-cluster-api';
import { type MadePool, poolsIn } from '../../machines/made-pool';
import {
  at,
  CLOUD_PATH,
  isClusterApiDeployment,
  isMachineTemplate,
  MACHINE_PATH,
  mapOf,
  templateOf,
} from '../../machines/view';
import { validateObject } from '../../schema/validate';
import { fitCheck } from '../placement/fits';
import { NOTHING_WRONG, type Rule } from '../rule';
import { checkPoolLabels } from './pool-labels';
import { checkPlaces } from './pool-places';

/** Findings about pools of machines, each by itself, on the nodes at hand, and among each other. */
export const machinePools: Rule = (cluster) => {
  const related: KubeObject[] = [];
  return {
    machineDeployment: (object) => {
      related.push(object);
      return NOTHING_WRONG;
    },
    end: () => (related.length === 0 ? NOTHING_WRONG : checkPools(related, cluster)),
  };
};

function checkPools(related: readonly KubeObject[], cluster: ClusterView): Finding[] {
  const pools = poolsIn(related, cluster.target);
  const found = [
    ...related.flatMap((object) =>
      checkAlone(object, cluster, related).map((finding) => ({ ...finding, object: findingObject(object) })),
    ),
    ...pools.flatMap((pool) => checkPlaces(pool, cluster)),
  ];
  const checkFits = fitCheck(cluster);
  const failing = new Set(found.flatMap(({ severity, object }) => (severity === 'error' ? object : [])));
  return [
    ...found,
    ...pools
      .filter(({ object }) => !failing.has(findingObject(object)))
      .flatMap((pool) => checkMade(pool, cluster, checkFits)),
    ...checkSharedNames({ target: cluster.target, objects: related }),
  ];
}

/**
 * Whether there is a node for one of the machines of a pool; the fields of that are not those of the pool.
 *
 * A pool of Cluster API has a template, which is judged as the machine that it holds.
 */
function checkMade(
  { object, by, made }: MadePool,
  cluster: ClusterView,
  checkFits: ReturnType<typeof fitCheck>,
): Finding[] {
  const machine =
    cluster.nodes === undefined || by === 'cluster-api' ? undefined : createdInstanceOf(made.object, cluster);
  if (machine === undefined) {
    return [];
  }
  return checkFits(machine).map((finding) => ({
    ...finding,
    object: findingObject(object),
    path: CLOUD_PATH,
  }));
}

function checkAlone(object: KubeObject, cluster: ClusterView, related: readonly KubeObject[]): Finding[] {
  if (isMachineTemplate(object)) {
    return [...checkMachineTemplate(object), ...checkMachineIn(object, cluster)];
  }
  if (isClusterApiDeployment(object)) {
    // Templates of other pools are at hand, so that a missing one is a wrong name rather than in another file.
    const namespace = namespaceOf(object);
    const known = related.filter((each) => isMachineTemplate(each) && namespaceOf(each) === namespace);
    const others = templateOf(object, related) === undefined ? known : [];
    return [...checkPoolLabels(object), ...checkClusterApiPool(object, others)];
  }
  const { machineController } = cluster.target;
  const standard = cluster.defaultArchitecture()?.architecture;
  return [
    ...checkPoolLabels(object),
    ...checkMachineDeployment(object, {
      ...(machineController === undefined ? {} : { controller: machineController }),
      ...(standard === undefined ? {} : { defaultArchitecture: standard }),
    }),
  ];
}

/** A template holds a whole virtual machine, whose structure the API server judges by its CRD as well. */
function checkMachineIn(template: KubeObject, { target }: ClusterView): Finding[] {
  const made = mapOf(at(mapOf(template.spec), ...keysOf(MACHINE_PATH).slice(1)));
  const machine = {
    apiVersion: 'kubevirt.io/v1',
    kind: 'VirtualMachine',
    metadata: template.metadata,
    spec: made.spec,
  };
  return validateObject(machine, target).map((finding) => ({
    ...finding,
    path: finding.path === undefined ? MACHINE_PATH : `${MACHINE_PATH}.${finding.path}`,
  }));
}
