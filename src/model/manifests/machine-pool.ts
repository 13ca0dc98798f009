import type { KubeObject } from '../../kube/object';
import { clusterApiObjects } from '../../machines/cluster-api';
import { staticLabels } from '../../machines/infra-labels';
import { machineDeployment } from '../../machines/machine-deployment';
import type { MachinePoolDeclaration } from '../../machines/pool';
import { poolDemands } from '../../machines/provider-spec';
import { providerContext } from '../check-machine-pool';
import type { PlatformContext } from '../context';

/** The MachineDeployment of a pool; with Cluster API the template of its machines comes first. */
export function machinePool(pool: MachinePoolDeclaration, platform: PlatformContext): KubeObject[] {
  return pool.dialect === 'capk'
    ? clusterApiObjects(pool)
    : [
        machineDeployment(pool, {
          ...providerContext(platform),
          staticLabels: staticLabels(poolDemands(pool), platform.infraLabels),
        }),
      ];
}
