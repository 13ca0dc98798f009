import {
  type CelError,
  type CelInput,
  type CelResult,
  CelScalar,
  celEnv,
  celFunc,
  celMethod,
  isCelError,
  parse,
  plan,
} from '@bufbuild/cel';
import { strings } from '@bufbuild/cel/ext';
import type { FieldRule } from '../../imports/field-table';
import type { CelVerdict } from './cel-evaluator';
import { LIST_FUNCTIONS, NETWORK_FUNCTIONS, QUANTITY_FUNCTIONS, TEXT_FUNCTIONS } from './cel-libraries';
import type { ReadText } from './cel-value';
import type { CelExpression } from './plugin/cel-expression';

export { judgePolicy } from './cel-policy';

type Program = (bindings: { self: CelInput; oldSelf?: CelInput }) => CelResult;

const { BOOL, DYN, NULL } = CelScalar;

/** There is never an old object, so that null can stand for the only optional that there is: the empty one. */
const NO_OLD_SELF = [
  celFunc('optional.none', [], NULL, () => null),
  celMethod('hasValue', NULL, [], BOOL, () => false),
  celMethod('orValue', NULL, [DYN], DYN, (other) => other),
];

const ENVIRONMENT = celEnv({
  funcs: [
    ...strings,
    ...TEXT_FUNCTIONS,
    ...LIST_FUNCTIONS,
    ...QUANTITY_FUNCTIONS,
    ...NETWORK_FUNCTIONS,
    ...NO_OLD_SELF,
  ],
});

const KEPT: CelVerdict = { is: 'kept' };

/** Judges a value by a rule. A rule that compares with an old object is kept: there is none. */
export function judge(rule: FieldRule, self: CelInput): CelVerdict {
  const program = programOf(rule.rule);
  if (typeof program === 'string') {
    return { is: 'unjudged', reason: program };
  }
  if (program.comparesOld && rule.optionalOldSelf !== true) {
    return KEPT;
  }
  const result = program.run({ self, oldSelf: null });
  if (isCelError(result)) {
    const lack = lackIn(result);
    return lack === undefined
      ? { is: 'broken', message: `it cannot be evaluated: ${result.message}` }
      : { is: 'unjudged', reason: lack };
  }
  return result === true ? KEPT : { is: 'broken', message: messageOf(rule, self) };
}

/** Reads what CEL has types of its own for; text that is no such thing stays text. */
export const readText: ReadText = (format, text) => {
  const program = programOf(format === 'duration' ? 'duration(self)' : 'timestamp(self)');
  const result = typeof program === 'string' ? text : program.run({ self: text });
  return isCelError(result) ? text : result;
};

/** The expression that a text is, or why it is none. */
export function parseExpression(text: string): CelExpression | string {
  try {
    return parse(text).expr as unknown as CelExpression;
  } catch (error) {
    return error instanceof Error ? error.message : 'it cannot be read';
  }
}

/** As the API server chooses: the expression where it gives a line of text, else the message, else the rule itself. */
function messageOf({ rule, message, messageExpression }: FieldRule, self: CelInput): string {
  const program = messageExpression === undefined ? '' : programOf(messageExpression);
  const made = typeof program === 'string' ? undefined : program.run({ self, oldSelf: null });
  const isLine = typeof made === 'string' && made.trim() !== '' && !made.includes('\n');
  return isLine ? made : (message?.trim() ?? `the rule ${rule.trim()} is broken`);
}

const programs = new Map<string, { run: Program; comparesOld: boolean } | string>();

/** A rule ready to run, or why it cannot be read. Most objects of a stream are judged by the same few rules. */
function programOf(text: string): { run: Program; comparesOld: boolean } | string {
  const known = programs.get(text);
  if (known !== undefined) {
    return known;
  }
  let program: { run: Program; comparesOld: boolean } | string;
  try {
    const parsed = parse(text);
    program = { run: plan(ENVIRONMENT, parsed) as Program, comparesOld: names(parsed, 'oldSelf') };
  } catch (error) {
    program = `it cannot be read: ${error instanceof Error ? error.message : error}`;
  }
  programs.set(text, program);
  return program;
}

/** Whether an expression has a variable of this name. */
function names(expression: unknown, name: string): boolean {
  if (typeof expression !== 'object' || expression === null) {
    return false;
  }
  const { case: kind, value } = expression as { case?: unknown; value?: { name?: unknown } };
  return (kind === 'identExpr' && value?.name === name) || Object.values(expression).some((part) => names(part, name));
}

const LACK = /^(unbound function|found no matching overload|unknown type|unimplemented|unsupported)/i;

/** The evaluator's gap, if that caused the failure: the API server has compared all types before. */
function lackIn(error: CelError): string | undefined {
  const { message, cause } = error as { message: string; cause?: unknown };
  const others = Array.isArray(cause) ? (cause as CelError[]) : [];
  return LACK.test(message) ? message : others.map(lackIn).find((lack) => lack !== undefined);
}
