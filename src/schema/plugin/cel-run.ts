import type { CelDialect } from './cel-check';
import type { CelCall, CelComprehension, CelConstant, CelExpression, CelSelect, CelStruct } from './cel-expression';
import { nameIn } from './cel-expression';
import { callFunction } from './cel-operators';
import {
  CelFailure,
  CelGap,
  type CelRuntimeValue,
  CelUnsigned,
  isZero,
  NativeStruct,
  SparseStruct,
  wrapped,
} from './cel-value';

/** What expressions are evaluated with: an instance and a domain, as plain data with Go's names. */
export interface CelInputs {
  readonly vmi: Readonly<Record<string, unknown>>;
  readonly domainSpec: Readonly<Record<string, unknown>>;
}

/** Steps after which an evaluation here is given up; the launcher has a limit of its own, which is estimated elsewhere. */
const MOST_STEPS = 200_000;

/** Evaluates an expression that has been checked. Throws a `CelFailure` where the launcher fails. */
export function evaluate(
  expression: CelExpression,
  { vmi, domainSpec }: CelInputs,
  dialect: CelDialect,
): CelRuntimeValue {
  const scope = new Map<string, CelRuntimeValue>([
    ['vmi', new NativeStruct('v1.VirtualMachineInstance', vmi)],
    ['domainSpec', new NativeStruct('libvirtxml.Domain', domainSpec)],
  ]);
  return new Evaluation(dialect).value(expression, scope);
}

type Scope = ReadonlyMap<string, CelRuntimeValue>;

class Evaluation {
  private steps = 0;

  public constructor(private readonly dialect: CelDialect) {}

  public value(expression: CelExpression, scope: Scope): CelRuntimeValue {
    this.steps += 1;
    if (this.steps > MOST_STEPS) {
      throw new CelGap('too many steps');
    }
    const { exprKind } = expression;
    switch (exprKind.case) {
      case 'constExpr':
        return constant(exprKind.value.constantKind);
      case 'identExpr':
        return found(scope.get(exprKind.value.name), exprKind.value.name);
      case 'selectExpr':
        return this.select(exprKind.value, scope);
      case 'callExpr':
        return this.call(exprKind.value, scope);
      case 'listExpr':
        return exprKind.value.elements.map((element) => this.value(element, scope));
      case 'structExpr':
        return this.struct(exprKind.value, scope);
      case 'comprehensionExpr':
        return this.loop(exprKind.value, scope);
      default:
        throw new CelGap('an empty expression');
    }
  }

  private select({ operand, field, testOnly }: CelSelect, scope: Scope): CelRuntimeValue {
    const from = this.value(operand!, scope);
    if (from instanceof NativeStruct) {
      return this.nativeField(from, field, testOnly);
    }
    if (from instanceof SparseStruct || from instanceof Map) {
      const value = from instanceof SparseStruct ? from.fields.get(field) : (from as Scope).get(field);
      return testOnly ? value !== undefined : missing(value, field);
    }
    throw new CelFailure(`no such field: ${field}`);
  }

  private nativeField(from: NativeStruct, name: string, testOnly: boolean): CelRuntimeValue {
    const field = this.dialect.structs.get(from.type)?.get(name);
    if (field === undefined) {
      throw new CelFailure(`no such field: ${name}`);
    }
    const data = from.data[name];
    return testOnly ? !isZero(data, field, this.dialect.structs) : wrapped(data, field.type);
  }

  private call({ function: name, target, args }: CelCall, scope: Scope): CelRuntimeValue {
    switch (name) {
      case '_&&_':
        return this.both(args, scope, false);
      case '_||_':
        return this.both(args, scope, true);
      case '_?_:_':
        return this.value(this.value(args[0]!, scope) === true ? args[1]! : args[2]!, scope);
      case '@not_strictly_false':
        return this.isNotFalse(args[0]!, scope);
      default: {
        const prefix = target === undefined ? undefined : nameIn(target);
        const isQualified = prefix !== undefined && this.dialect.library.functions.has(`${prefix}.${name}`);
        const given = target === undefined || isQualified ? args : [target, ...args];
        return callFunction(
          isQualified ? `${prefix}.${name}` : name,
          given.map((arg) => this.value(arg, scope)),
        );
      }
    }
  }

  /** One side that decides is enough, whatever becomes of the other. */
  private both([left, right]: readonly CelExpression[], scope: Scope, decides: boolean): CelRuntimeValue {
    let failure: unknown;
    for (const side of [left!, right!]) {
      try {
        if (this.value(side, scope) === decides) {
          return decides;
        }
      } catch (error) {
        if (!(error instanceof CelFailure)) {
          throw error;
        }
        failure ??= error;
      }
    }
    if (failure !== undefined) {
      throw failure;
    }
    return !decides;
  }

  private isNotFalse(expression: CelExpression, scope: Scope): boolean {
    try {
      return this.value(expression, scope) !== false;
    } catch (error) {
      if (error instanceof CelFailure) {
        return true;
      }
      throw error;
    }
  }

  private struct({ messageName, entries }: CelStruct, scope: Scope): CelRuntimeValue {
    const values = entries.map(({ keyKind, value }) => {
      const key = keyKind.case === 'mapKey' ? this.value(keyKind.value, scope) : (keyKind as { value: string }).value;
      return [key, this.value(value!, scope)] as const;
    });
    if (messageName === '') {
      return new Map(values);
    }
    const { structs, container } = this.dialect;
    const name = structs.has(`${container}.${messageName}`) ? `${container}.${messageName}` : messageName;
    return new SparseStruct(name, new Map(values as [string, CelRuntimeValue][]));
  }

  private loop(loop: CelComprehension, scope: Scope): CelRuntimeValue {
    const range = this.value(loop.iterRange!, scope);
    const items = range instanceof Map ? [...range.keys()] : (range as readonly CelRuntimeValue[]);
    let accumulated = this.value(loop.accuInit!, scope);
    for (const item of items) {
      const inner = new Map([...scope, [loop.iterVar, item], [loop.accuVar, accumulated]]);
      if (!this.isNotFalse(loop.loopCondition!, inner)) {
        break;
      }
      accumulated = this.value(loop.loopStep!, inner);
    }
    return this.value(loop.result!, new Map([...scope, [loop.accuVar, accumulated]]));
  }
}

function constant({ case: kind, value }: CelConstant): CelRuntimeValue {
  switch (kind) {
    case 'uint64Value':
      return new CelUnsigned(value as bigint);
    case 'nullValue':
      return null;
    case 'bytesValue':
      throw new CelGap('bytes');
    default:
      return value as CelRuntimeValue;
  }
}

function found(value: CelRuntimeValue | undefined, name: string): CelRuntimeValue {
  if (value === undefined) {
    throw new CelGap(name);
  }
  return value;
}

function missing(value: CelRuntimeValue | undefined, key: string): CelRuntimeValue {
  if (value === undefined) {
    throw new CelFailure(`no such key: ${key}`);
  }
  return value;
}
