import { isMap } from '../../kube/object';
import { celEvaluator } from '../cel-evaluator';
import { type CelDialect, CelIssue, checkTypes, domainDialect } from './cel-check';
import type { CelExpression } from './cel-expression';
import { type CelInputs, evaluate } from './cel-run';
import { type CelType, listPart, shownType } from './cel-types';
import { CelFailure, type CelRuntimeValue, NativeStruct, plain, SparseStruct } from './cel-value';

/** An expression that the webhook takes. */
export interface CompiledExpression {
  readonly expression: CelExpression;
  readonly types: ReadonlyMap<bigint, CelType>;
}

/** What becomes of an expression: ready to run, refused with the words of cel-go, or beyond what can be judged here. */
type Compilation = CompiledExpression | { readonly refused: string } | undefined;

/** What an expression has to give. */
export const DOMAIN_TYPE = 'libvirtxml.Domain';

/** Compiles an expression as virt-api does. Source: kubevirt pkg/virt-api/webhooks/validating-webhook/admitters/plugin-admitter.go. */
export function compile(text: string, gives: 'bool' | typeof DOMAIN_TYPE, dialect: CelDialect): Compilation {
  const expression = celEvaluator().parseExpression(text);
  if (expression === undefined || typeof expression === 'string') {
    return expression === undefined ? undefined : { refused: expression };
  }
  // The parser here knows a macro of a newer CEL than KubeVirt has.
  if (/\.existsOne\(/.test(text)) {
    return { refused: `undeclared reference to 'existsOne' (in container '${dialect.container}')` };
  }
  try {
    const { type, types } = checkTypes(expression, dialect);
    const what = gives === 'bool' ? 'condition must return bool' : 'mutation must return Domain';
    return type === gives ? { expression, types } : { refused: `${what}, got ${shownType(type)}` };
  } catch (error) {
    if (error instanceof CelIssue) {
      return { refused: error.message };
    }
    throw error;
  }
}

/** Whether a condition holds. Throws a `CelFailure` where the launcher fails. */
export function holds({ expression }: CompiledExpression, inputs: CelInputs): boolean {
  return evaluate(expression, inputs, domainDialect()) === true;
}

/** The domain after a hook. Throws a `CelFailure` where the launcher fails. */
export function afterHook({ expression }: CompiledExpression, inputs: CelInputs): Record<string, unknown> {
  const change = evaluate(expression, inputs, domainDialect());
  if (!(change instanceof SparseStruct)) {
    throw new CelFailure('mutation must return a Domain object, got *ext.nativeObj');
  }
  return mergedDomain(inputs.domainSpec, change, domainDialect());
}

type Data = Record<string, unknown>;

/**
 * A domain with the fields that an expression sets laid over it.
 *
 * Structs are merged, lists replaced, null takes away. Source: kubevirt pkg/virt-launcher/virtwrap/plugins/cel/deepmerge.go.
 */
function mergedDomain(domain: Readonly<Data>, change: SparseStruct, dialect: CelDialect): Data {
  const result = { ...domain };
  for (const [name, value] of change.fields) {
    const field = dialect.structs.get(change.type)?.get(name);
    const next = mergedField(result[name], value, field?.type ?? 'dyn', dialect);
    if (next === undefined) {
      delete result[name];
    } else {
      result[name] = next;
    }
  }
  return result;
}

function mergedField(before: unknown, value: CelRuntimeValue, type: CelType, dialect: CelDialect): unknown {
  if (value === null) {
    return undefined;
  }
  if (value instanceof SparseStruct) {
    return mergedDomain(isMap(before) ? before : {}, value, dialect);
  }
  if (Array.isArray(value) && listPart(type) !== undefined) {
    // Elements begin with nothing: what an expression does not copy is lost.
    return value.map((item: CelRuntimeValue) =>
      item instanceof SparseStruct ? mergedDomain({}, item, dialect) : plain(item),
    );
  }
  // A nil pointer that is copied becomes a pointer to an empty struct.
  return value instanceof NativeStruct ? value.data : plain(value);
}
