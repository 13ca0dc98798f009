import { ARCHITECTURE_FACTS, ARCHITECTURES } from '../architectures/facts';
import { chosenGates } from '../gates/check-fields';
import { isOn } from '../gates/enablement';
import type { CelVariable } from '../kube/cel';
import type { PolicyFacts } from './facts';
import { enforcedFields } from './gate-rules';

/** What policies ask of the cluster, as the data of a ConfigMap: what changes with the cluster, and not with its release. */
export function paramsOf(facts: PolicyFacts): Record<string, string> {
  const { defaultArchitecture, apiArchitecture, evictionStrategy, gates, graceDevices, target } = facts;
  const globs = ARCHITECTURES.map(
    (architecture) =>
      facts.machineTypes(architecture).emulatedMachines ?? ARCHITECTURE_FACTS[architecture].emulatedMachines,
  );
  const types = ARCHITECTURES.map((architecture) => facts.machineTypes(architecture).machineType);
  const known = (gate: string) => gates.gates.stageOf(gate);
  const asked = enforcedFields(target.kubevirt).flatMap(({ gate, or }) => [gate, ...(or === undefined ? [] : [or])]);
  const on = [...new Set(asked)].filter((gate) => isOn(gate, gates.lists, target.kubevirt, known));
  return Object.fromEntries(
    Object.entries({
      apiArchitecture,
      architectures: facts.architectures.join(','),
      defaultArchitecture,
      evictionStrategy,
      gates: gates.isKnown ? on.join(',') || 'none' : undefined,
      graceDevices: [...graceDevices].join(','),
      hypervisor: facts.clusterHypervisor,
      listedGates: chosenGates(gates).join(','),
      'emulatedMachines.any': patternOf(globs.flat()),
      ...Object.fromEntries(ARCHITECTURES.map((each, i) => [`emulatedMachines.${each}`, patternOf(globs[i]!)])),
      // Of a VM without an architecture only what holds on each of them is known.
      'machineType.any': types.every((type) => type === types[0]) ? types[0] : undefined,
      ...Object.fromEntries(ARCHITECTURES.map((each, i) => [`machineType.${each}`, types[i]])),
    }).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== ''),
  );
}

/** The lists among them, which a ConfigMap has as text. */
export const PARAM_VARIABLES: readonly CelVariable[] = [
  ...['architectures', 'gates', 'graceDevices', 'listedGates'].map((name) => ({
    name,
    expression: `params.?data.?${name}.orValue("").split(",").filter(each, each != "")`,
  })),
  { name: 'apiArchitecture', expression: 'params.?data.?apiArchitecture.orValue("")' },
];

/** Globs as Go's `filepath.Match` reads them, as one regular expression: `*` and `?` do not cross a slash. */
export function patternOf(globs: readonly string[]): string {
  const patterns = globs.map((glob) =>
    glob
      .replace(/[.+^${}()|\\]/g, '\\$&')
      .replaceAll('*', '[^/]*')
      .replaceAll('?', '[^/]'),
  );
  return `^(${patterns.join('|')})$`;
}
