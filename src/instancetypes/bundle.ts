import type { KubeObject } from '../kube/object';
import { valueAt } from '../kube/path';
import { atLeast, holdsIn, type Release } from '../kube/release';
import { bundles } from './bundled';

/** The first release that installs its bundles without a gate being on. */
export const BUNDLES_SINCE: Release = '1.4';

/** The gate that installs them before. */
export const BUNDLES_GATE = 'CommonInstancetypesDeploymentGate';

/** Names are the same thing again and again, and objects are compared by what they are. */
const found = new Map<string, KubeObject | undefined>();
let table: ReturnType<typeof bundles> | undefined;

/** The cluster-wide instance type or preference of a name that virt-operator of a release installs; nothing where it installs none. */
export function bundledObject(kind: string, name: string, kubevirt: Release): KubeObject | undefined {
  const isPreference = /^virtualmachineclusterpreferences?$/i.test(kind);
  if (!isPreference && !/^virtualmachineclusterinstancetypes?$/i.test(kind)) {
    return undefined;
  }
  const key = `${isPreference} ${name} ${kubevirt}`;
  if (!found.has(key)) {
    found.set(key, readObject(isPreference, name, kubevirt));
  }
  return found.get(key);
}

function readObject(isPreference: boolean, name: string, kubevirt: Release): KubeObject | undefined {
  table ??= bundles();
  const list = isPreference ? table.preferences : table.instancetypes;
  const ranges = Object.hasOwn(list, name) ? list[name]! : [];
  const range = ranges.find(([since, before]) => holdsIn({ since, ...(before === null ? {} : { before }) }, kubevirt));
  return range === undefined
    ? undefined
    : {
        apiVersion: 'instancetype.kubevirt.io/v1beta1',
        kind: isPreference ? 'VirtualMachineClusterPreference' : 'VirtualMachineClusterInstancetype',
        metadata: { name },
        spec: table.specs[range[2]]!,
      };
}

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
 * @param hyperConverged that makes the KubeVirt, where that one was not found
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
