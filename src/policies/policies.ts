import { ARCHITECTURE_FACTS, ARCHITECTURES } from '../architectures/facts';
import { instanceVariables } from '../architectures/instance-view';
import { chosenGates } from '../gates/check-fields';
import { isOn } from '../gates/enablement';
import type { CelVariable } from '../kube/cel';
import type { KubeObject } from '../kube/object';
import { enforcedFields, gateRules } from './gate-rules';
import { architectureRules, hypervisorRules, hypervisorVariables, trapRules } from './instance-rules';
import {
  POLICY_GROUPS,
  type PolicyAction,
  type PolicyFacts,
  type PolicyGroup,
  type PolicyRule,
  validationOf,
} from './policy-rule';

/** What of the rules is enforced, and how. */
export interface PolicyChoice {
  /**
   * Groups of rules.
   *
   * @default - all of them
   */
  readonly only?: readonly PolicyGroup[];

  /**
   * The fate of an object that breaks a rule: `Audit` notes it in the audit log, `Warn` tells who applies it, `Deny` rejects it.
   *
   * @default 'Audit'
   */
  readonly action?: PolicyAction;

  /**
   * Namespace of the ConfigMap with what the policies ask of the cluster. Who may change it changes what is rejected.
   *
   * @default - that of the KubeVirt resource, or of HyperConverged
   */
  readonly namespace?: string;

  /**
   * Labels of the namespaces in which the rules are enforced.
   *
   * @default - every namespace but those with the label `polyvirt.io/enforce: "off"`
   */
  readonly namespaces?: Readonly<Record<string, string>>;

  /**
   * Whether an object with the label `polyvirt.io/exempt` is let through, whatever its value. Who may write a VM may write the label.
   *
   * @default true
   */
  readonly exemptions?: boolean;
}

/** The label of a namespace in which nothing is enforced: with the value `off`. */
const ENFORCE_LABEL = 'polyvirt.io/enforce';

/** The label of an object that is let through. */
const EXEMPT_LABEL = 'polyvirt.io/exempt';

/** First Kubernetes whose API server serves these policies by itself. Its CEL has optional values. */
export const POLICIES_SINCE = '1.30';

const API = 'admissionregistration.k8s.io/v1';
const PARAMS = 'polyvirt-policies';
const NAMESPACE = 'kubevirt';

/** The names of the policies of each group, the second with what only warns. A test holds that each release has all of them. */
const NAMES: Readonly<Record<PolicyGroup, readonly [refusing: string, warning?: string]>> = {
  architectures: ['polyvirt-architectures'],
  gates: ['polyvirt-gates', 'polyvirt-gates-warnings'],
  hypervisors: ['polyvirt-hypervisors', 'polyvirt-hypervisors-warnings'],
  traps: ['polyvirt-traps'],
};

/** Identities of the objects of policies, in their order: known before anything is known of the cluster. */
export function policyIdentities({ only = POLICY_GROUPS, namespace = NAMESPACE }: PolicyChoice): PolicyIdentity[] {
  const names = POLICY_GROUPS.filter((group) => only.includes(group)).flatMap((group) => [...NAMES[group]] as string[]);
  return names.length === 0
    ? []
    : [
        { apiVersion: 'v1', kind: 'ConfigMap', name: PARAMS, namespace },
        ...['', 'Binding'].flatMap((end) =>
          names.map((name) => ({ apiVersion: API, kind: `ValidatingAdmissionPolicy${end}`, name })),
        ),
      ];
}

interface PolicyIdentity {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
}

/** One policy of a group: what denies, or what only warns. */
export interface GroupPolicy {
  readonly name: string;
  readonly group: PolicyGroup;
  readonly action: PolicyAction;
  readonly rules: readonly PolicyRule[];
}

/** The policies of the chosen groups, in the order of the list; a group of which there is nothing to say has none. */
export function groupPolicies(
  facts: PolicyFacts,
  { only = POLICY_GROUPS, action = 'Audit' }: PolicyChoice,
): GroupPolicy[] {
  return POLICY_GROUPS.filter((group) => only.includes(group)).flatMap((group) => {
    const rules = rulesOf(group, facts);
    const [rejects, warns = ''] = NAMES[group];
    const refusing = rules.filter(({ onlyWarns }) => onlyWarns !== true);
    const warning = rules.filter(({ onlyWarns }) => onlyWarns === true);
    return [
      { name: rejects, group, action, rules: refusing },
      {
        name: warns,
        group,
        action: action === 'Deny' ? ('Warn' as const) : action,
        rules: warning,
      },
    ].filter((policy) => policy.rules.length > 0);
  });
}

function rulesOf(group: PolicyGroup, facts: PolicyFacts): PolicyRule[] {
  const { kubevirt } = facts.target;
  switch (group) {
    case 'architectures':
      return architectureRules(kubevirt);
    case 'gates':
      return gateRules(facts.gates);
    case 'hypervisors':
      return hypervisorRules(facts);
    case 'traps':
      return trapRules(kubevirt);
  }
}

