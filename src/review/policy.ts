import type { EffectName, EffectSeverity } from './effects/effect';
import { matchesAny } from './glob';
import type { Review, ReviewedChange } from './result';

/** Changes that are not to be merged as they are. All that is said of a rule must hold for it to count. */
export interface PolicyRule {
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
export interface Acknowledgements {
  /** Messages of the commits, with trailers `Polyvirt-Ack: <rule>`. */
  readonly messages: string;
  /** Labels of the pull request. */
  readonly labels: readonly string[];
}

/** A rule that some changes are against. */
export interface Breach {
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
