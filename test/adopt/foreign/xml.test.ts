import { child, children, readXml, textOf } from '../../../src/adopt/foreign/xml';
import { processorMs } from '../../processor-time';

test('elements, attributes, text, comments, CDATA and entities are read', () => {
  const root = readXml(`\ufeff<?xml version="1.0"?><!-- <no/> -->
<a:domain type='kvm' xmlns:a="x"><name> web &amp; co &#65; </name><empty/><text><![CDATA[<raw>]]></text><d i="1"/><d i='&quot;2'/></a:domain>`);
  expect(root).toMatchObject({ name: 'domain', attributes: { type: 'kvm' } });
  expect([textOf(root, 'name'), textOf(root, 'text'), textOf(root, 'empty')]).toEqual([
    'web & co A',
    '<raw>',
    undefined,
  ]);
  expect(children(root, 'd').map(({ attributes }) => attributes.i)).toEqual(['1', '"2']);
  expect(child(root, 'none')).toBeUndefined();
});

test.each([
  ['', 'there is no element in it'],
  ['<a>', '<a> is not closed'],
  ['<a></b>', '</b> closes nothing'],
  ['</a>', '</a> closes nothing'],
  ['<a x=1/>', 'line 1 is not XML'],
  ['<a>\n<', 'line 2 is not XML'],
  ['<a>&own;</a>', 'the entity &own; is not known'],
  ['<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', 'document types are not read'],
  ['<a>'.repeat(200), 'elements are nested deeper than 100'],
])('%s is rejected', (text, message) => {
  expect(() => readXml(text)).toThrow(message);
});

test('a name of JavaScript is an attribute like any other', () => {
  expect(readXml('<a __proto__="x" constructor="y"/>').attributes.constructor).toBe('y');
});

test('a long text takes no longer than it is', () => {
  const took = processorMs(() => expect(() => readXml(`<a ${'x="1" '.repeat(20_000)}`)).toThrow('line 1 is not XML'));
  expect(took).toBeLessThan(2000);
});
