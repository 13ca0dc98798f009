/**
 * A type of CEL as text: `string`, `[T` for a list, `{K,V` for a map, the name of a struct, `dyn` for anything, and `?` for what
 * an empty list or map leaves open.
 */
export type CelType = string;

/** One field of a struct. */
export interface CelField {
  readonly type: CelType;
  /** Whether Go has a pointer there, so that an empty struct is still something. */
  readonly isPointer: boolean;
  /** Whether it is a field of an embedded struct, which Go finds by its own name. */
  readonly isPromoted: boolean;
}

/** Structs by name, each with its fields. */
export type CelStructs = ReadonlyMap<string, ReadonlyMap<string, CelField>>;

/** Reads the table of types: a line per struct, `~` for libvirt's package, `s` for a string. */
export function readStructs(table: string): CelStructs {
  return new Map(
    table.split('\n').map((line) => {
      const [name, ...fields] = line.split(' ');
      return [fullName(name!), new Map(fields.map(readField))] as const;
    }),
  );
}

function readField(text: string): readonly [string, CelField] {
  const colon = text.indexOf(':');
  const isPromoted = text.startsWith('^');
  const written = text.slice(colon + 1);
  const isPointer = written.startsWith('*');
  return [
    text.slice(isPromoted ? 1 : 0, colon),
    { type: fullType(isPointer ? written.slice(1) : written), isPointer, isPromoted },
  ];
}

function fullType(type: string): CelType {
  if (type.startsWith('[')) {
    return `[${fullType(type.slice(1))}`;
  }
  if (type.startsWith('{')) {
    const { key, value } = mapPart(type)!;
    return `{${fullType(key)},${fullType(value)}`;
  }
  return type === 's' ? 'string' : fullName(type);
}

function fullName(name: string): string {
  return name.startsWith('~') ? `libvirtxml.${name.slice(1)}` : name;
}

/** What a list holds; nothing where a type is no list. */
export function listPart(type: CelType): CelType | undefined {
  return type.startsWith('[') ? type.slice(1) : undefined;
}

/** Keys and values of a map; nothing where a type is no map. Keys are never lists or maps. */
export function mapPart(type: CelType): { readonly key: CelType; readonly value: CelType } | undefined {
  const comma = type.indexOf(',');
  return type.startsWith('{') ? { key: type.slice(1, comma), value: type.slice(comma + 1) } : undefined;
}

/** A type as cel-go writes it. */
export function shownType(type: CelType): string {
  const item = listPart(type);
  const map = mapPart(type);
  if (item !== undefined) {
    return `list(${shownType(item)})`;
  }
  return map === undefined ? type : `map(${shownType(map.key)}, ${shownType(map.value)})`;
}

/** Whether anything fits: what is not known until it runs. */
export function isOpen(type: CelType): boolean {
  return type === 'dyn' || type === '?';
}

const SCALARS = new Set(['string', 'bool', 'int', 'uint', 'double', 'bytes', 'type']);

/** Whether null may stand for a value of a type. */
function isNullable(type: CelType): boolean {
  return !SCALARS.has(type) && !type.startsWith('[') && !type.startsWith('{');
}

/** The type that both fit, the more telling of the two; nothing where they are at odds. */
export function joinTypes(a: CelType, b: CelType): CelType | undefined {
  if (a === b || b === '?') {
    return a;
  }
  if (a === '?' || a === 'dyn') {
    return a === 'dyn' ? a : b;
  }
  if (b === 'dyn') {
    return b;
  }
  if (a === 'null') {
    return isNullable(b) ? b : undefined;
  }
  if (b === 'null') {
    return isNullable(a) ? a : undefined;
  }
  const items = [listPart(a), listPart(b)] as const;
  if (items[0] !== undefined && items[1] !== undefined) {
    const item = joinTypes(items[0], items[1]);
    return item === undefined ? undefined : `[${item}`;
  }
  const maps = [mapPart(a), mapPart(b)] as const;
  if (maps[0] !== undefined && maps[1] !== undefined) {
    const key = joinTypes(maps[0].key, maps[1].key);
    const value = joinTypes(maps[0].value, maps[1].value);
    return key === undefined || value === undefined ? undefined : `{${key},${value}`;
  }
  return undefined;
}
