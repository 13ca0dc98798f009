import { ADMISSION_ROWS } from '../architectures/admission-rows';
import { ARCHITECTURES } from '../architectures/facts';
import type { InCel, InstanceRow } from '../architectures/instance-row';
import { celArchitectures } from '../architectures/instance-view';
import { TRAPS } from '../architectures/traps';
import { DEFAULT_HYPERVISOR, hypervisorNames, profileOf } from '../hypervisors/catalogue';
import { askedTwins, NO_BOOT_ORDER } from '../hypervisors/check-features';
import { HYPERVISOR_LABEL } from '../hypervisors/declaration';
import { FEATURE_NAMES } from '../hypervisors/features';
import type { HypervisorProfile } from '../hypervisors/profile';
import { type CelVariable, celText, celTexts } from '../kube/cel';
import { holdsIn, type Release } from '../kube/release';
import type { PolicyFacts, PolicyGroup, PolicyRule } from './policy-rule';

/** Hypervisors of which something can be lacking: KubeVirt is made for its own, so that `check` asks it nothing of that alone. */
function profilesOf({ declaredHypervisors }: PolicyFacts): HypervisorProfile[] {
  return hypervisorNames(declaredHypervisors ?? [])
    .filter((name) => name !== DEFAULT_HYPERVISOR || declaredHypervisors !== undefined)
    .flatMap((name) => profileOf(name, declaredHypervisors ?? []) ?? []);
}

/** The hypervisor of a VM, and what it lacks. */
export function hypervisorVariables(facts: PolicyFacts): CelVariable[] {
  const lacks = profilesOf(facts).map(({ name, features, properties, architectures }): [string, string[]] => [
    name,
    [
      ...FEATURE_NAMES.filter((feature) => features[feature].value === false),
      ...(properties.bootOrder.value === true ? [BOOT_ORDER] : []),
      ...ARCHITECTURES.filter((each) => architectures.value?.includes(each) === false),
    ],
  ]);
  const entries = lacks
    .filter(([, names]) => names.length > 0)
    .map(([name, names]) => `${celText(name)}: ${celTexts(names)}`);
  return [
    {
      name: 'hypervisor',
      expression:
        `variables.labels[?${celText(HYPERVISOR_LABEL)}].orValue(` +
        'variables.spec.?hypervisor.orValue(params.?data.?hypervisor.orValue("")))',
    },
    { name: 'lacks', expression: `{${entries.join(', ')}}[?variables.hypervisor].orValue([])` },
  ];
}

const BOOT_ORDER = 'an order of booting';

/** What VMs ask for and their hypervisor lacks. */
export function hypervisorRules(facts: PolicyFacts): PolicyRule[] {
  const profiles = profilesOf(facts);
  const isLacking = (feature: keyof HypervisorProfile['features']) =>
    profiles.some(({ features }) => features[feature].value === false);
  return [
    ...askedTwins()
      .filter(({ feature }) => isLacking(feature))
      .map(
        ({ feature, byCluster, what, value, ...twin }): PolicyRule => ({
          group: 'hypervisors',
          code: 'PV404',
          guard: `${celText(feature)} in variables.lacks`,
          ...twin,
          what: byCluster === true ? `${what}, which the cluster asks of every VM, in` : `${what} in`,
          value: value === undefined ? 'variables.hypervisor' : `variables.hypervisor + ": " + ${value}`,
          ...(byCluster === true ? { onlyWarns: true } : {}),
        }),
      ),
    ...(profiles.some(({ properties }) => properties.bootOrder.value === true)
      ? [
          {
            group: 'hypervisors' as const,
            code: 'PV404',
            guard: `${celText(BOOT_ORDER)} in variables.lacks`,
            ...NO_BOOT_ORDER,
          },
        ]
      : []),
    {
      group: 'hypervisors',
      code: 'PV413',
      refused: `variables.architecture in ${celTexts(ARCHITECTURES)} && variables.architecture in variables.lacks`,
      value: 'variables.hypervisor',
      path: 'architecture',
      what: 'the hypervisor does not run guests of this architecture',
      fix: `choose one that does, as ${DEFAULT_HYPERVISOR}, or another architecture`,
    },
  ];
}

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
      what: 'KubeVirt does not run on this architecture',
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
 * What is rejected wherever a guest without an architecture comes to run: each architecture has a row of its own about the same part.
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
            what: 'no architecture of KubeVirt accepts this',
            fix: 'name the architecture of the VM, and write what polyvirt check says of it',
          },
        ];
  });
}
