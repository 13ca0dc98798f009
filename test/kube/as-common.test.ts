import { asCommon, withCommonParts } from '../../src/kube/as-common';
import { byPart, isCommon } from '../../src/kube/common-part';

test('a common part is a copy that nobody changes, and the original stays its owner’s', () => {
  const ports = [{ port: 22 }];
  const common = asCommon({ ports });
  ports.push({ port: 80 });
  expect(common).toEqual({ ports: [{ port: 22 }] });
  expect(() => common.ports.push({ port: 443 })).toThrow(TypeError);
  expect(isCommon(common)).toBe(true);
  expect(isCommon({ ports })).toBe(false);
  expect(asCommon(common)).toBe(common);
});

test('the same data is one part', () => {
  expect(asCommon({ a: [1, { b: 'c' }] })).toBe(asCommon({ a: [1, { b: 'c' }] }));
  expect(asCommon({ a: [1, { b: 'c' }] })).not.toBe(asCommon({ a: [1, { b: 'd' }] }));
  expect(asCommon({ a: undefined })).not.toBe(asCommon({}));
});

test('a key called __proto__ is a key like any other', () => {
  const common = asCommon(JSON.parse('{"a": {"__proto__": {"b": 1}}}') as { a: object });
  expect(JSON.stringify(common)).toBe('{"a":{"__proto__":{"b":1}}}');
});

test('only maps and lists of a map become common', () => {
  const { cpu, name } = withCommonParts({ cpu: { cores: 1 }, name: 'a' });
  expect([isCommon(cpu), name]).toEqual([true, 'a']);
});

test('what was said of a common part is remembered, of anything else it is found out anew', () => {
  const look = jest.fn((part: object) => Object.keys(part).length);
  const count = byPart(look);
  const [common, other] = [asCommon({ a: 1 }), { a: 1 }];
  expect([count(common), count(common), count(other), count(other)]).toEqual([1, 1, 1, 1]);
  expect(look).toHaveBeenCalledTimes(3);
});
