import type { CelDialect } from './cel-check';
import {
  type CelCall,
  type CelComprehension,
  type CelConstant,
  type CelExpression,
  type CelSelect,
  type CelStruct,
  nameIn,
} from './cel-expression';
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

type Values = readonly CelRuntimeValue[];

/** Calls a function, method or operator that takes all of its arguments. */
function callFunction(name: string, args: Values): CelRuntimeValue {
  const found = FUNCTIONS.get(name);
  if (found === undefined) {
    throw new CelGap(name);
  }
  return found(args);
}

const FUNCTIONS: ReadonlyMap<string, (args: Values) => CelRuntimeValue> = new Map<
  string,
  (args: Values) => CelRuntimeValue
>([
  ['!_', ([value]) => value !== true],
  ['-_', ([value]) => (typeof value === 'bigint' || typeof value === 'number' ? -value : gap('-_'))],
  ['_==_', ([a, b]) => isEqual(a!, b!)],
  ['_!=_', ([a, b]) => !isEqual(a!, b!)],
  ['_<_', ([a, b]) => compare(a!, b!) < 0],
  ['_<=_', ([a, b]) => compare(a!, b!) <= 0],
  ['_>_', ([a, b]) => compare(a!, b!) > 0],
  ['_>=_', ([a, b]) => compare(a!, b!) >= 0],
  ['_+_', ([a, b]) => sum(a!, b!)],
  ['_-_', ([a, b]) => arithmetic(a!, b!, (x, y) => x - y)],
  ['_*_', ([a, b]) => arithmetic(a!, b!, (x, y) => x * y)],
  ['_/_', ([a, b]) => arithmetic(a!, divisor(b!, 'division by zero'), (x, y) => x / y)],
  ['_%_', ([a, b]) => arithmetic(a!, divisor(b!, 'modulus by zero'), (x, y) => x % y)],
  ['_[_]', ([from, key]) => itemAt(from!, key!)],
  ['@in', ([item, range]) => isIn(item!, range!)],
  ['size', ([value]) => sizeOf(value!)],
  ['contains', ([text, part]) => textOf(text).includes(textOf(part))],
  ['startsWith', ([text, part]) => textOf(text).startsWith(textOf(part))],
  ['endsWith', ([text, part]) => textOf(text).endsWith(textOf(part))],
  ['matches', ([text, pattern]) => matches(textOf(text), textOf(pattern))],
  ['dyn', ([value]) => value!],
  ['string', ([value]) => asString(value!)],
  ['int', ([value]) => asWhole(value!, 'int')],
  ['uint', ([value]) => new CelUnsigned(asWhole(value!, 'uint'))],
  ['bool', ([value]) => asBool(value!)],
]);

function gap(name: string): never {
  throw new CelGap(name);
}

function textOf(value: CelRuntimeValue | undefined): string {
  return typeof value === 'string' ? value : gap('string');
}

function matches(text: string, pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    // Go's regular expressions are others; which of the two is wrong is not known.
    return gap('matches');
  }
}

/** A number as bigint or double, whichever kind it is. */
function numberOf(value: CelRuntimeValue): bigint | number | undefined {
  return value instanceof CelUnsigned
    ? value.value
    : typeof value === 'bigint' || typeof value === 'number'
      ? value
      : undefined;
}

function isEqual(a: CelRuntimeValue, b: CelRuntimeValue): boolean {
  const [left, right] = [numberOf(a), numberOf(b)];
  if (left !== undefined && right !== undefined) {
    // biome-ignore lint/suspicious/noDoubleEquals: CEL compares 1 and 1.0 by value, and so do bigint and number here.
    return left == right;
  }
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, i) => isEqual(item, b[i]!));
  }
  if (a instanceof Map && b instanceof Map) {
    return a.size === b.size && [...a].every(([key, value]) => b.has(key) && isEqual(value, b.get(key)!));
  }
  if (a instanceof SparseStruct || b instanceof SparseStruct) {
    const { type } = a instanceof SparseStruct ? a : (b as SparseStruct);
    throw new CelFailure(`Equal not supported for ${type}`);
  }
  if (a instanceof NativeStruct && b instanceof NativeStruct) {
    return JSON.stringify(a.data) === JSON.stringify(b.data);
  }
  return a === b;
}

