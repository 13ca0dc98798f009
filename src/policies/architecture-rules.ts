import { ADMISSION_ROWS } from '../architectures/admission-rows';
import { ARCHITECTURES } from '../architectures/facts';
import type { InCel, InstanceRow } from '../architectures/instance-row';
import { celArchitectures } from '../architectures/instance-view';
import { TRAPS } from '../architectures/traps';
import { celTexts } from '../kube/cel';
import { holdsIn, type Release } from '../kube/release';
import type { PolicyGroup, PolicyRule } from './policy-rule';

type Row = Pick<InstanceRow, 'about' | 'architectures' | 'kubevirt' | 'cel'>;

/** Refusals of KubeVirt by architecture, and unknown architectures. */
export function architectureRules(kubevirt: Release): PolicyRule[] {
  return [
    {
      group: 'architectures',
      code: 'PV101',
      refused: `!(variables.architecture in ${celTexts(['', ...ARCHITECTURES])})`,
      value: 'variables.architecture',
      path: 'architecture',
      what: 'KubeVirt runs on no such architecture',
      fix: `write one of ${ARCHITECTURES.join(', ')}`,
    },
    ...rulesOf(ADMISSION_ROWS, 'architectures', 'PV105', kubevirt),
  ];
}

/** What KubeVirt accepts, and what does not work all the same. */
export function trapRules(kubevirt: Release): PolicyRule[] {
  return rulesOf(TRAPS, 'traps', 'PV109', kubevirt);
}

function rulesOf(rows: readonly Row[], group: PolicyGroup, code: string, kubevirt: Release): PolicyRule[] {
  const held = rows.filter((row) => holdsIn(row.kubevirt, kubevirt));
  return [
    ...held.flatMap(({ cel, architectures }) =>
      twinsIn(cel, kubevirt).map((twin) => ({ group, code, guard: celArchitectures(architectures), ...twin })),
    ),
    ...onEvery(held, kubevirt).map((twin) => ({ group, code, ...twin })),
  ];
}

function twinsIn(cel: InCel, kubevirt: Release) {
  return typeof cel === 'function' ? cel(kubevirt) : cel;
}

/**
 * What is refused wherever a guest without an architecture comes to run: each architecture has a row of its own about the same part.
 *
 * Rows that hold for all of them are asked of such a guest anyway.
 */
function onEvery(rows: readonly Row[], kubevirt: Release): Omit<PolicyRule, 'group' | 'code'>[] {
  const byPart = new Map<string, Row[]>();
  for (const row of rows.filter(({ architectures }) => architectures.length < ARCHITECTURES.length)) {
    const part = (row.about ?? '').split(/[.[]/).slice(0, 3).join('.');
    byPart.set(part, [...(byPart.get(part) ?? []), row]);
  }
  return [...byPart].flatMap(([path, found]) => {
    const conditions = ARCHITECTURES.map((architecture) =>
      found
        .filter(({ architectures }) => architectures.includes(architecture))
        .flatMap(({ cel }) => twinsIn(cel, kubevirt).map(({ refused }) => `(${refused})`)),
    );
    return conditions.some((each) => each.length === 0)
      ? []
      : [
          {
            guard: 'variables.architecture == ""',
            refused: conditions.map((each) => `(${each.join(' || ')})`).join(' && '),
            path,
            what: 'no architecture of KubeVirt takes this',
            fix: 'name the architecture of the VM, and write what polyvirt check says of it',
          },
        ];
  });
}
