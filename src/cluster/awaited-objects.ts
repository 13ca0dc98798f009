import { at, type InstanceSpec, listAt } from '../architectures/instance-view';
import type { LauncherContext } from '../launcher/context';
import { isInjected } from '../launcher/devices';
import { textOf } from '../launcher/traits';
import { hasClaim, launchedClaims } from './claims';
import type { ClusterView } from './cluster-view';
import type { CreatedInstance } from './created-instance';

/**
 * What virt-controller waits for before it makes the pod of an instance, and the cluster lacks: networks first, as it looks for them.
 *
 * Without a cluster that runs nothing is said to be missing.
 *
 * @see kubevirt pkg/network/multus/nad.go NetworkToResource, pkg/virt-controller/services/rendervolumes.go addPVCToLaunchManifest
 */
export function awaitedBy(
  spec: InstanceSpec,
  created: CreatedInstance,
  context: LauncherContext,
  cluster: ClusterView,
): string[] {
  if (!cluster.isObserved) {
    return [];
  }
  const networks = isInjected(context) ? [] : listAt(spec, 'networks');
  const definitions = networks
    .map((network) => textOf(at(network, 'multus.networkName')))
    .filter((name) => name !== undefined && context.networkResource?.(name) === undefined)
    .map((name) => {
      const full = name!.includes('/') || created.namespace === undefined ? name! : `${created.namespace}/${name}`;
      return until('NetworkAttachmentDefinition', full, `failed to locate network attachment definition ${full}`);
    });
  const claims = launchedClaims(spec)
    .filter((name) => !hasClaim(name, created, cluster))
    .map((name) => until('PersistentVolumeClaim', name, `didn't find PVC ${name}`));
  return [...new Set([...definitions, ...claims])];
}

function until(kind: string, name: string, message: string): string {
  return `there will be no pod until the ${kind} ${name} exists: ${message}`;
}
