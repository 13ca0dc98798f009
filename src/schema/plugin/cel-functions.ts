import type { CelType } from './cel-types';

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
