import fc from 'fast-check';

const KEYS = [
  'a',
  'b',
  'name',
  'yes',
  '0x1F',
  '~',
  '-x',
  'k.io/x',
  '"q"',
  "'s'",
  '"<<"',
  '<<',
  '? a',
  'a b',
  '1',
  '__proto__',
];
const VALUES = [
  ...[
    '',
    ' ',
    '1',
    '-1',
    '0777',
    '1_000',
    '1e3',
    '.5',
    'yes',
    'No',
    '~',
    'null',
    'e1000',
    '8Gi',
    'x:y',
    'a: b',
    'a:',
    ':a',
    'a #b',
  ],
  ...[
    '#c',
    'a#b',
    'a  b',
    '- a',
    '-a',
    '--- a',
    '...',
    '"a"',
    '"a',
    '"a\\nb"',
    '"\\x41"',
    '"a" b',
    '"a"#b',
    '"a" # b',
    "'it''s'",
    "'a",
  ],
  ...[
    '{}',
    '{ a: 1 }',
    '{a: b, c: [d, e]}',
    '{a: b,}',
    '{a}',
    '{a:b}',
    '{"a":b}',
    '{a: }',
    '[a: b]',
    '[a, ]',
    '[]',
    '[ - ]',
    '[a] b',
    '{a: b #c}',
  ],
  ...[
    '{a: http://x:1/y, b: c:}',
    '[a\nb]',
    '[-1, -a, - a]',
    '{a: b}: c',
    '[é, "ü"]',
    '\u00a0',
    'a\u1680',
    'é',
    '|',
    '|-',
    '|+',
    '|2',
    '>',
    '>-',
    '| # c',
    '|\n',
  ],
  ...[
    '&a b',
    '*a',
    '!!str a',
    '@a',
    '`a',
    '%a',
    '?',
    '? a',
    '-',
    '=',
    '<<',
    '<',
    '(a)',
    '$a',
    '\\',
    ',',
    ',a',
    '{',
    '}',
    ']',
    "a'b",
    'a"b',
    'a\tb',
    'a\r',
  ],
];
const BLANKS = ['', '', '', '  ', '  ', '    ', ' ', '   ', '      '];

/** One line as somebody may write it, right or wrong. */
const line = fc
  .record({
    indent: fc.constantFrom(...BLANKS),
    dash: fc.constantFrom('', '', '', '- ', '-   ', '- - ', '-'),
    key: fc.option(fc.constantFrom(...KEYS), { freq: 4 }),
    colon: fc.constantFrom(': ', ': ', ': ', ':', ':  ', ' : '),
    value: fc.constantFrom(...VALUES),
    end: fc.constantFrom('', '', '', '', ' ', ' # c'),
  })
  .map(
    ({ indent, dash, key, colon, value, end }) => `${indent}${dash}${key === null ? '' : key + colon}${value}${end}`,
  );

/** Some such lines, with blank ones and comments. */
export const lines: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom('', '', '---\n', '--- \n', '# c\n', '%YAML 1.2\n'),
    fc.array(
      fc.oneof({ weight: 8, arbitrary: line }, fc.constantFrom('', '  ', '      ', '# c', '    # c', 'x: |', '  text')),
      {
        minLength: 1,
        maxLength: 6,
      },
    ),
    fc.constantFrom('\n', '\n', '\n', '', '\n\n', '\n  \n'),
  )
  .map(([head, parts, tail]) => head + parts.join('\n') + tail);

/** A document with something taken out or put in at some place. */
export function damaged(text: string): fc.Arbitrary<string> {
  return fc
    .record({
      at: fc.nat({ max: Math.max(0, text.length - 1) }),
      gone: fc.nat({ max: 3 }),
      put: fc.constantFrom(
        '',
        ' ',
        '  ',
        '\n',
        '\n  ',
        '#',
        ' #',
        ':',
        ': ',
        '-',
        '- ',
        '"',
        "'",
        '{',
        ']',
        ',',
        '|',
        '\\',
        '\t',
        '&a ',
        '*a',
      ),
    })
    .map(({ at, gone, put }) => text.slice(0, at) + put + text.slice(at + gone));
}
