import { isArchitecture } from '../../architectures/architecture';
import { ARCHITECTURE_FACTS, type Architecture } from '../../architectures/facts';
import type { ClusterFacts } from './cluster-facts';
import { inVm, type VmStates } from './vm-view';

export const ARCHITECTURE = 'template.spec.architecture';
export const MACHINE_TYPE = 'template.spec.domain.machine.type';

/**
 * Architecture and machine type of a VM before and after, also where virt-api fills them in.
 *
 * It fills in what a VM does not say when the VM is made, and again when a change takes away what it said. What it filled
 * in before stays, as no change of Git touches it.
 *
 * Source: kubevirt pkg/defaults/defaults.go SetVirtualMachineDefaults, at creation and at each update.
 */
export function architecturesOf(view: VmStates): Sides<string | undefined> {
  const said = saidOf(view, ARCHITECTURE);
  const before = said.before ?? view.architecture;
  return { before, after: said.after ?? (said.before === undefined ? before : view.architectureAfter) };
}

/** The same of the machine type, with KubeVirt's own where the KubeVirt resource was not found. */
export function machineTypesOf(view: VmStates): Sides<string> & { readonly isSure: boolean } {
  const said = saidOf(view, MACHINE_TYPE);
  const architectures = architecturesOf(view);
  const before = said.before ?? view.live.started?.machineType ?? defaultType(view.was, architectures.before);
  return {
    before,
    after: said.after ?? (said.before === undefined ? before : defaultType(view.facts, architectures.after)),
    isSure:
      view.facts.configured &&
      [architectures.before, architectures.after].every(isArchitecture) &&
      (said.before !== undefined || view.live.started?.machineType !== undefined || view.was.configured),
  };
}

/** A value on both sides of a change. */
interface Sides<T> {
  readonly before: T;
  readonly after: T;
}

function saidOf({ before, after }: VmStates, path: string): Sides<string | undefined> {
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
  return { before: text(inVm(before, path)), after: text(inVm(after, path)) };
}

function defaultType({ view }: ClusterFacts, architecture: string | undefined): string {
  const known: Architecture = isArchitecture(architecture) ? architecture : 'amd64';
  return view.machineTypes(known).machineType ?? ARCHITECTURE_FACTS[known].machineType;
}
