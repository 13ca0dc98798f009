import { judgeDisabled, judgeListed } from '../gates/judge';
import type { FeatureGates } from '../gates/registry';
import { isMap } from '../kube/object';
import { valueAt } from '../kube/path';
import type { YamlEdit } from '../kube/yaml/edit';
import type { NamedRelease } from '../target/target';
import type { OptOut } from './gates';

/** Where a platform says which gates it wants. */
const KUBEVIRT = ['spec', 'kubevirt'] as const;

/**
 * The changes of a platform file that take it to another release: its target, and its lists of gates.
 *
 * Entries that do nothing any more go; a gate that has to stay off because the cluster is too old for it is turned off.
 * Changes that depend on something unknown, and names that no KubeVirt has, are left to the user.
 */
export function platformEdits(
  document: unknown,
  to: NamedRelease,
  gates: FeatureGates,
  optOut: readonly OptOut[],
): YamlEdit[] {
  return [...targetEdits(document, to), ...listEdits(document, gates, optOut)];
}

function targetEdits(document: unknown, { component, release }: NamedRelease): YamlEdit[] {
  const at = ['spec', 'target'] as const;
  const target = valueAt(document, 'spec.target');
  const written = isMap(target) ? target : {};
  // What HyperConverged brings along changes with it.
  const implied = component === 'hco' ? ['kubevirt', 'cdi', 'ssp'].filter((each) => written[each] !== undefined) : [];
  return [
    ...(written[component] === release ? [] : [{ at: [...at, component], set: release }]),
    ...implied.map((each): YamlEdit => ({ at: [...at, each], remove: true })),
  ];
}

function listEdits(document: unknown, gates: FeatureGates, optOut: readonly OptOut[]): YamlEdit[] {
  if (!isMap(valueAt(document, KUBEVIRT.join('.')))) {
    return [];
  }
  const disabled = listAt(document, 'disabledFeatureGates');
  const idle = (gate: unknown) =>
    typeof gate === 'string' && ['PV201', 'PV204'].includes(judgeListed(gate, gates)?.finding.code ?? '');
  const stuck = (gate: unknown) => typeof gate === 'string' && judgeDisabled(gate, gates)?.finding.code === 'PV206';
  const added = optOut
    .filter(({ cause, name }) => cause === 'prerequisite' && !disabled.includes(name))
    .map(({ name }) => name);
  const kept = disabled.filter((gate) => !stuck(gate)).length;
  return [
    ...removals(document, 'featureGates', idle),
    ...removals(document, 'disabledFeatureGates', stuck),
    ...(kept === 0 && added.length > 0
      ? [{ at: [...KUBEVIRT, 'disabledFeatureGates'], set: added }]
      : added.map((gate, i) => ({ at: [...KUBEVIRT, 'disabledFeatureGates', kept + i], set: gate }))),
  ];
}

/** The last one first, so that places stay what they are; a list of which nothing is left goes as a whole. */
function removals(document: unknown, list: string, goes: (gate: unknown) => boolean): YamlEdit[] {
  const all = listAt(document, list);
  const places = all.flatMap((gate, i) => (goes(gate) ? [i] : []));
  return places.length > 0 && places.length === all.length
    ? [{ at: [...KUBEVIRT, list], remove: true }]
    : places.reverse().map((i) => ({ at: [...KUBEVIRT, list, i], remove: true }));
}

function listAt(document: unknown, list: string): readonly unknown[] {
  const found = valueAt(document, `${KUBEVIRT.join('.')}.${list}`);
  return Array.isArray(found) ? found : [];
}
