import {
  type CelFunc,
  type CelInput,
  type CelResult,
  CelScalar,
  type CelValue,
  celEnv,
  celFunc,
  celList,
  celMethod,
  isCelError,
  isCelList,
  isCelMap,
  listType,
  parse,
  plan,
} from '@bufbuild/cel';
import { strings } from '@bufbuild/cel/ext';
import { LIST_FUNCTIONS, QUANTITY_FUNCTIONS, TEXT_FUNCTIONS } from './cel-libraries';
import { plainValue } from './cel-value';

const { BOOL, DYN, STRING } = CelScalar;
const OPTIONAL = listType(DYN);

/**
 * Optional values, which the evaluator does not have: a list of one value, or of none, stands for one.
 *
 * The syntax is rewritten to methods first (`withoutOptionalSyntax`).
 */
const OPTIONAL_FUNCTIONS: readonly CelFunc[] = [
  celFunc('optional.none', [], OPTIONAL, () => celList([])),
  celFunc('optional.of', [DYN], OPTIONAL, (value) => celList([value])),
  celFunc('optional.ofNonZeroValue', [DYN], OPTIONAL, (value) => celList(isZero(value) ? [] : [value])),
  celMethod('optional_', DYN, [STRING], OPTIONAL, function (key) {
    const from = isCelList(this) ? [...this] : [this];
    if (from.length === 0) {
      return celList([]);
    }
    const [map] = from as [CelValue];
    if (!isCelMap(map)) {
      throw new Error('no such overload');
    }
    const found = map.get(key);
    return celList(found === undefined ? [] : [found]);
  }),
  celMethod('hasValue', OPTIONAL, [], BOOL, function () {
    return this.size > 0;
  }),
  celMethod('orValue', OPTIONAL, [DYN], DYN, function (other): CelInput {
    return this.size > 0 ? this.get(0)! : other;
  }),
];

/** `a.?b` and `a[?"b"]` as calls. */
function withoutOptionalSyntax(expression: string): string {
  return expression
    .replace(/\.\?([A-Za-z_]\w*)/g, '.optional_("$1")')
    .replace(/\[\?((?:"(?:[^"\\]|\\.)*"|[^\]"])+)\]/g, '.optional_($1)');
}

function isZero(value: CelValue): boolean {
  return (
    value === null ||
    value === '' ||
    value === false ||
    value === 0n ||
    value === 0 ||
    ((isCelList(value) || isCelMap(value)) && value.size === 0)
  );
}

/** What of a ValidatingAdmissionPolicy decides about an object. */
export interface PolicySpec {
  readonly variables?: readonly { readonly name: string; readonly expression: string }[];
  readonly validations: readonly {
    readonly expression: string;
    readonly message?: string;
    readonly messageExpression?: string;
  }[];
}

/** A validation that an object breaks, or that could not be evaluated. */
export interface BrokenValidation {
  /** Its number in the policy. */
  readonly index: number;
  /** What the API server would say. */
  readonly message: string;
  /** Whether it is an error of the expression itself. */
  readonly isError: boolean;
}

type Program = (bindings: Record<string, CelInput>) => CelResult;

const ENVIRONMENT = celEnv({
  funcs: [...strings, ...TEXT_FUNCTIONS, ...LIST_FUNCTIONS, ...QUANTITY_FUNCTIONS, ...OPTIONAL_FUNCTIONS],
});

/** Judges an object by a policy as the API server does when it is created. */
export function judgePolicy(
  { variables = [], validations }: PolicySpec,
  object: unknown,
  params: unknown,
): BrokenValidation[] {
  const values = new Map<string, CelInput>();
  const bindings = { object: plainValue(object), params: plainValue(params), variables: values as CelInput };
  for (const { name, expression } of variables) {
    const value = programOf(expression)(bindings);
    if (isCelError(value)) {
      return [{ index: -1, message: `variable ${name}: ${value.message}`, isError: true }];
    }
    values.set(name, value as CelInput);
  }
  return validations.flatMap(({ expression, message = expression, messageExpression }, index): BrokenValidation[] => {
    const kept = programOf(expression)(bindings);
    if (kept === true) {
      return [];
    }
    if (isCelError(kept)) {
      return [{ index, message: kept.message, isError: true }];
    }
    const said = messageExpression === undefined ? undefined : programOf(messageExpression)(bindings);
    const isLine = typeof said === 'string' && said.trim() !== '' && !said.includes('\n');
    return [{ index, message: isLine ? said.trim() : message, isError: false }];
  });
}

const programs = new Map<string, Program>();

function programOf(expression: string): Program {
  const known = programs.get(expression);
  if (known !== undefined) {
    return known;
  }
  const program = plan(ENVIRONMENT, parse(withoutOptionalSyntax(expression))) as Program;
  programs.set(expression, program);
  return program;
}
