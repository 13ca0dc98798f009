import type { CelInput } from '@bufbuild/cel';
import type { FieldRule } from '../../imports/field-table';
import { isMap, own } from '../kube/object';
import { celEvaluator } from './cel-evaluator';
import { celValue } from './cel-value';
import { type Complaint, type Steps, shownRule } from './complaints';
import type { ReleaseView } from './release-view';

/** A rule that could not be judged, and why. */
export interface UnjudgedRule {
  readonly rule: string;
  readonly steps: Steps;
  readonly reason: string;
}

/** What the rules of a kind say about an object. */
interface RulesResult {
  readonly broken: readonly Complaint[];
  readonly unjudged: readonly UnjudgedRule[];
}

const NOTHING: RulesResult = { broken: [], unjudged: [] };

/** With one of these wrong, the API server asks no rule: they could not be evaluated. */
const BLOCKING: ReadonlySet<string> = new Set(['PV041', 'PV043']);

/**
 * Asks every rule in CEL about the part of an object that it is for.
 *
 * @param structure what is wrong with the structure of the object
 */
export function checkRules(
  object: Readonly<Record<string, unknown>>,
  place: number,
  view: ReleaseView,
  structure: readonly Complaint[],
): RulesResult {
  const below = rulesBelow(view);
  if (!below.has(place) || structure.some(({ code, isNull }) => BLOCKING.has(code) && isNull !== true)) {
    return NOTHING;
  }
  const walk = new RuleWalk(view, below);
  walk.check(withoutStatus(object), place);
  return walk.broken.length === 0 && walk.unjudged.length === 0 ? NOTHING : walk;
}

/** The status is the cluster's own: rules are not asked about what a manifest says there. */
function withoutStatus(object: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  if (object.status === undefined) {
    return object;
  }
  const { status: _, ...written } = object;
  return written;
}

/** Goes where there are rules only, and asks for the evaluator with the first of them: most objects have no such part. */
class RuleWalk implements RulesResult {
  public readonly broken: Complaint[] = [];
  public readonly unjudged: UnjudgedRule[] = [];
  private readonly steps: (string | number)[] = [];

  constructor(
    private readonly view: ReleaseView,
    private readonly worthwhile: Worthwhile,
  ) {}

  public check(value: unknown, place: number | undefined): void {
    const fields = place === undefined ? undefined : this.worthwhile.get(place);
    if (place === undefined || fields === undefined || value === undefined || value === null) {
      return;
    }
    const { constraints, fields: known, items, values } = this.view.at(place);
    if (constraints.rules !== undefined) {
      this.askAll(constraints.rules, value, place);
    }
    if (Array.isArray(value)) {
      for (let i = 0; i < value.length; i++) {
        this.below(i, value[i], items);
      }
    } else if (isMap(value)) {
      for (const name of fields) {
        const field = known.get(name);
        if (field !== undefined) {
          // A default takes the place of what is absent, and of null where that is no value of the field.
          this.below(name, value[name] ?? this.view.at(field).constraints.default, field);
        }
      }
      if (values !== undefined && this.worthwhile.has(values)) {
        for (const [key, item] of Object.entries(value)) {
          this.below(key, item, values);
        }
      }
    }
  }

  private below(step: string | number, value: unknown, place: number | undefined): void {
    this.steps.push(step);
    this.check(value, place);
    this.steps.pop();
  }

  private askAll(rules: readonly (FieldRule | string)[], value: unknown, place: number): void {
    const { readText } = celEvaluator();
    const self = celValue(value, place, this.view, readText);
    for (const each of rules) {
      this.ask(typeof each === 'string' ? { rule: each } : each, self);
    }
  }

  private ask(rule: FieldRule, self: CelInput): void {
    const verdict = celEvaluator().judge(rule, self);
    const steps = [...this.steps];
    if (verdict.is === 'unjudged') {
      this.unjudged.push({ rule: rule.rule, steps, reason: verdict.reason });
    } else if (verdict.is === 'broken') {
      this.broken.push({
        code: 'PV047',
        steps: [...steps, ...stepsOf(rule.fieldPath ?? '')],
        what: verdict.message,
        why: `The API server rejects the object: its CRD has the rule ${shownRule(rule.rule)}`,
        fix: own(FIXES, rule.reason ?? '') ?? 'correct it, or what it is compared with',
      });
    }
  }
}

/** What a reason of a rule asks for. */
const FIXES: Readonly<Record<string, string>> = {
  FieldValueRequired: 'add it',
  FieldValueForbidden: 'leave it out',
  FieldValueDuplicate: 'remove one of the two, or change it',
};

/** A path as CRDs write it: `.spec.replicas`, `['max-size'].unit`. */
function stepsOf(path: string): string[] {
  return [...path.matchAll(/\.([^.[\]]+)|\['((?:[^'\\]|\\.)*)'\]/g)].map(
    ([, plain, quoted = '']) => plain ?? quoted.replace(/\\(.)/g, '$1'),
  );
}

/** By the place of a node that has a rule, or something below it that has one: its fields of that sort. */
type Worthwhile = ReadonlyMap<number, readonly string[]>;

const worthwhile = new WeakMap<ReleaseView, Worthwhile>();

function rulesBelow(view: ReleaseView): Worthwhile {
  const found = worthwhile.get(view) ?? findRules(view);
  worthwhile.set(view, found);
  return found;
}

/**
 * A node comes after everything that it holds, so that one pass is enough.
 *
 * Over the nodes of all releases, as they are in the table: to prepare each of them takes longer than to check an object.
 */
function findRules(view: ReleaseView): Worthwhile {
  const found = new Map<number, readonly string[]>();
  for (let place = 0; place < view.size; place++) {
    const { rules, was, properties = {}, items, values } = view.written(place);
    const below = Object.keys(properties).filter((name) => found.has(properties[name]!));
    const hasOwn = rules !== undefined || was?.some((older) => older.rules !== undefined) === true;
    if (hasOwn || below.length > 0 || [items, values].some((part) => part !== undefined && found.has(part))) {
      found.set(place, below);
    }
  }
  return found;
}