function compare(a: CelRuntimeValue, b: CelRuntimeValue): number {
  const [left, right] = [numberOf(a) ?? a, numberOf(b) ?? b];
  const isOrdered = ['bigint', 'number', 'string', 'boolean'].includes(typeof left);
  if (!isOrdered) {
    return gap('<');
  }
  return left! < right! ? -1 : left! > right! ? 1 : 0;
}

function sum(a: CelRuntimeValue, b: CelRuntimeValue): CelRuntimeValue {
  if (typeof a === 'string' && typeof b === 'string') {
    return a + b;
  }
  return Array.isArray(a) && Array.isArray(b) ? [...a, ...b] : arithmetic(a, b, (x, y) => x + y);
}

function arithmetic(
  a: CelRuntimeValue,
  b: CelRuntimeValue,
  apply: <T extends bigint & number>(x: T, y: T) => bigint | number,
): CelRuntimeValue {
  const result = apply(numberOf(a) as never, numberOf(b) as never);
  if (a instanceof CelUnsigned) {
    return (result as bigint) < 0n ? fail('unsigned integer overflow') : new CelUnsigned(result as bigint);
  }
  return result;
}

function divisor(value: CelRuntimeValue, message: string): CelRuntimeValue {
  return numberOf(value) === 0n ? fail(message) : value;
}

function fail(message: string): never {
  throw new CelFailure(message);
}

function itemAt(from: CelRuntimeValue, key: CelRuntimeValue): CelRuntimeValue {
  if (Array.isArray(from)) {
    const index = numberOf(key);
    return from[index === undefined ? -1 : Number(index)] ?? fail(`index out of bounds: ${shown(key)}`);
  }
  if (!(from instanceof Map)) {
    return gap('_[_]');
  }
  const found = [...from].find(([each]) => isEqual(each, key));
  return found === undefined ? fail(`no such key: ${shown(key)}`) : found[1];
}

function shown(value: CelRuntimeValue): string {
  const number = numberOf(value);
  return number !== undefined ? `${number}` : typeof value === 'string' ? value : 'a value';
}

function isIn(item: CelRuntimeValue, range: CelRuntimeValue): boolean {
  const items = range instanceof Map ? [...range.keys()] : (range as Values);
  return items.some((each) => isEqual(each, item));
}

function sizeOf(value: CelRuntimeValue): bigint {
  if (typeof value === 'string') {
    return BigInt([...value].length);
  }
  return BigInt(value instanceof Map ? value.size : (value as Values).length);
}

function asString(value: CelRuntimeValue): string {
  const number = numberOf(value);
  return number !== undefined
    ? `${number}`
    : typeof value === 'string' || typeof value === 'boolean'
      ? `${value}`
      : gap('string');
}

function asWhole(value: CelRuntimeValue, to: 'int' | 'uint'): bigint {
  const number = typeof value === 'string' ? wholeIn(value) : numberOf(value);
  if (number === undefined) {
    return fail(`type conversion error from 'string' to '${to}'`);
  }
  if (typeof number === 'number' && !Number.isFinite(number)) {
    return fail(to === 'int' ? 'integer overflow' : 'unsigned integer overflow');
  }
  const result = typeof number === 'number' ? BigInt(Math.trunc(number)) : number;
  return to === 'uint' && result < 0n ? fail('unsigned integer overflow') : result;
}

function wholeIn(text: string): bigint | undefined {
  return /^[+-]?\d+$/.test(text) ? BigInt(text.replace(/^\+/, '')) : undefined;
}

function asBool(value: CelRuntimeValue): boolean {
  if (typeof value === 'boolean') {
    return value;
  }
  if (['true', 'TRUE', 'True', 't', 'T', '1'].includes(value as string)) {
    return true;
  }
  return ['false', 'FALSE', 'False', 'f', 'F', '0'].includes(value as string)
    ? false
    : fail("type conversion error from 'string' to 'bool'");
}
