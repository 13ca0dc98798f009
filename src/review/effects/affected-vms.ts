import { isArchitecture, matchesGlob } from '../../architectures/architecture';
import { ARCHITECTURE_FACTS } from '../../architectures/facts';
import { createdInstanceOf } from '../../cluster/created-instance';
import { instanceOf } from '../../cluster/instance-of';
import { gatesUsedBy } from '../../gates/check-fields';
import { FeatureGates } from '../../gates/registry';
import { findingObject } from '../../kube/identity';
import type { KubeObject } from '../../kube/object';
import { valueAt } from '../../kube/path';
import type { ClusterFacts } from './cluster-facts';
import type { ObjectField } from './object-row';

function vms({ view }: ClusterFacts): readonly KubeObject[] {
  return view.ofKind('kubevirt.io', 'VirtualMachine');
}

/** VMs among the manifests that use what a gate guards. */
export function usersOf(gate: string, facts: ClusterFacts): KubeObject[] {
  const gates = FeatureGates.of(facts.kubevirt);
  return vms(facts).filter((vm) => {
    const found = instanceOf(vm);
    return found !== undefined && gatesUsedBy({ template: found.template, architectures: [] }, gates).has(gate);
  });
}

/** VMs whose type the cluster no longer has. */
export function leftOut({ facts, was }: ObjectField): KubeObject[] {
  return vms(facts).filter((vm) => !hasType(vm, facts) && hasType(vm, was));
}

function hasType(object: KubeObject, { view }: ClusterFacts): boolean {
  const created = createdInstanceOf(object, view);
  const architecture = created?.architecture;
  if (created === undefined || !isArchitecture(architecture)) {
    return true;
  }
  const facts = ARCHITECTURE_FACTS[architecture];
  const said = valueAt(created.expanded.spec, 'domain.machine.type');
  const type = typeof said === 'string' ? said : facts.machineType;
  return (view.machineTypes(architecture).emulatedMachines ?? facts.emulatedMachines).some((glob) =>
    matchesGlob(glob, type),
  );
}

/** A few of them, and how many more there are. */
export function named(objects: readonly KubeObject[]): string {
  const names = objects.map((object) => {
    const { namespace, name } = findingObject(object);
    return namespace === undefined ? name : `${namespace}/${name}`;
  });
  const [few, more] = [names.slice(0, 5).join(', '), names.length - 5];
  return more > 0 ? `${few} and ${more} more` : few;
}
