import type { Finding } from '../findings/finding';
import { shownValue } from '../findings/secrets/shown-value';
import { selectorProblems } from '../kube/label-selector';
import { isDnsLabel, isDnsSubdomain, isLabelValue, isQualifiedName } from '../kube/names';
import { isPlaced, type Unreadable, unreadableIn, unreadableInTerm } from '../kube/node-selector';
import { isMap } from '../kube/object';
import { valuesAt } from '../kube/path';
import type { PlacementDeclaration } from './declaration';
import { problemOfChoice } from './demands';

const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';
const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';

/**
 * What KubeVirt, or the API server, rejects of where an instance is to run. Paths are below its spec.
 *
 * What is missing or of another type is a matter of structure, and told there.
 *
 * Source: kubevirt pkg/virt-api/webhooks/validating-webhook/admitters/validate-k8s-utils.go.
 *
 * @param labels those of the pod
 */
export function checkWrittenPlacement(
  spec: Readonly<Record<string, unknown>>,
  labels: Labels = NO_LABELS,
): readonly Finding[] {
  const { affinity, topologySpreadConstraints, nodeSelector, tolerations } = spec;
  if (!isPlaced(spec)) {
    return NOTHING_WRONG;
  }
  return [
    ...(isMap(nodeSelector) ? checkNodeSelector(nodeSelector) : NOTHING_WRONG),
    ...(isMap(affinity) ? checkAffinity(affinity, labels) : NOTHING_WRONG),
    ...(Array.isArray(topologySpreadConstraints) ? checkSpreads(topologySpreadConstraints, labels) : NOTHING_WRONG),
    ...(Array.isArray(tolerations) ? checkTolerations(tolerations) : NOTHING_WRONG),
  ];
}

type Labels = Readonly<Record<string, unknown>>;
const NO_LABELS: Labels = {};

/** virt-api does not look at it; the API server does, when the pod is created. */
function checkNodeSelector(nodeSelector: Readonly<Record<string, unknown>>): Finding[] {
  return Object.entries(nodeSelector).flatMap(([key, value]) => {
    const problem = !isQualifiedName(key)
      ? `${shownValue(key)} is not the key of a label`
      : typeof value === 'string' && !isLabelValue(value)
        ? `${shownValue(value)} cannot be the value of a label`
        : undefined;
    const path = `nodeSelector[${JSON.stringify(key)}]`;
    return problem === undefined ? [] : [refusedPod(path, problem, 'write key and value of a label of the nodes')];
  });
}

const NOTHING_WRONG: readonly never[] = [];

function checkAffinity(affinity: Readonly<Record<string, unknown>>, labels: Labels): readonly Finding[] {
  return [...checkNodes(affinity), ...checkPods(affinity, labels)];
}

function checkNodes(affinity: Readonly<Record<string, unknown>>): Finding[] {
  const terms = valuesAt(affinity, `nodeAffinity.${REQUIRED}.nodeSelectorTerms`);
  return [
    ...terms
      .filter(({ value }) => Array.isArray(value) && value.length === 0)
      .map(({ path }) =>
        malformed(`affinity.${path}`, 'a required affinity has no term', 'write one, or leave it out'),
      ),
    ...unreadableIn(affinity).map((each) => unreadable(each, 'affinity')),
    ...valuesAt(affinity, `nodeAffinity.${PREFERRED}[]`).flatMap(({ path, value }) => [
      ...checkWeight(value, `affinity.${path}`),
      ...unreadableInTerm(isMap(value) ? value.preference : undefined).map((each) =>
        unreadable(each, `affinity.${path}.preference`),
      ),
    ]),
    ...TERMS.flatMap(({ term, refuse }) => [
      ...valuesAt(affinity, `${term}.matchExpressions[]`).flatMap(({ path, value }) =>
        checkExpression(value, `affinity.${path}`, refuse),
      ),
      ...valuesAt(affinity, `${term}.matchFields[]`).flatMap(({ path, value }) =>
        checkField(value, `affinity.${path}`),
      ),
    ]),
  ];
}

