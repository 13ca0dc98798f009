import { isMap } from '../../kube/object';
import { type CelField, type CelStructs, type CelType, listPart, mapPart } from './cel-types';

/** Why an expression cannot be evaluated, in the words of cel-go. */
export class CelFailure extends Error {}

/** Something in an expression that this evaluator does not have: nothing is known of the result. */
export class CelGap extends Error {}

/** A whole number without a sign, which CEL keeps apart from one with a sign. */
export class CelUnsigned {
  public constructor(public readonly value: bigint) {}
}

/** A struct that was handed in: plain data with Go's names. What is not there has its zero value. */
export class NativeStruct {
  public constructor(
    public readonly type: string,
    public readonly data: Readonly<Record<string, unknown>>,
  ) {}
}

/** A struct that an expression made: only the fields that it names. */
export class SparseStruct {
  public constructor(
    public readonly type: string,
    public readonly fields: ReadonlyMap<string, CelRuntimeValue>,
  ) {}
}

/** A value while an expression runs. */
export type CelRuntimeValue =
  | string
  | boolean
  | bigint
  | number
  | null
  | CelUnsigned
  | NativeStruct
  | SparseStruct
  | readonly CelRuntimeValue[]
  | ReadonlyMap<CelRuntimeValue, CelRuntimeValue>;

/** Plain data as a value of a type; what is missing is the zero value, as reading a nil pointer in Go's adapter gives. */
export function wrapped(data: unknown, type: CelType): CelRuntimeValue {
  const item = listPart(type);
  if (item !== undefined) {
    return Array.isArray(data) ? data.map((each) => wrapped(each, item)) : [];
  }
  const map = mapPart(type);
  if (map !== undefined) {
    return new Map(Object.entries(isMap(data) ? data : {}).map(([key, value]) => [key, wrapped(value, map.value)]));
  }
  switch (type) {
    case 'string':
      return typeof data === 'string' ? data : '';
    case 'bool':
      return data === true;
    case 'int':
      return whole(data);
    case 'uint':
      return new CelUnsigned(whole(data));
    case 'double':
      return typeof data === 'number' ? data : 0;
    default:
      return new NativeStruct(type, isMap(data) ? data : {});
  }
}

function whole(data: unknown): bigint {
  return typeof data === 'number' && Number.isInteger(data) ? BigInt(data) : 0n;
}

/** A value as plain data again. */
export function plain(value: CelRuntimeValue): unknown {
  if (value instanceof NativeStruct) {
    return value.data;
  }
  if (value instanceof SparseStruct) {
    return Object.fromEntries([...value.fields].map(([name, each]) => [name, plain(each)]));
  }
  if (value instanceof CelUnsigned) {
    return Number(value.value);
  }
  if (Array.isArray(value)) {
    return value.map(plain);
  }
  return typeof value === 'bigint' ? Number(value) : value;
}

/** Whether plain data is Go's zero value, which is what `has` asks. */
export function isZero(data: unknown, { type, isPointer }: CelField, structs: CelStructs): boolean {
  if (data === undefined || data === null) {
    return true;
  }
  if (isPointer) {
    return false;
  }
  if (Array.isArray(data)) {
    return false;
  }
  const fields = structs.get(type);
  if (fields !== undefined && isMap(data)) {
    return [...fields].every(([name, field]) => isZero(data[name], field, structs));
  }
  return data === '' || data === false || data === 0;
}
