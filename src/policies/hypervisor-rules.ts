import { ARCHITECTURES } from '../architectures/facts';
import { askedTwins, NO_BOOT_ORDER } from '../hypervisors/asked-in-cel';
import { DEFAULT_HYPERVISOR } from '../hypervisors/catalogue';
import { HYPERVISOR_LABEL } from '../hypervisors/declaration';
import { FEATURE_NAMES } from '../hypervisors/features';
import type { HypervisorProfile } from '../hypervisors/profile';
import { hypervisorNames, profileOf } from '../hypervisors/resolve';
import { type CelVariable, celText, celTexts } from '../kube/cel';
import type { PolicyFacts } from './facts';
import type { PolicyRule } from './policy-rule';

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