/** Of terms that are only preferred the API server does not ask whether their values can be those of labels. */
const TERMS: readonly { readonly term: string; readonly refuse: typeof refusedPod }[] = [
  { term: `nodeAffinity.${REQUIRED}.nodeSelectorTerms[]`, refuse: refusedPod },
  { term: `nodeAffinity.${PREFERRED}[].preference`, refuse: unschedulable },
];

const FIX_TERM = 'correct the requirement, or leave it out';

/** virt-api and the API server count values; that some of them are numbers only the scheduler asks. */
function unreadable({ path, problem, isValue }: Unreadable, base: string): Finding {
  return (isValue === true ? unschedulable : malformed)(`${base}.${path}`, problem, FIX_TERM);
}

/** The values of `Gt` and `Lt` are those of labels too: -1 is none. */
function checkExpression(expression: unknown, path: string, refuse: typeof refusedPod): Finding[] {
  const { key, values } = isMap(expression) ? expression : {};
  const bad = (Array.isArray(values) ? values : []).find((value) => typeof value === 'string' && !isLabelValue(value));
  return [
    ...checkKey(key, `${path}.key`),
    ...(bad === undefined
      ? []
      : [refuse(`${path}.values`, `${shownValue(bad)} cannot be the value of a label`, FIX_TERM)]),
  ];
}

/** The one field that there is to match is the name of a node. */
function checkField(field: unknown, path: string): Finding[] {
  const { key, values } = isMap(field) ? field : {};
  const bad = (Array.isArray(values) ? values : []).find(
    (value) => typeof value === 'string' && !isDnsSubdomain(value),
  );
  return bad === undefined || key !== 'metadata.name'
    ? []
    : [malformed(`${path}.values`, `${shownValue(bad)} is not the name of a node`, FIX_TERM)];
}

function checkPods(affinity: Readonly<Record<string, unknown>>, labels: Labels): Finding[] {
  return ['podAffinity', 'podAntiAffinity'].flatMap((kind) => [
    ...valuesAt(affinity, `${kind}.${REQUIRED}[]`).flatMap(({ path, value }) =>
      checkPodTerm(value, `affinity.${path}`, labels),
    ),
    ...valuesAt(affinity, `${kind}.${PREFERRED}[]`).flatMap(({ path, value }) => [
      ...checkWeight(value, `affinity.${path}`),
      ...checkPodTerm(isMap(value) ? value.podAffinityTerm : undefined, `affinity.${path}.podAffinityTerm`, labels),
    ]),
  ]);
}

function checkPodTerm(term: unknown, path: string, labels: Labels): Finding[] {
  if (!isMap(term)) {
    return [];
  }
  const { topologyKey, labelSelector, namespaceSelector, namespaces } = term;
  return [
    ...checkKey(topologyKey, `${path}.topologyKey`),
    ...checkSelector(labelSelector, `${path}.labelSelector`),
    ...checkSelector(namespaceSelector, `${path}.namespaceSelector`),
    ...(Array.isArray(namespaces) ? namespaces : []).flatMap((name: unknown, i) =>
      typeof name !== 'string' || isDnsLabel(name)
        ? []
        : [malformed(`${path}.namespaces[${i}]`, `${shownValue(name)} is not the name of a namespace`, FIX_TERM)],
    ),
    ...checkLabelKeys(term, path, labels),
  ];
}

function checkSelector(selector: unknown, path: string): Finding[] {
  return selectorProblems(selector).map((each) =>
    malformed(`${path}.${each.path}`, `${shownValue(each.value)} ${each.problem}`, 'correct the selector'),
  );
}

function checkSpreads(constraints: readonly unknown[], labels: Labels): Finding[] {
  return constraints.flatMap((constraint, i) => {
    const { maxSkew, topologyKey, whenUnsatisfiable, labelSelector } = isMap(constraint) ? constraint : {};
    const path = `topologySpreadConstraints[${i}]`;
    // Two with one key and mode are an item twice in a list, which the structure forbids.
    return [
      ...checkSelector(labelSelector, `${path}.labelSelector`),
      ...(typeof maxSkew !== 'number' || maxSkew >= 1
        ? []
        : [malformed(`${path}.maxSkew`, `${shownValue(maxSkew)} is not a skew`, 'write a whole number, 1 or more')]),
      ...checkKey(topologyKey, `${path}.topologyKey`),
      ...(typeof whenUnsatisfiable !== 'string' || ['DoNotSchedule', 'ScheduleAnyway'].includes(whenUnsatisfiable)
        ? []
        : [
            malformed(
              `${path}.whenUnsatisfiable`,
              `${shownValue(whenUnsatisfiable)} is nothing that a scheduler knows`,
              'write DoNotSchedule or ScheduleAnyway',
            ),
          ]),
      ...(isMap(constraint)
        ? [...checkMinDomains(constraint, `${path}.minDomains`), ...checkLabelKeys(constraint, path, labels)]
        : []),
    ];
  });
}

