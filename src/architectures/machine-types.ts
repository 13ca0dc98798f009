import { asText, isMap } from '../kube/object';
import { atLeast, type Release } from '../kube/release';
import { ARCHITECTURE_FACTS, type Architecture } from './facts';

/** Which machine types guests of an architecture may have, and get. */
export interface MachineTypes {
  readonly emulatedMachines?: readonly string[];
  readonly machineType?: string;
}

/**
 * The same by `spec.configuration` of a KubeVirt resource; nothing where that says nothing.
 *
 * Those of the whole cluster override those of an architecture.
 */
export function machineTypesOf(
  configuration: Readonly<Record<string, unknown>> | undefined,
  architecture: Architecture,
  kubevirt: Release,
): MachineTypes {
  const facts = ARCHITECTURE_FACTS[architecture];
  const { emulatedMachines: all, machineType: whole, architectureConfiguration } = configuration ?? {};
  const configured = isMap(architectureConfiguration) ? architectureConfiguration[architecture] : undefined;
  const own = isMap(configured) && atLeast(kubevirt, facts.configurableSince) ? configured : {};
  const globs = [all, own.emulatedMachines].find((list): list is unknown[] => Array.isArray(list) && list.length > 0);
  // What KubeVirt writes by itself is among what it accepts by itself.
  const machineType = [whole, own.machineType, globs === undefined ? undefined : facts.machineType].find(isText);
  return {
    ...(globs === undefined ? {} : { emulatedMachines: globs.map(asText) }),
    ...(machineType === undefined ? {} : { machineType }),
  };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
