// Values that programs do not expect: of another type, too long, too deep, with a name that JavaScript has for its own.

/** Text that is written as it is: what JSON cannot say and YAML can. */
export class Raw {
  constructor(text) {
    this.text = text;
  }

  toJSON() {
    return this.text;
  }
}

/** Names that every object of JavaScript has. */
export const PROTOTYPE_NAMES = [
  'constructor',
  '__proto__',
  'toString',
  'hasOwnProperty',
  'valueOf',
  'prototype',
  'length',
  'isPrototypeOf',
];

const TEXTS = [
  '',
  ' ',
  '\n',
  '*',
  '/',
  '..',
  '../../etc/passwd',
  'a/b/c',
  '-',
  '0',
  '-1',
  '1e999',
  '0x10',
  '1_000',
  '1Gi',
  '9999999999999999999Ei',
  '-5m',
  '1e3',
  '.5',
  'NaN',
  'null',
  'true',
  '~',
  '1.10',
  '1.9.99-rc.1+x',
  'v1',
  'amd64',
  'arm64,s390x',
  'é',
  'e\u0301',
  '\u202e',
  '\u001b[31m',
  '\u0000',
  '\ud800',
  '\u{1f4a9}',
  '\ufeff',
  '\u2028',
  'a'.repeat(300),
  'x'.repeat(70_000),
  'a\nb\r\nc\td',
  '$HOME',
  '$(id)',
  '{{ .x }}',
  '%s%n',
  "'",
  '"',
  '`',
  '<script>alert(1)</script>',
  '=cmd()',
  '::error::x',
  'x=y',
  '=',
  ',',
  ',,',
  '[a]',
  '[0]',
  'a.b',
  'docker://',
  'docker://quay.io/a@sha256:0',
  'http://[::1',
  'https://user:pa55@host/x',
  '2020-01-01',
  '12:30:45',
  '02:00:00:00:00:01',
  '10.0.0.0/33',
  '#cloud-config\n',
  ...PROTOTYPE_NAMES,
];

const SCALARS = [
  0,
  -0,
  1,
  -1,
  5,
  1.5,
  1e21,
  -1e-7,
  2 ** 31,
  2 ** 53,
  Number.MAX_SAFE_INTEGER,
  true,
  false,
  null,
  new Raw('.nan'),
  new Raw('.inf'),
  new Raw('-.inf'),
  new Raw('0o17'),
  new Raw('0b1'),
  new Raw('2020-01-01'),
  new Raw('1_000'),
  new Raw('12:30:45'),
  new Raw('!!binary aGk='),
  new Raw('!!set {a, b}'),
  new Raw('!x y'),
  new Raw('&a [ *a ]'),
  new Raw('&b { <<: *b }'),
  new Raw('*gone'),
];

/** Something else than what should be there. */
export function oddValue(random) {
  switch (random.below(8)) {
    case 0:
    case 1:
      return random.one(TEXTS);
    case 2:
    case 3:
      return random.one(SCALARS);
    case 4:
      return random.one([[], {}, [[]], [{}], [null], { '': '' }, [''], [5], [{ name: 5 }], [{ toString: 1 }]]);
    case 5:
      return { [oddKey(random)]: random.one(TEXTS), toString: 1 };
    case 6:
      return random.chance(0.1) ? deep(random) : [random.one(TEXTS), random.one(SCALARS), oddMap(random)];
    default:
      return random.chance(0.05) ? long(random) : oddMap(random);
  }
}

/** A key that may mean something to JavaScript, YAML or a path. */
export function oddKey(random) {
  return random.chance(0.5) ? random.one(PROTOTYPE_NAMES) : random.one(TEXTS.filter(({ length }) => length < 400));
}

function oddMap(random) {
  const map = Object.create(null);
  for (let i = random.below(4); i > 0; i--) {
    map[random.one(['name', 'key', 'value', 'kind', 'spec', 'metadata', oddKey(random)])] = random.one([
      ...TEXTS.slice(0, 30),
      ...SCALARS,
    ]);
  }
  return map;
}

function deep(random) {
  let value = random.one(SCALARS);
  const isList = random.chance(0.5);
  for (let i = random.one([50, 150, 3_000]); i > 0; i--) {
    value = isList ? [value] : { a: value };
  }
  return value;
}

function long(random) {
  const value = random.one([
    random.one(SCALARS),
    { name: random.one(TEXTS).slice(0, 300) },
    { key: 'a', operator: 'In', values: ['b'] },
  ]);
  return Array.from({ length: random.one([100, 1_000]) }, () => value);
}
