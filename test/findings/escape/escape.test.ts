import { inert, oneLine, visible } from '../../../src/findings/escape/characters';
import {
  commandData,
  commandProperty,
  csvCell,
  jsonText,
  markdownText,
  markupText,
  xmlAttribute,
} from '../../../src/findings/escape/formats';

test('everything that Unicode calls a control, a separator of lines, half of a pair or ignorable is seen, and all else stays', () => {
  const hidden = /^[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb\ufffe\uffff]$/u;
  const wrong: string[] = [];
  for (let point = 0; point <= 0x10ffff; point++) {
    const character = String.fromCodePoint(point);
    const shown = visible(character);
    const isHidden = hidden.test(character) && character !== '\n' && character !== '\t';
    if (isHidden ? !/^(\\u[0-9a-f]{4}){1,2}$/.test(shown) : shown !== character) {
      wrong.push(point.toString(16));
    }
  }
  expect(wrong).toEqual([]);
});

test.each([
  ['\u001b]8;;http://x\u0007', '\\u001b]8;;http://x\\u0007'],
  ['a\rb\r\nc\td', 'a\\u000db\r\nc\td'],
  ['\u{e0041}', '\\udb40\\udc41'],
  ['\ud83d x \ude00 😀', '\\ud83d x \\ude00 😀'],
])('%j is seen as %j', (text, shown) => {
  expect(visible(text)).toBe(shown);
});

test('as a part of a line it begins none', () => {
  expect(oneLine('a\r\n\tb')).toBe('a\\u000d\\u000a\\u0009b');
});

test.each([
  ['::error::x', '\\u003a:error::x'],
  ['a\n  ::stop-commands::x\n', 'a\n  \\u003a:stop-commands::x\n'],
  ['a ##[add-mask]x', 'a #\\u0023[add-mask]x'],
  ['a::b', 'a::b'],
])('a runner obeys nothing in %j', (text, shown) => {
  expect(inert(text)).toBe(shown);
});

test('JSON says the same after it was made inert', () => {
  const value = { '\u202ea\\': ['##[x]', '::y', '\u0085\u{e0041}\ud800\ufeff\u2028"\\'] };
  expect(JSON.parse(inert(JSON.stringify(value, undefined, 2)))).toEqual(value);
  expect(JSON.parse(jsonText(value))).toEqual(value);
  expect(jsonText(value)).not.toMatch(/[\u202e\u0085\ufeff\u2028]/);
});

test.each([
  ['<img src=x onerror=alert(1)>', '&lt;img src=x onerror=alert(1)>'],
  ['![a](http://x/y.png)', '!\\[a&#93;(http&#58;//x/y.png)'],
  ['[a](javascript:alert(1))', '\\[a&#93;(javascript&#58;alert(1))'],
  ['[a][b]', '\\[a]\\[b]'],
  ['```\nx', '\\`\\`\\` x'],
  ['a|b', 'a\\|b'],
  ['@all (@team) me@x', '@&#8203;all (@&#8203;team) me@x'],
  ['#12 !3 GH-4 org/repo#5', '\\#&#8203;12 !&#8203;3 GH-&#8203;4 org/repo#&#8203;5'],
  ['https://github.com/o/r/issues/1 www.x.y', 'https&#58;//github.com/o/r/issues/1 www&#46;x.y'],
  ['# a', '\\# a'],
  ['> a', '\\> a'],
  ['---', '\\---'],
  ['1. a', '1\\. a'],
  ['    a', 'a'],
  ['$\\text{a}$', '&#36;\\\\text{a}&#36;'],
  ['&lt;b', '&amp;lt;b'],
  ['\u001b[31m\u202e', '\\\\u001b\\[31m\\\\u202e'],
])('Markdown takes %j for text', (text, shown) => {
  expect(markdownText(text)).toBe(shown);
});

test('markup takes everything for text, in elements and attributes', () => {
  expect(markupText(`<a b="c" d='e'>&\u0000\u202e`)).toBe('&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;\\u0000\\u202e');
  expect(xmlAttribute('a\u0000\u009b\ud800\uffff\t\r\n"<\u202e')).toBe(
    'a\ufffd\ufffd\ufffd\ufffd&#9;&#13;&#10;&quot;&lt;\\u202e',
  );
});

test('a workflow command ends where its line ends, and a property at its own comma', () => {
  expect(commandData('100%0A\r\n::x')).toBe('100%250A%0D%0A::x');
  expect(commandProperty('a,line=1::b\n')).toBe('a%2Cline=1%3A%3Ab%0A');
});

test.each([
  ['=1+1', "'=1+1"],
  [' =1+1', "' =1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['＝1', "'＝1"],
  ['a,"b"', '"a,""b"""'],
  ['=a,b', `"'=a,b"`],
  ['a\nb', '"a\nb"'],
])('a spreadsheet takes %j for text', (text, cell) => {
  expect(csvCell(text)).toBe(cell);
});
