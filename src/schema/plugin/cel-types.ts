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

/** What a function takes and gives. `A` and `B` stand for any type, the same each time. */
export interface Overload {
  readonly takes: readonly CelType[];
  readonly gives: CelType;
}

const ORDERED = ['bool', 'int', 'uint', 'double', 'string', 'bytes', 'timestamp', 'duration'];
const NUMBERS = ['int', 'uint', 'double'];

/** Functions and operators of standard CEL. Source: cel-go v0.26.0 common/stdlib/standard.go. */
const STANDARD: Readonly<Record<string, readonly string[]>> = {
  '!_': ['bool > bool'],
  '_&&_': ['bool bool > bool'],
  '_||_': ['bool bool > bool'],
  '@not_strictly_false': ['bool > bool'],
  '_?_:_': ['bool A A > A'],
  '_==_': ['A A > bool'],
  '_!=_': ['A A > bool'],
  ...Object.fromEntries(
    ['_<_', '_<=_', '_>_', '_>=_'].map((name) => [name, ORDERED.map((type) => `${type} ${type} > bool`)]),
  ),
  '_+_': [
    ...[...NUMBERS, 'string', 'bytes', 'duration'].map((type) => `${type} ${type} > ${type}`),
    '[A [A > [A',
    'timestamp duration > timestamp',
    'duration timestamp > timestamp',
  ],
  '_-_': [
    ...[...NUMBERS, 'duration'].map((type) => `${type} ${type} > ${type}`),
    'timestamp timestamp > duration',
    'timestamp duration > timestamp',
  ],
  '_*_': NUMBERS.map((type) => `${type} ${type} > ${type}`),
  '_/_': NUMBERS.map((type) => `${type} ${type} > ${type}`),
  '_%_': ['int int > int', 'uint uint > uint'],
  '-_': ['int > int', 'double > double'],
  '_[_]': ['[A int > A', '{A,B A > B'],
  '@in': ['A [A > bool', 'A {A,B > bool'],
  size: ['string > int', 'bytes > int', '[A > int', '{A,B > int'],
  matches: ['string string > bool'],
  type: ['A > type'],
  dyn: ['A > dyn'],
  bool: ['bool > bool', 'string > bool'],
  bytes: ['bytes > bytes', 'string > bytes'],
  double: ['double > double', 'int > double', 'uint > double', 'string > double'],
  int: ['int > int', 'uint > int', 'double > int', 'string > int', 'duration > int', 'timestamp > int'],
  uint: ['uint > uint', 'int > uint', 'double > uint', 'string > uint'],
  string: ['string', 'bool', 'bytes', 'double', 'duration', 'int', 'timestamp', 'uint'].map(
    (type) => `${type} > string`,
  ),
  timestamp: ['timestamp > timestamp', 'string > timestamp', 'int > timestamp'],
  duration: ['duration > duration', 'string > duration', 'int > duration'],
};

const TIME_PARTS =
  'getFullYear getMonth getDayOfYear getDate getDayOfMonth getDayOfWeek getHours getMinutes getSeconds';

/** Methods of standard CEL; the first that each takes is what it is called on. */
const STANDARD_METHODS: Readonly<Record<string, readonly string[]>> = {
  size: STANDARD.size!,
  contains: ['string string > bool'],
  startsWith: ['string string > bool'],
  endsWith: ['string string > bool'],
  matches: ['string string > bool'],
  ...Object.fromEntries(
    [...TIME_PARTS.split(' '), 'getMilliseconds'].map((name) => [name, ['timestamp > int', 'timestamp string > int']]),
  ),
  ...Object.fromEntries(
    ['getHours', 'getMinutes', 'getSeconds', 'getMilliseconds'].map((name) => [
      name,
      ['timestamp > int', 'timestamp string > int', 'duration > int'],
    ]),
  ),
};

/** Comparisons of numbers of different kinds. Source: cel.CrossTypeNumericComparisons of the environment of node hooks. */
const ACROSS = NUMBERS.flatMap((a) => NUMBERS.filter((b) => b !== a).map((b) => `${a} ${b} > bool`));

/** Source: kubevirt pkg/plugins/cel/evaluator.go v1.9.0 (ext.Strings, ext.Lists), cel-go v0.26.0 ext. */
const NODE_METHODS: Readonly<Record<string, readonly string[]>> = {
  charAt: ['string int > string'],
  indexOf: ['string string > int', 'string string int > int'],
  lastIndexOf: ['string string > int', 'string string int > int'],
  lowerAscii: ['string > string'],
  upperAscii: ['string > string'],
  trim: ['string > string'],
  reverse: ['string > string', '[A > [A'],
  replace: ['string string string > string', 'string string string int > string'],
  split: ['string string > [string', 'string string int > [string'],
  substring: ['string int > string', 'string int int > string'],
  join: ['[string > string', '[string string > string'],
  format: ['string [dyn > string'],
  slice: ['[A int int > [A'],
  flatten: ['[[A > [A', '[dyn > [dyn', '[dyn int > [dyn'],
  distinct: ['[A > [A'],
  sort: ['[A > [A'],
};

/** Source: the same file (ext.Math). */
const NODE_FUNCTIONS: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(['_<_', '_<=_', '_>_', '_>=_'].map((name) => [name, [...STANDARD[name]!, ...ACROSS]])),
  'strings.quote': ['string > string'],
  'lists.range': ['int > [int'],
  'math.ceil': ['double > double'],
  'math.floor': ['double > double'],
  'math.round': ['double > double'],
  'math.trunc': ['double > double'],
  'math.abs': NUMBERS.map((type) => `${type} > ${type}`),
  'math.sign': NUMBERS.map((type) => `${type} > ${type}`),
  'math.sqrt': NUMBERS.map((type) => `${type} > double`),
  'math.isNaN': ['double > bool'],
  'math.isInf': ['double > bool'],
  'math.isFinite': ['double > bool'],
  ...Object.fromEntries(
    ['math.greatest', 'math.least'].map((name) => [
      name,
      ['[A > A', ...[1, 2, 3, 4, 5].map((count) => `${Array(count).fill('dyn').join(' ')} > dyn`)],
    ]),
  ),
  ...Object.fromEntries(
    ['math.bitAnd', 'math.bitOr', 'math.bitXor'].map((name) => [name, ['int int > int', 'uint uint > uint']]),
  ),
  'math.bitNot': ['int > int', 'uint > uint'],
  ...Object.fromEntries(
    ['math.bitShiftLeft', 'math.bitShiftRight'].map((name) => [name, ['int int > int', 'uint int > uint']]),
  ),
};

/** Functions and methods of one dialect. */
export interface CelLibrary {
  readonly functions: ReadonlyMap<string, readonly Overload[]>;
  readonly methods: ReadonlyMap<string, readonly Overload[]>;
}

/** What expressions of domain hooks may call. */
export function domainLibrary(): CelLibrary {
  return { functions: overloads(STANDARD), methods: overloads(STANDARD_METHODS) };
}

/** What conditions of node hooks may call. */
export function nodeLibrary(): CelLibrary {
  return {
    functions: overloads({ ...STANDARD, ...NODE_FUNCTIONS }),
    methods: overloads({ ...STANDARD_METHODS, ...NODE_METHODS }),
  };
}

function overloads(rows: Readonly<Record<string, readonly string[]>>): Map<string, Overload[]> {
  return new Map(
    Object.entries(rows).map(([name, texts]) => [
      name,
      texts.map((text) => {
        const [takes, gives] = text.split(' > ');
        return { takes: takes!.split(' '), gives: gives! };
      }),
    ]),
  );
}
