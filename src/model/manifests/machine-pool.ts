import type { Finding } from '../../findings/finding';
import type { KubeObject } from '../../kube/object';
import { clusterApiObjects } from '../../machines/cluster-api';
import { NEWEST_CONTROLLER } from '../../machines/facts';
import { staticLabels } from '../../machines/infra-labels';
import { machineDeployment } from '../../machines/machine-deployment';
import type { MachinePoolDeclaration } from '../../machines/pool';
import { type ProviderContext, poolDemands } from '../../machines/provider-spec';
import type { PlatformContext } from '../context';
import { leftOutOfPool, placedPool } from './left-out-of-pool';

/** The MachineDeployment of a pool; with Cluster API the template of its machines comes first. */
export function machinePool(pool: MachinePoolDeclaration, platform: PlatformContext): KubeObject[] {
  const context = providerContext(platform);
  return pool.dialect === 'capk'
    ? clusterApiObjects(pool)
    : [
        machineDeployment(placedPool(pool, context.controller), {
          ...context,
          staticLabels: staticLabels(poolDemands(pool), platform.infraLabels),
        }),
      ];
}

/** What is declared of a pool and has no place in its objects on this platform. */
export function leftOutOfMachinePool(pool: MachinePoolDeclaration, platform: PlatformContext): Finding[] {
  return leftOutOfPool(pool, platform, providerContext(platform));
}

/** What a pool is written for on a platform. */
function providerContext({ target, nodes }: PlatformContext): ProviderContext {
  return {
    controller: target.machineController ?? NEWEST_CONTROLLER,
    ...(nodes === undefined
      ? {}
      : {
          valuesOf: (key) => {
            const values = nodes.map(({ labels }) => labels[key]).filter((value) => value !== undefined);
            return [...new Set(values)].sort();
          },
        }),
  };
}
