import type { CelInput } from '@bufbuild/cel';
import type { FieldRule } from '../../imports/field-table';
import type { BrokenValidation, PolicySpec } from './cel-policy';
import type { ReadText } from './cel-value';
import type { CelExpression } from './plugin/cel-expression';

/** What a rule says of a value. */
export type CelVerdict =
  | { readonly is: 'kept' }
  /** With the message of the rule, or why it could not be evaluated: the API server rejects both. */
  | { readonly is: 'broken'; readonly message: string }
  /** Something in the rule is beyond the evaluator, which says nothing about the value. */
  | { readonly is: 'unjudged'; readonly reason: string };

/** Evaluates rules in CEL. */
export interface CelEvaluator {
  /** Judges a value by a rule. */
  readonly judge: (rule: FieldRule, self: CelInput) => CelVerdict;
  /** Reads what CEL has types of its own for. */
  readonly readText: ReadText;
  /** The expression that a text is, or why it is none; nothing where there is no parser. */
  readonly parseExpression: (text: string) => CelExpression | string | undefined;
  /** Judges an object by an admission policy; nothing where there is no evaluator. */
  readonly judgePolicy: (
    policy: PolicySpec,
    object: unknown,
    params: unknown,
  ) => readonly BrokenValidation[] | undefined;
}

/** Where no evaluator was given, no rule is judged, and each says so. */
const NONE: CelEvaluator = {
  judge: () => ({ is: 'unjudged', reason: 'there is no evaluator of CEL here' }),
  readText: (_format, text) => text,
  parseExpression: () => undefined,
  judgePolicy: () => undefined,
};

let load = (): CelEvaluator => NONE;

/** Gives the evaluator, which is asked for with the first rule that there is. In Node, `src/in-node.ts` does it. */
export function setCelEvaluator(loading: () => CelEvaluator): void {
  load = loading;
}

/** The evaluator that the host gave. */
export function celEvaluator(): CelEvaluator {
  return load();
}