/** virt-api does not look at it. */
function checkMinDomains(
  { minDomains, whenUnsatisfiable }: Readonly<Record<string, unknown>>,
  path: string,
): Finding[] {
  if (typeof minDomains !== 'number') {
    return [];
  }
  return [
    ...(minDomains >= 1
      ? []
      : [refusedPod(path, `${minDomains} is not a number of domains`, 'write a whole number, 1 or more')]),
    ...(whenUnsatisfiable === 'ScheduleAnyway'
      ? [refusedPod(path, 'minDomains takes DoNotSchedule', 'write whenUnsatisfiable: DoNotSchedule, or leave it out')]
      : []),
  ];
}

function checkKey(key: unknown, path: string): Finding[] {
  return typeof key !== 'string' || isQualifiedName(key)
    ? []
    : [malformed(path, `${shownValue(key)} is not the key of a label`, 'write the key of a label of the nodes')];
}

function checkWeight(term: unknown, path: string): Finding[] {
  const weight = isMap(term) ? term.weight : undefined;
  return typeof weight !== 'number' || (weight >= 1 && weight <= 100)
    ? []
    : [malformed(`${path}.weight`, `${shownValue(weight)} is not a weight`, 'write a whole number from 1 to 100')];
}

/** Values from JavaScript that types and schema would reject: a choice of nodes that is none, or two. */
export function checkChoices(placement: PlacementDeclaration | undefined): Finding[] {
  return (['hard', 'soft', 'avoid'] as const).flatMap((list) =>
    (placement?.[list] ?? []).flatMap((nodes, i) => {
      const problem = problemOfChoice(nodes);
      return problem === undefined
        ? []
        : [
            malformed(
              `placement.${list}[${i}]`,
              problem,
              'write exactly one of key (with values), architectures and zones',
            ),
          ];
    }),
  );
}

/**
 * Tolerations that no pod may have; virt-api looks at their operators and effects only. Paths are below the spec.
 *
 * Source: kubernetes pkg/apis/core/validation/validation.go ValidateTolerations.
 */
function checkTolerations(tolerations: readonly unknown[]): Finding[] {
  return tolerations.flatMap((toleration, i) =>
    isMap(toleration) ? checkToleration(toleration, `tolerations[${i}]`) : [],
  );
}

function checkToleration(toleration: Readonly<Record<string, unknown>>, path: string): Finding[] {
  const { tolerationSeconds } = toleration;
  const [key, operator, value, effect] = ['key', 'operator', 'value', 'effect'].map((name) => toleration[name] ?? '');
  const findings: Finding[] = [];
  if (typeof key === 'string' && key !== '' && !isQualifiedName(key)) {
    findings.push(
      refusedPod(`${path}.key`, `${shownValue(key)} is not the key of a taint`, 'write the key of a taint'),
    );
  }
  if (key === '' && operator !== 'Exists') {
    findings.push(refusedPod(path, 'a toleration without a key takes Exists only', 'write operator: Exists, or a key'));
  }
  if (tolerationSeconds !== undefined && tolerationSeconds !== null && effect !== 'NoExecute') {
    findings.push(
      refusedPod(
        `${path}.tolerationSeconds`,
        'tolerationSeconds takes the effect NoExecute',
        'write effect: NoExecute, or leave tolerationSeconds out',
      ),
    );
  }
  if (operator === 'Exists' && value !== '') {
    findings.push(refusedPod(`${path}.value`, 'Exists takes no value', 'leave value out, or write operator: Equal'));
  }
  if (operator !== 'Exists' && typeof value === 'string' && !isLabelValue(value)) {
    findings.push(
      refusedPod(`${path}.value`, `${shownValue(value)} cannot be the value of a taint`, 'write the value of a taint'),
    );
  }
  return findings;
}

