import type { CelInput } from '@bufbuild/cel';
import type { FieldRule } from '../../imports/field-table';
import { own } from '../kube/object';
import { type CelEvaluator, celEvaluator } from './cel-evaluator';
import { celName, celValue } from './cel-value';
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

/** Asks every rule in CEL about the part of an object that it is for. The structure must have been found right. */
export function checkRules(value: unknown, place: number, view: ReleaseView): RulesResult {
  if (!rulesBelow(view).has(place)) {
    return NOTHING;
  }
  const { judge, readText } = celEvaluator();
  const walk = new RuleWalk(view, judge);
  walk.check(celValue(value, place, view, readText), place);
  return walk;
}

class RuleWalk implements RulesResult {
  public readonly broken: Complaint[] = [];
  public readonly unjudged: UnjudgedRule[] = [];
  private readonly steps: (string | number)[] = [];
  private readonly worthwhile: ReadonlySet<number>;

  constructor(
    private readonly view: ReleaseView,
    private readonly judge: CelEvaluator['judge'],
  ) {
    this.worthwhile = rulesBelow(view);
  }

  public check(self: CelInput | undefined, place: number): void {
    if (self === undefined || self === null || !this.worthwhile.has(place)) {
      return;
    }
    const node = this.view.at(place);
    for (const each of node.constraints.rules ?? []) {
      this.ask(typeof each === 'string' ? { rule: each } : each, self);
    }
    if (Array.isArray(self)) {
      for (const [i, item] of self.entries()) {
        this.below(i, item, node.items);
      }
    } else if (self instanceof Map) {
      for (const [name, field] of node.fields) {
        this.below(name, self.get(celName(name)), field);
      }
      if (node.values !== undefined) {
        for (const [key, item] of self as Map<string, CelInput>) {
          this.below(key, item, node.values);
        }
      }
    }
  }

  private below(step: string | number, value: CelInput | undefined, place: number | undefined): void {
    if (place !== undefined) {
      this.steps.push(step);
      this.check(value, place);
      this.steps.pop();
    }
  }

  private ask(rule: FieldRule, self: CelInput): void {
    const verdict = this.judge(rule, self);
    const steps = [...this.steps];
    if (verdict.is === 'unjudged') {
      this.unjudged.push({ rule: rule.rule, steps, reason: verdict.reason });
    } else if (verdict.is === 'broken') {
      this.broken.push({
        code: 'PV047',
        steps: [...steps, ...stepsOf(rule.fieldPath ?? '')],
        what: verdict.message,
        why: `The API server refuses the object: its CRD has the rule ${shownRule(rule.rule)}`,
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

const known = new WeakMap<ReleaseView, ReadonlySet<number>>();

/** The nodes that have a rule, or something below them that has one. */
function rulesBelow(view: ReleaseView): ReadonlySet<number> {
  const found = known.get(view) ?? findRules(view);
  known.set(view, found);
  return found;
}

/** A node comes after everything that it holds, so that one pass is enough. */
function findRules(view: ReleaseView): ReadonlySet<number> {
  const found = new Set<number>();
  for (let place = 0; place < view.size; place++) {
    const { constraints, fields, items, values } = view.at(place);
    const parts = [...fields.values(), items, values];
    if (constraints.rules !== undefined || parts.some((part) => part !== undefined && found.has(part))) {
      found.add(place);
    }
  }
  return found;
}
