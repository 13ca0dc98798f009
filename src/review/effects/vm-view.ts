import type { Architecture } from '../../architectures/facts';
import { asText, type Fields, isMap } from '../../kube/object';
import { valueAt } from '../../kube/path';
import { parseQuantity } from '../../kube/quantity';
import type { ChangeStep, FieldChange } from '../diff/compare';
import type { ClusterFacts } from './cluster-facts';
import type { ChangedField } from './effect-row';
import type { LiveState } from './live-state';

/** A VM that changes: the `spec` of a VirtualMachine before and after, its instance type and preference applied. */
export interface VmStates {
  readonly before: Fields;
  readonly after: Fields;
  /** Whether instance types and preferences of both sides are at hand. */
  readonly isKnown: boolean;
  /** What the VM was made with: as it says, as its instance has it, or as KubeVirt fills it in. */
  readonly architecture: string | undefined;
  /** What it will be of, where it says it or KubeVirt fills it in anew. */
  readonly architectureAfter: string | undefined;
  readonly live: LiveState;
  readonly facts: ClusterFacts;
  /** The cluster as it was when the VM started, as far as base tells: how far it can grow was decided then. */
  readonly was: ClusterFacts;
}

/** One field of a VM that changed. Its path is below the VM's `spec`. */
export interface VmField extends ChangedField, VmStates {}

/** What is at a path of a VM. */
export function inVm(vm: Fields, path: string): unknown {
  return valueAt(vm, path);
}

/** The name of the item of a list that a change is about, as the volume `root`. */
export function itemName(change: FieldChange, list: string): string | undefined {
  const at = change.steps.indexOf(list);
  const step: ChangeStep | undefined = at === -1 ? undefined : change.steps[at + 1];
  return typeof step === 'object' && 'values' in step ? asText(step.values[0]) : undefined;
}

/** An item of a list of a VM, by its name. */
export function itemOf(vm: Fields, path: string, name: string | undefined): Fields | undefined {
  const list = inVm(vm, path);
  return Array.isArray(list) && name !== undefined
    ? list.find((item): item is Fields => isMap(item) && item.name === name)
    : undefined;
}

/** Paths of the lists of a VM. */
export const LISTS = {
  volumes: 'template.spec.volumes',
  disks: 'template.spec.domain.devices.disks',
  interfaces: 'template.spec.domain.devices.interfaces',
  networks: 'template.spec.networks',
} as const;

/** A whole number of a VM, or nothing. */
export function numberAt(vm: Fields, path: string): number | undefined {
  const value = inVm(vm, path);
  return typeof value === 'number' ? value : undefined;
}

/** An amount of a VM in billionths, or nothing. */
export function amountAt(vm: Fields, path: string): bigint | undefined {
  return amountOf(inVm(vm, path));
}

/** The same of a value. */
export function amountOf(value: unknown): bigint | undefined {
  return typeof value === 'string' || typeof value === 'number' ? parseQuantity(asText(value))?.nano : undefined;
}

/** The architecture of a VM; the most common one where it is unknown. */
export function architectureOr(view: VmStates, fallback: Architecture): string {
  return view.architecture ?? fallback;
}