/** The objects of the policies, in the order in which they are applied: what they ask, what is rejected, and where. */
export function policyObjects(
  facts: PolicyFacts,
  choice: PolicyChoice,
  policies: readonly GroupPolicy[],
): KubeObject[] {
  const { namespace = NAMESPACE } = choice;
  return policies.length === 0
    ? []
    : [
        {
          apiVersion: 'v1',
          kind: 'ConfigMap',
          metadata: { name: PARAMS, namespace },
          data: paramsOf(facts),
        },
        ...policies.map((policy) => policyObject(policy, facts)),
        ...policies.map((policy) => bindingObject(policy, choice, namespace)),
      ];
}

/** A policy with an action that lets everything through does so, too, where it cannot be evaluated. */
function failurePolicy(action: PolicyAction): 'Fail' | 'Ignore' {
  return action === 'Deny' ? 'Fail' : 'Ignore';
}

function policyObject({ name, action, rules }: GroupPolicy, facts: PolicyFacts): KubeObject {
  const validations = rules.map(validationOf);
  return {
    apiVersion: API,
    kind: 'ValidatingAdmissionPolicy',
    metadata: { name },
    spec: {
      failurePolicy: failurePolicy(action),
      paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
      // With what the API server would write in by itself, so that Argo CD sees no difference.
      matchConstraints: {
        matchPolicy: 'Equivalent',
        namespaceSelector: {},
        objectSelector: {},
        resourceRules: [
          {
            apiGroups: ['kubevirt.io'],
            apiVersions: ['*'],
            operations: ['CREATE', 'UPDATE'],
            resources: ['virtualmachines', 'virtualmachineinstances', 'virtualmachineinstancereplicasets'],
            scope: 'Namespaced',
          },
          {
            apiGroups: ['pool.kubevirt.io'],
            apiVersions: ['*'],
            operations: ['CREATE', 'UPDATE'],
            resources: ['virtualmachinepools'],
            scope: 'Namespaced',
          },
        ],
      },
      matchConditions: MATCH_CONDITIONS,
      variables: usedVariables(
        [...instanceVariables(), ...PARAM_VARIABLES, ...hypervisorVariables(facts)],
        validations.flatMap(({ expression, messageExpression }) => [expression, messageExpression]),
      ),
      validations,
    },
  };
}

/**
 * What is there already, and is deleted or only changes its status or its labels, is let be: KubeVirt itself writes such changes. An
 * instance is judged when it is created; what changes it later are KubeVirt's own components.
 */
const MATCH_CONDITIONS = [
  {
    name: 'created-or-changed',
    expression:
      'request.operation == "CREATE" || (object.kind != "VirtualMachineInstance" && object.?spec.orValue({}) != oldObject.?spec.orValue({}))',
  },
  { name: 'not-deleted', expression: '!has(object.metadata.deletionTimestamp)' },
];

/** The variables that expressions ask for, and those that these ask for. */
function usedVariables(all: readonly CelVariable[], expressions: readonly string[]): CelVariable[] {
  const used = new Set<string>();
  const collect = (text: string) => {
    for (const [, name] of text.matchAll(/\bvariables\.(\w+)/g)) {
      const variable = all.find((each) => each.name === name);
      if (variable !== undefined && !used.has(name!)) {
        used.add(name!);
        collect(variable.expression);
      }
    }
  };
  expressions.forEach(collect);
  // The API server reads them in their order.
  return all.filter(({ name }) => used.has(name));
}

function bindingObject(
  { name, action }: GroupPolicy,
  { namespaces, exemptions = true }: PolicyChoice,
  namespace: string,
): KubeObject {
  return {
    apiVersion: API,
    kind: 'ValidatingAdmissionPolicyBinding',
    metadata: { name },
    spec: {
      policyName: name,
      paramRef: { name: PARAMS, namespace, parameterNotFoundAction: action === 'Deny' ? 'Deny' : 'Allow' },
      matchResources: {
        matchPolicy: 'Equivalent',
        namespaceSelector: {
          ...(namespaces === undefined ? {} : { matchLabels: { ...namespaces } }),
          matchExpressions: [{ key: ENFORCE_LABEL, operator: 'NotIn', values: ['off'] }],
        },
        objectSelector: exemptions ? { matchExpressions: [{ key: EXEMPT_LABEL, operator: 'DoesNotExist' }] } : {},
      },
      validationActions: [action],
    },
  };
}

/** What policies ask of the cluster, as the data of a ConfigMap: what changes with the cluster, and not with its release. */
function paramsOf(facts: PolicyFacts): Record<string, string> {
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
const PARAM_VARIABLES: readonly CelVariable[] = [
  ...['architectures', 'gates', 'graceDevices', 'listedGates'].map((name) => ({
    name,
    expression: `params.?data.?${name}.orValue("").split(",").filter(each, each != "")`,
  })),
  { name: 'apiArchitecture', expression: 'params.?data.?apiArchitecture.orValue("")' },
];

/** Globs as Go's `filepath.Match` reads them, as one regular expression: `*` and `?` do not cross a slash. */
function patternOf(globs: readonly string[]): string {
  const patterns = globs.map((glob) =>
    glob
      .replace(/[.+^${}()|\\]/g, '\\$&')
      .replaceAll('*', '[^/]*')
      .replaceAll('?', '[^/]'),
  );
  return `^(${patterns.join('|')})$`;
}
