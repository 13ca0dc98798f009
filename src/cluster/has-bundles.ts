import { BUNDLES_GATE, BUNDLES_SINCE } from '../instancetypes/bundle';
import type { KubeObject } from '../kube/object';
import { valueAt } from '../kube/path';
import { atLeast, type Release } from '../kube/release';

/** Where a HyperConverged says that KubeVirt is not to install them, by version of its API. */
const HCO_PATHS = [
  'spec.CommonInstancetypesDeployment.enabled',
  'spec.workloadSources.commonInstancetypesDeployment.enabled',
];

/**
 * Whether virt-operator installs the common instance types and preferences.
 *
 * Source: kubevirt pkg/virt-operator/resource/apply/reconcile.go commonInstancetypesDeploymentEnabled, by the gate alone in 1.3.
 *
 * @param configuration of the KubeVirt, where it is at hand
 * @param hyperConverged that makes the KubeVirt, where that one is not at hand
 */
export function hasBundles(
  kubevirt: Release,
  configuration: Readonly<Record<string, unknown>> | undefined,
  hyperConverged: KubeObject | undefined,
): boolean {
  if (valueAt(configuration, 'commonInstancetypesDeployment.enabled') === false) {
    return false;
  }
  if (HCO_PATHS.some((path) => valueAt(hyperConverged, path) === false)) {
    return false;
  }
  const gates = valueAt(configuration, 'developerConfiguration.featureGates');
  return atLeast(kubevirt, BUNDLES_SINCE) || (Array.isArray(gates) && gates.includes(BUNDLES_GATE));
}
