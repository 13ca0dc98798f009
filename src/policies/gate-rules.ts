import { ARCHITECTURES } from '../architectures/facts';
import { foundInSpec } from '../architectures/instance-view';
import { type GateState, WHY_GATED } from '../gates/check-fields';
import type { GateField } from '../gates/fields';
import { GUEST_FIELDS } from '../gates/guest-fields';
import { OBJECT_FIELDS } from '../gates/object-fields';
import type { FeatureGates } from '../gates/registry';
import type { SupportStatus } from '../gates/support';
import { celFound, celText, celTexts } from '../kube/cel';
import { holdsIn, type Release } from '../kube/release';
import type { PolicyRule } from './policy-rule';

/** Kinds of which policies are asked, beside the instance that is in each. */
const KINDS: Readonly<Record<string, string>> = {
  'VirtualMachine.kubevirt.io': 'VirtualMachine',
  'VirtualMachineInstanceReplicaSet.kubevirt.io': 'VirtualMachineInstanceReplicaSet',
  'VirtualMachinePool.pool.kubevirt.io': 'VirtualMachinePool',
};

/** Fields whose gate is off, and gates that an architecture does not support. */
export function gateRules({ gates }: Pick<GateState, 'gates'>): PolicyRule[] {
  const { kubevirt } = gates;
  return [
    ...enforcedFields(kubevirt).map((row) => fieldRule(row, gates)),
    ...[...new Set(guestFieldsIn(kubevirt).map(({ gate }) => gate))].flatMap((gate) => supportRules(gate, gates)),
  ];
}

/** Rows that some object of these kinds can break. */
export function enforcedFields(kubevirt: Release): readonly GateField[] {
  return [...GUEST_FIELDS, ...OBJECT_FIELDS].filter(
    (row) =>
      row.effect !== 'works' &&
      holdsIn(row, kubevirt) &&
      (row.kinds === undefined || row.kinds.some((kind) => KINDS[kind] !== undefined)),
  );
}

/** Fields that show that a guest uses a gate; one that every guest has shows nothing. */
function guestFieldsIn(kubevirt: Release): readonly GateField[] {
  return GUEST_FIELDS.filter((row) => holdsIn(row, kubevirt) && row.path !== 'spec');
}

function fieldRule(row: GateField, gates: FeatureGates): PolicyRule {
  const { gate, or, kinds, effect, note, path } = row;
  const isAnyway = effect === 'refused anyway';
  const isGone = isAnyway && gates.stageOf(gate) === 'Discontinued';
  const ofKinds = kinds?.flatMap((kind) => KINDS[kind] ?? []);
  const off = [gate, ...(or === undefined ? [] : [or])].map((each) => `!(${celText(each)} in variables.gates)`);
  const guards = [
    ...(ofKinds === undefined ? [] : [`object.kind in ${celTexts(ofKinds)}`]),
    // Where no KubeVirt was at hand, the parameters do not say which gates are on, and nothing is rejected for one.
    ...(isAnyway ? [] : ['params.?data.?gates.hasValue()', ...off]),
  ];
  return {
    group: 'gates',
    code: isGone ? 'PV204' : 'PV208',
    ...(guards.length === 0 ? {} : { guard: guards.join(' && ') }),
    ...usesOf(row),
    ...(kinds === undefined && path.startsWith(SPEC) ? {} : { isOfObject: true as const }),
    path: (kinds === undefined && path.startsWith(SPEC) ? path.slice(SPEC.length) : path).replaceAll('[]', ''),
    what: isGone
      ? `this was behind the feature gate ${gate}, which is discontinued in KubeVirt ${gates.kubevirt}`
      : isAnyway
        ? `this cannot be there when the object is created, with the feature gate ${gate} or without`
        : `this needs the feature gate ${gate}, which is off. ${WHY_GATED[effect as keyof typeof WHY_GATED]}${note === undefined ? '' : `. ${note}`}`,
    fix: isGone
      ? `use ${gate === 'Passt' ? 'passtBinding or ' : ''}a network binding plugin`
      : isAnyway
        ? 'leave the field out'
        : `turn ${gate} on in the KubeVirt and apply what polyvirt writes anew, or leave the field out`,
  };
}

const SPEC = 'spec.';
const ANNOTATIONS = 'metadata.annotations';

/** Metadata may be null, so that their maps are variables; everything else is below the spec. */
function usesOf({ path, when, kinds }: GateField) {
  if (kinds !== undefined) {
    return celFound('object', path, when?.cel);
  }
  return path.startsWith(ANNOTATIONS)
    ? celFound('variables.annotations', path.slice(ANNOTATIONS.length), when?.cel)
    : foundInSpec(path.slice(SPEC.length), when?.cel);
}

const LACKS: Readonly<Partial<Record<SupportStatus, string>>> = {
  Unsupported: 'unsupported',
  Pending: 'not supported yet',
  Unverified: 'not verified',
};

/** A gate that the cluster lists and an architecture does not support: refused only where that is said. */
function supportRules(gate: GateField['gate'], gates: FeatureGates): PolicyRule[] {
  const uses = guestFieldsIn(gates.kubevirt)
    .filter((row) => row.gate === gate)
    .map((row) => `(${usesOf(row).refused})`);
  return Object.entries(LACKS).flatMap(([status, words]) => {
    const lacking = ARCHITECTURES.filter((architecture) => gates.statusOf(gate, architecture) === status);
    return lacking.length === 0
      ? []
      : [
          {
            group: 'gates' as const,
            code: status === 'Unverified' ? 'PV211' : 'PV210',
            guard: `${celText(gate)} in variables.listedGates && variables.architecture in ${celTexts(lacking)}`,
            refused: uses.join(' || '),
            path: 'architecture',
            what: `${gate} is ${words} on ${lacking.join(' and ')}`,
            fix: 'run it on another architecture; where you know better, say so under supportByArch of the platform',
            ...(status === 'Unsupported' ? {} : { onlyWarns: true as const }),
          },
        ];
  });
}
