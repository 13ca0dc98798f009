import type { Finding } from '../../findings/finding';
import type { KubeObject, MutableFields } from '../../kube/object';
import { keysOf } from '../../kube/path';
import { withoutEmpty } from '../../machines/canonical';
import { clusterApiObjects } from '../../machines/cluster-api';
import { NEWEST_CONTROLLER } from '../../machines/facts';
import { staticLabels } from '../../machines/infra-labels';
import { type ProviderContext, poolDemands, selectorOf } from '../../machines/pool';
import { CLOUD_PATH, PROVIDER_PATH, viewMachineDeployment } from '../../machines/view';
import { checkEscapes } from '../check-escapes';
import type { PlatformContext } from '../context';
import { withEscapes } from '../escape-hatch';
import { MACHINE_POOL, type MachinePoolDeclaration, STANDARDS } from '../machine-pool';
import { readBack } from '../read-back';
import { put, writeTable } from '../rows/row';
import { at } from '../rows/taken';
import { leftOutOfPool } from './left-out-of-pool';

/** The MachineDeployment of a pool; with Cluster API the template of its machines comes first. */
export function machinePool(pool: MachinePoolDeclaration, platform: PlatformContext): KubeObject[] {
  return poolOfKeys(pool, platform).map((object) =>
    object.kind === 'MachineDeployment' ? withEscapes(object, pool) : object,
  );
}

function poolOfKeys(pool: MachinePoolDeclaration, platform: PlatformContext): KubeObject[] {
  return pool.dialect === 'capk' ? clusterApiObjects(pool) : [machineDeployment(pool, platform)];
}

/** A MachineDeployment of the machine-controller. */
function machineDeployment(pool: MachinePoolDeclaration, platform: PlatformContext): KubeObject {
  const labels = staticLabels(poolDemands(pool), platform.infraLabels);
  const object: MutableFields = {
    // Deleting a pool waits for its machines, as Kubermatic has it.
    metadata: { finalizers: ['foregroundDeletion'] },
    spec: { strategy: { type: 'RollingUpdate' } },
  };
  put(object, keysOf(`${PROVIDER_PATH}.cloudProvider`), 'kubevirt');
  if (Object.keys(labels).length > 0) {
    put(object, keysOf('spec.template.spec.metadata.labels'), labels);
  }
  const declared = { ...STANDARDS, ...pool, selector: selectorOf(pool) };
  writeTable(MACHINE_POOL, declared, object, { ...providerContext(platform), pool });
  // An empty map or list is not the same bytes as none, and other bytes replace every machine.
  put(object, keysOf(CLOUD_PATH), withoutEmpty(at(object, keysOf(CLOUD_PATH))) ?? {});
  return {
    apiVersion: 'cluster.k8s.io/v1alpha1',
    kind: 'MachineDeployment',
    ...object,
  } as unknown as KubeObject;
}

/** What is declared of a pool and has no place in its objects on this platform. */
export function leftOutOfMachinePool(pool: MachinePoolDeclaration, platform: PlatformContext): Finding[] {
  const [deployment] = poolOfKeys(pool, platform).slice(-1);
  return [...leftOutOfPool(pool, platform, providerContext(platform)), ...checkEscapes(deployment!, pool)];
}

/** A MachineDeployment of the machine-controller as a declaration that makes the same object again. */
export function readMachineDeployment(object: KubeObject, platform: PlatformContext): MachinePoolDeclaration {
  const { isProposal } = viewMachineDeployment(object);
  const pool = isProposal ? ({ dialect: 'proposal' } as const) : {};
  return readBack(MACHINE_POOL, object, { ...providerContext(platform), pool }, (declaration) =>
    machineDeployment(declaration, platform),
  );
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
