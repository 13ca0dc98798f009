import { baselineOf, isBaseline, withoutKnown } from '../../src/findings/baseline';
import type { Finding } from '../../src/findings/finding';

const finding = (part: Partial<Finding>): Finding => ({
  code: 'PV105',
  severity: 'error',
  object: { apiVersion: 'kubevirt.io/v1', kind: 'VirtualMachine', name: 'web' },
  path: 'spec.x',
  what: 'w',
  why: 'y',
  fix: 'f',
  ...part,
});

test('neither words nor places count', () => {
  const baseline = baselineOf([finding({ file: 'a.yaml', line: 3 })]);
  expect(withoutKnown([finding({ file: 'b.yaml', line: 9, what: 'other' })], baseline)).toEqual({
    fresh: [],
    known: 1,
    gone: 0,
  });
});

test('of those that are alike as many as were known are', () => {
  const baseline = baselineOf([finding({}), finding({})]);
  expect(baseline.findings).toHaveLength(1);
  expect(withoutKnown([finding({}), finding({}), finding({})], baseline)).toMatchObject({ known: 2, gone: 0 });
  expect(withoutKnown([finding({})], baseline)).toMatchObject({ known: 1, gone: 1 });
});

test('another code, object or path is new; without an object the file counts', () => {
  const { object: _, ...bare } = finding({ file: 'a.yaml' });
  const baseline = baselineOf([finding({}), bare]);
  const others = [
    finding({ code: 'PV109' }),
    finding({ path: 'spec.y' }),
    finding({ object: { apiVersion: 'kubevirt.io/v1', kind: 'VirtualMachine', name: 'db' } }),
    { ...bare, file: 'b.yaml' },
  ];
  expect(withoutKnown(others, baseline)).toMatchObject({ fresh: others, known: 0, gone: 2 });
});

test('a baseline outlives being written and read, in whatever order it was found', () => {
  const findings = [finding({ path: 'b' }), finding({ path: 'a' })];
  const text = JSON.stringify(baselineOf(findings));
  expect(text).toBe(JSON.stringify(baselineOf([...findings].reverse())));
  expect(withoutKnown(findings, JSON.parse(text)).fresh).toEqual([]);
});

test.each<[unknown, boolean]>([
  [{ findings: [] }, true],
  [{ findings: [{ code: 'PV105', count: 1 }] }, true],
  [{ findings: [{ code: 'PV105', count: 0 }] }, false],
  [{ findings: [{ count: 1 }] }, false],
  [[], false],
  [null, false],
])('%j is a baseline: %s', (value, expected) => {
  expect(isBaseline(value)).toBe(expected);
});
