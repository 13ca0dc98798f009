import { compact, type KubeObject, nonEmpty } from '../kube/object';
import { atLeast } from '../kube/release';
import { byText } from '../placement/affinity';
import { withoutEmpty } from './canonical';
import {
  DIALECT_ANNOTATION,
  MACHINES_NAMESPACE,
  NAMESPACE_ANNOTATION,
  OPERATING_SYSTEM_SPECS,
  TOPOLOGY_LABELS,
} from './facts';
import type { MachinePoolDeclaration } from './pool';
import type { MachineTaint } from './pool-parts';
import { cloudProviderSpec, type ProviderContext } from './provider-spec';

/** What a MachineDeployment is written for. */
interface MachineDeploymentContext extends ProviderContext {
  /** Labels of nodes that are known beforehand, since the placement leaves one value. */
  readonly staticLabels?: Readonly<Record<string, string>>;
}

/**
 * A MachineDeployment of the machine-controller.
 *
 * Whatever the webhook would add is written out: added later it would be drift, and below `spec.template` it would replace
 * every machine of the pool.
 */
export function machineDeployment(pool: MachinePoolDeclaration, context: MachineDeploymentContext): KubeObject {
  const selector = selectorOf(pool);
  return {
    apiVersion: 'cluster.k8s.io/v1alpha1',
    kind: 'MachineDeployment',
    metadata: {
      name: pool.name,
      namespace: pool.namespace ?? MACHINES_NAMESPACE,
      ...compact({ labels: entries(pool.labels), annotations: entries({ ...pool.annotations, ...dialectOf(pool) }) }),
      // Deleting a pool waits for its machines, as Kubermatic has it.
      finalizers: ['foregroundDeletion'],
    },
    spec: {
      minReadySeconds: pool.minReadySeconds ?? 0,
      ...(pool.paused === true ? { paused: true } : {}),
      progressDeadlineSeconds: pool.progressDeadlineSeconds ?? 600,
      replicas: pool.replicas ?? 1,
      revisionHistoryLimit: pool.revisionHistoryLimit ?? 1,
      selector: { matchLabels: selector },
      strategy: {
        rollingUpdate: { maxSurge: pool.maxSurge ?? 1, maxUnavailable: pool.maxUnavailable ?? 0 },
        type: 'RollingUpdate',
      },
      template: {
        metadata: {
          labels: { ...pool.template?.labels, ...selector },
          ...compact({ annotations: entries(pool.template?.annotations) }),
        },
        spec: {
          ...compact({
            metadata: nodeMetadata(pool, context),
            taints: nonEmpty(pool.node?.taints)?.sort(byEffect),
          }),
          providerSpec: { value: providerSpecValue(pool, context) },
          versions: { kubelet: pool.kubelet.replace(/^v/, '') },
        },
      },
    },
  };
}

/** Labels by which a MachineDeployment knows its machines: they must never change, so they follow from names only. */
export function selectorOf({ name, clusterName, selector }: MachinePoolDeclaration): Readonly<Record<string, string>> {
  return entries(selector) ?? { machine: ['md', clusterName, name].filter((part) => part !== undefined).join('-') };
}

function providerSpecValue(pool: MachinePoolDeclaration, context: MachineDeploymentContext): object {
  const { operatingSystem = 'ubuntu', operatingSystemSpec } = pool;
  const known = Object.hasOwn(OPERATING_SYSTEM_SPECS, operatingSystem) ? OPERATING_SYSTEM_SPECS[operatingSystem] : {};
  return {
    caPublicKey: pool.caPublicKey ?? '',
    cloudProvider: 'kubevirt',
    cloudProviderSpec: cloudProviderSpec(pool, context),
    ...compact({ network: withoutEmpty(pool.network) }),
    operatingSystem,
    operatingSystemSpec: { ...known, ...operatingSystemSpec },
    // Their order means nothing to a guest, and everything to who compares bytes.
    sshPublicKeys: [...new Set((pool.sshPublicKeys ?? []).map((key) => key.trim()))].sort(),
  };
}

/** The order of taints means nothing either. */
function byEffect(a: MachineTaint, b: MachineTaint): number {
  const text = ({ key, effect, value = '' }: MachineTaint) => [key, effect, value].join('\0');
  return byText(text(a), text(b));
}

function nodeMetadata(pool: MachinePoolDeclaration, { controller, staticLabels }: MachineDeploymentContext) {
  const { region, zone } = pool.location ?? {};
  const location = compact({ [TOPOLOGY_LABELS.region]: region, [TOPOLOGY_LABELS.zone]: zone });
  const namespace =
    pool.dialect !== 'proposal' && atLeast(controller, NAMESPACE_ANNOTATION.since) && pool.infraNamespace !== undefined
      ? { [NAMESPACE_ANNOTATION.key]: pool.infraNamespace }
      : {};
  return compact({
    labels: entries({ ...staticLabels, ...location, ...pool.node?.labels } as Record<string, string>),
    annotations: entries({ ...pool.node?.annotations, ...namespace }),
  });
}

/** Without it one cannot tell a manifest for a controller as proposed from one with mistakes. */
function dialectOf({ dialect }: MachinePoolDeclaration): Record<string, string> {
  return dialect === 'proposal' ? { [DIALECT_ANNOTATION]: dialect } : {};
}

function entries(map: Readonly<Record<string, string>> | undefined): Readonly<Record<string, string>> | undefined {
  return map === undefined || Object.keys(map).length === 0 ? undefined : map;
}
