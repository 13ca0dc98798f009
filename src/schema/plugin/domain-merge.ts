import { isMap } from '../../kube/object';
import type { CelDialect } from './cel-check';
import { type CelType, listPart } from './cel-types';
import { type CelRuntimeValue, NativeStruct, plain, SparseStruct } from './cel-value';

type Data = Record<string, unknown>;

/**
 * A domain with the fields that an expression sets laid over it.
 *
 * Structs are merged, lists replaced, null takes away. Source: kubevirt pkg/virt-launcher/virtwrap/plugins/cel/deepmerge.go.
 */
export function mergedDomain(domain: Readonly<Data>, change: SparseStruct, dialect: CelDialect): Data {
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