/**
 * `matchLabelKeys` and `mismatchLabelKeys` that no pod may have, in a term of pod affinity or in a spread; virt-api does not look at them.
 *
 * A key that the selector has as well is only refused where the pod has the label: only then Kubernetes adds it to the selector.
 *
 * Source: kubernetes pkg/apis/core/validation/validation.go ValidateMatchLabelKeysAndMismatchLabelKeys, pkg/registry/core/pod/strategy.go.
 *
 * @param labels those of the pod
 */
function checkLabelKeys(
  term: Readonly<Record<string, unknown>>,
  path: string,
  labels: Readonly<Record<string, unknown>>,
): Finding[] {
  const { labelSelector, matchLabelKeys, mismatchLabelKeys } = term;
  if (matchLabelKeys === undefined && mismatchLabelKeys === undefined) {
    return [];
  }
  const selected = selectedKeys(labelSelector);
  const mismatched = textsOf(mismatchLabelKeys);
  return [
    ...checkKeys(matchLabelKeys, `${path}.matchLabelKeys`, labelSelector),
    ...checkKeys(mismatchLabelKeys, `${path}.mismatchLabelKeys`, labelSelector),
    ...textsOf(matchLabelKeys).flatMap((key, i) => {
      const other = mismatched.includes(key)
        ? 'mismatchLabelKeys'
        : selected.has(key) && Object.hasOwn(labels, key)
          ? 'labelSelector'
          : undefined;
      return other === undefined
        ? []
        : [refusedPod(`${path}.matchLabelKeys[${i}]`, `${shownValue(key)} is in ${other} too`, 'keep one of the two')];
    }),
  ];
}

function checkKeys(keys: unknown, path: string, labelSelector: unknown): Finding[] {
  const written = textsOf(keys);
  if (written.length > 0 && (labelSelector === undefined || labelSelector === null)) {
    return [refusedPod(path, 'there is no labelSelector beside it', 'write labelSelector, or leave it out')];
  }
  return written.flatMap((key, i) =>
    isQualifiedName(key)
      ? []
      : [refusedPod(`${path}[${i}]`, `${shownValue(key)} is not the key of a label`, 'write the key of a label')],
  );
}

function selectedKeys(selector: unknown): ReadonlySet<unknown> {
  const { matchLabels, matchExpressions } = isMap(selector) ? selector : {};
  return new Set([
    ...Object.keys(isMap(matchLabels) ? matchLabels : {}),
    ...(Array.isArray(matchExpressions) ? matchExpressions : []).map((each: unknown) =>
      isMap(each) ? each.key : undefined,
    ),
  ]);
}

function textsOf(list: unknown): readonly string[] {
  return (Array.isArray(list) ? list : []).filter((key) => typeof key === 'string');
}

/** Something in a placement that virt-api rejects. */
function malformed(path: string, what: string, fix: string): Finding {
  return {
    code: 'PV512',
    severity: 'error',
    path,
    what,
    why: 'KubeVirt rejects the VM, with some controllers only after the pool was accepted',
    fix,
    source: 'kubevirt pkg/virt-api/webhooks/validating-webhook: k8s validation of affinity and spread constraints',
  };
}

/** Something that virt-api accepts, and that no pod may have. */
export function refusedPod(path: string, what: string, fix: string): Finding {
  return {
    code: 'PV516',
    severity: 'error',
    path,
    what,
    why:
      'virt-api accepts the VM, but the API server rejects its launcher pod: the VM is shown as Synced and never ' +
      'starts',
    fix,
    source: 'kubernetes pkg/apis/core/validation/validation.go',
  };
}

/** Something that a pod may have, and that kube-scheduler fails on. */
function unschedulable(path: string, what: string, fix: string): Finding {
  return {
    ...refusedPod(path, what, fix),
    why: 'virt-api and the API server accept it, but kube-scheduler cannot parse it: the launcher pod stays Pending',
    source: 'kubernetes staging/src/k8s.io/component-helpers/scheduling/corev1/nodeaffinity',
  };
}
