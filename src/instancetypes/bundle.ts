import type { KubeObject } from '../kube/object';
import { holdsIn, type Release } from '../kube/release';
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
