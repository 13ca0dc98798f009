import type { Finding } from '../findings/finding';
import { shownValue } from '../findings/secrets/shown-value';
import { chooseFrom } from '../findings/suggestion';
import { asText, isMap } from '../kube/object';
import { type IgnoreRule, matchesAny, readIgnoreRules } from './diff/ignore-rules';
import { EFFECT_NAMES, EFFECT_SEVERITIES, type EffectName, type EffectSeverity } from './effects/effect';
import type { Review, ReviewedChange } from './result';

/** Changes that are not to be merged as they are. All that is said of a rule must hold for it to count. */
interface PolicyRule {
  readonly name: string;
  /** Whether it stops a merge for good, or until it is acknowledged. */
  readonly action: 'block' | 'acknowledge';
  readonly effects?: readonly EffectName[];
  readonly severities?: readonly EffectSeverity[];
  /** Kinds, namespaces and clusters may have `*` in them. */
  readonly kinds?: readonly string[];
  readonly namespaces?: readonly string[];
  readonly clusters?: readonly string[];
  /** The label of a pull request that acknowledges it; `polyvirt-ack/<name>` where absent. */
  readonly label?: string;
}

/** Who says that changes are meant. */
interface Acknowledgements {
  /** Messages of the commits, with trailers `Polyvirt-Ack: <rule>`. */
  readonly messages: string;
  /** Labels of the pull request. */
  readonly labels: readonly string[];
}

/** A rule that some changes are against. */
interface Breach {
  readonly rule: string;
  readonly action: PolicyRule['action'];
  /** How it was acknowledged; absent where it was not. */
  readonly acknowledged?: string;
  /** How to acknowledge it; absent where that is not possible. */
  readonly acknowledge?: string;
  /** The changes, by their place in the list of the review. */
  readonly changes: readonly number[];
}

/** What rules make of a review. */
export interface PolicyVerdict {
  readonly blocked: boolean;
  readonly breaches: readonly Breach[];
}

/** Judges a review by rules. */
export function judgePolicy(review: Review, rules: readonly PolicyRule[], said: Acknowledgements): PolicyVerdict {
  const acknowledged = trailersOf(said.messages);
  const breaches = rules.flatMap((rule): Breach[] => {
    const changes = review.changes.flatMap((change, i) => (isAgainst(rule, change) ? [i] : []));
    if (changes.length === 0) {
      return [];
    }
    const { name, action } = rule;
    if (action === 'block') {
      return [{ rule: name, action, changes }];
    }
    const label = rule.label ?? `polyvirt-ack/${name}`;
    const by = acknowledged.has(name)
      ? `a trailer of a commit`
      : said.labels.includes(label)
        ? `label ${label}`
        : undefined;
    return [
      {
        rule: name,
        action,
        changes,
        ...(by === undefined
          ? { acknowledge: `add the trailer "Polyvirt-Ack: ${name}" to a commit message, or the label ${label}` }
          : { acknowledged: by }),
      },
    ];
  });
  return { blocked: breaches.some((breach) => breach.acknowledged === undefined), breaches };
}

/** `Polyvirt-Ack: rule, another rule`, as the last lines of messages have it. */
function trailersOf(messages: string): ReadonlySet<string> {
  const lines = [...messages.matchAll(/^Polyvirt-Ack:[ \t]*(.+)$/gim)];
  return new Set(lines.flatMap(([, names = '']) => names.split(',').map((name) => name.trim())));
}

function isAgainst(
  rule: PolicyRule,
  { effect, severity, object, cluster = '', fields, also = [] }: ReviewedChange,
): boolean {
  const effects = new Set<string>([effect, ...also, ...fields.map((field) => field.effect)]);
  return (
    (rule.effects === undefined || rule.effects.some((name) => effects.has(name))) &&
    (rule.severities === undefined || rule.severities.includes(severity)) &&
    matches(rule.kinds, object.kind) &&
    matches(rule.namespaces, object.namespace ?? '') &&
    matches(rule.clusters, cluster)
  );
}

function matches(globs: readonly string[] | undefined, text: string): boolean {
  return globs === undefined || matchesAny(globs, text);
}

/** What a ReviewPolicy says. */
export interface ReviewPolicy {
  readonly rules: readonly PolicyRule[];
  readonly ignore: readonly IgnoreRule[];
  /** Whether what is removed from Git is deleted. */
  readonly prune?: boolean;
}

/** The kind of the file. */
const POLICY_KIND = 'ReviewPolicy';

const KEYS = ['prune', 'rules', 'ignoreDifferences'];
const LISTS = ['effects', 'severities', 'kinds', 'namespaces', 'clusters'] as const;
const RULE_KEYS = ['name', 'action', 'label', ...LISTS];
const KNOWN: Readonly<Record<string, readonly string[]>> = { effects: EFFECT_NAMES, severities: EFFECT_SEVERITIES };
const ACTIONS = ['block', 'acknowledge'];

