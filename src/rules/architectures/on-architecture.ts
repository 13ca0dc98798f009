import { checkArchitecture, isArchitecture } from '../../architectures/architecture';
import { ARCHITECTURES, type Architecture } from '../../architectures/facts';
import { type AdmissionFinding, checkInstance } from '../../architectures/instance-row';
import type { ClusterView } from '../../cluster/cluster-view';
import type { CreatedInstance } from '../../cluster/created-instance';
import type { Found, Rule } from '../rule';

/**
 * What keeps an instance from running on its architecture.
 *
 * Without one it gets the default of the cluster; where that is not known either, only what is wrong on every architecture is said.
 */
export const onArchitecture: Rule = (cluster) => ({ instance: (instance) => checkRun(instance, cluster) });

function checkRun(instance: CreatedInstance, cluster: ClusterView): Found {
  const architecture = instance.namedArchitecture;
  if (architecture === undefined) {
    return onEvery(ARCHITECTURES.map((each) => checkOn(each, instance, cluster)));
  }
  return isArchitecture(architecture)
    ? checkOn(architecture, instance, cluster)
    : checkArchitecture(architecture, 'architecture', cluster.target.kubevirt);
}

/** What is wrong on every architecture: of each, in its own words, where they differ. */
function onEvery([first = [], ...others]: readonly (readonly AdmissionFinding[])[]): AdmissionFinding[] {
  return first.flatMap((finding) => {
    const alike = others.map((found) => found.find((other) => isSamePlace(other.path, finding.path)));
    const all = [finding, ...alike];
    return all.some((each) => each === undefined)
      ? []
      : [{ ...finding, what: [...new Set(all.map((each) => each!.what))].join('; ') }];
  });
}

/** One may name the whole of what another names a part of. */
function isSamePlace(a = '', b = ''): boolean {
  return a === b || isBelow(a, b) || isBelow(b, a);
}

function isBelow(path: string, above: string): boolean {
  return path.startsWith(above) && /^[.[]/.test(path.slice(above.length));
}

function checkOn(
  architecture: Architecture,
  { spec, isOfVm }: CreatedInstance,
  cluster: ClusterView,
): readonly AdmissionFinding[] {
  const { emulatedMachines, machineType } = cluster.machineTypes(architecture);
  return checkInstance(spec, {
    architecture,
    kubevirt: cluster.target.kubevirt,
    isVm: isOfVm,
    emulatedMachines,
    machineType,
  });
}
