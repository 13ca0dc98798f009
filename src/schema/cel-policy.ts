import { type CelInput, type CelResult, celEnv, isCelError, parse, plan } from '@bufbuild/cel';
import { strings } from '@bufbuild/cel/ext';
import { LIST_FUNCTIONS, TEXT_FUNCTIONS } from './cel-lists';
import { OPTIONAL_FUNCTIONS, withoutOptionalSyntax } from './cel-optionals';
import { QUANTITY_FUNCTIONS } from './cel-quantity';
import { plainValue } from './cel-value';

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