/** Reads a policy; a file of it, or an Application of Argo CD, of which only ignoreDifferences counts. Paths are of the file. */
export function readPolicy(value: unknown): { readonly policy: ReviewPolicy; readonly findings: readonly Finding[] } {
  const findings: Finding[] = [];
  const document = isMap(value) ? value : {};
  const spec = isMap(document.spec) ? document.spec : {};
  if (document.kind !== POLICY_KIND) {
    const { entries, path } = ignoreDifferencesOf(value);
    const { rules, findings: found } = readIgnoreRules(entries, path);
    if (entries === undefined) {
      findings.push(
        wrong('', 'there is neither a ReviewPolicy nor ignoreDifferences in it', `write kind: ${POLICY_KIND}`),
      );
    }
    return { policy: { rules: [], ignore: rules }, findings: [...findings, ...found] };
  }
  findings.push(...strangers(spec, KEYS, 'spec'));
  const { rules: ignore, findings: found } = readIgnoreRules(spec.ignoreDifferences, 'spec.ignoreDifferences');
  const list = Array.isArray(spec.rules) ? spec.rules : [];
  if (spec.rules !== undefined && !Array.isArray(spec.rules)) {
    findings.push(wrong('spec.rules', 'it is no list', 'write a list of rules'));
  }
  const rules = list.flatMap((rule, i) => readRule(rule, `spec.rules[${i}]`, findings));
  if (spec.prune !== undefined && typeof spec.prune !== 'boolean') {
    findings.push(wrong('spec.prune', 'it is neither true nor false', 'write true or false'));
  }
  return {
    policy: { rules, ignore, ...(typeof spec.prune === 'boolean' ? { prune: spec.prune } : {}) },
    findings: [...findings, ...found],
  };
}

/** Where files of Argo CD have it: in an Application, in the template of an ApplicationSet, or as the whole file. */
function ignoreDifferencesOf(value: unknown): { readonly entries: unknown; readonly path: string } {
  const at = (...keys: string[]) => keys.reduce<unknown>((part, key) => (isMap(part) ? part[key] : undefined), value);
  const places = [
    ['spec', 'ignoreDifferences'],
    ['spec', 'template', 'spec', 'ignoreDifferences'],
    ['ignoreDifferences'],
  ];
  const found = places.find((keys) => Array.isArray(at(...keys)));
  return found === undefined
    ? { entries: Array.isArray(value) ? value : undefined, path: '' }
    : { entries: at(...found), path: found.join('.') };
}

function readRule(rule: unknown, path: string, findings: Finding[]): PolicyRule[] {
  if (!isMap(rule)) {
    findings.push(wrong(path, 'it is no rule', 'write a map with name, action and what it is about'));
    return [];
  }
  const before = findings.length;
  findings.push(...strangers(rule, RULE_KEYS, path));
  const { name, action, label } = rule;
  if (typeof name !== 'string' || name === '' || /[,\s]/.test(name)) {
    findings.push(
      wrong(`${path}.name`, 'a rule needs a name of one word', 'write one, as data-loss: trailers name it'),
    );
  }
  if (!ACTIONS.includes(asText(action))) {
    findings.push(wrong(`${path}.action`, `${shown(action)} is no action`, chooseFrom(asText(action ?? ''), ACTIONS)));
  }
  if (label !== undefined && typeof label !== 'string') {
    findings.push(wrong(`${path}.label`, 'it is no text', 'write the name of a label'));
  }
  const lists = LISTS.map((key) => [key, readWords(rule[key], `${path}.${key}`, KNOWN[key], findings)] as const);
  const said = lists.filter(([, words]) => words !== undefined);
  if (said.length === 0 && findings.length === before) {
    findings.push(wrong(path, 'it says nothing about what it is for', `write one of ${LISTS.join(', ')}`));
  }
  return findings.length > before
    ? []
    : [
        {
          name: asText(name),
          action: action as PolicyRule['action'],
          ...(typeof label === 'string' ? { label } : {}),
          ...Object.fromEntries(said),
        } as PolicyRule,
      ];
}

function readWords(
  value: unknown,
  path: string,
  known: readonly string[] | undefined,
  findings: Finding[],
): readonly string[] | undefined {
  if (value === undefined) {
    return undefined;
  }
  if (!Array.isArray(value) || value.length === 0 || value.some((word) => typeof word !== 'string')) {
    findings.push(wrong(path, 'it is no list of words', 'write a list, as [one, another]'));
    return undefined;
  }
  value.forEach((word, i) => {
    if (known !== undefined && !known.includes(word)) {
      findings.push(wrong(`${path}[${i}]`, `there is no ${shown(word)}`, chooseFrom(word, known)));
    }
  });
  return value as string[];
}

function strangers(map: Readonly<Record<string, unknown>>, known: readonly string[], path: string): Finding[] {
  return Object.keys(map)
    .filter((key) => !known.includes(key))
    .map((key) => wrong(`${path}.${key}`, `there is no key "${key}" here`, chooseFrom(key, known)));
}

function shown(value: unknown): string {
  return value === undefined ? 'nothing' : shownValue(value);
}

function wrong(path: string, what: string, fix: string): Finding {
  return {
    code: 'PV038',
    severity: 'error',
    ...(path === '' ? {} : { path }),
    what,
    why: 'A policy that does not do what it says lets changes through, or blocks good ones',
    fix,
  };
}
