import type { Finding } from '../../src/findings/finding';
import { applyPolicy, checkPolicy } from '../../src/findings/policy';
import { processorMs } from '../processor-time';

const finding = (code: string, name: string): Finding => ({
  code,
  severity: 'error',
  object: { apiVersion: 'kubevirt.io/v1', kind: 'VirtualMachine', namespace: 'shop', name },
  what: '',
  why: '',
  fix: '',
});
const allow = (code: string, object: string | undefined, until = '2027-01-31') => ({
  code,
  until,
  reason: 'moving',
  ...(object === undefined ? {} : { object }),
});
const TODAY = '2026-11-16';
const told = (findings: readonly Finding[]) =>
  findings.map(({ code, severity, object }) => `${severity} ${code} ${object?.name ?? ''}`.trim());

test('a severity is changed by code', () => {
  expect(
    told(applyPolicy([finding('PV107', 'a'), finding('PV105', 'a')], { severity: { PV107: 'warning' } }, TODAY)),
  ).toEqual(['warning PV107 a', 'error PV105 a']);
});

test.each<[string | undefined, string[]]>([
  ['VirtualMachine/a', ['error PV107 b']],
  ['VirtualMachine/shop/a', ['error PV107 b']],
  [undefined, []],
])('an allowance for %s leaves %j', (object, expected) => {
  expect(
    told(applyPolicy([finding('PV107', 'a'), finding('PV107', 'b')], { allow: [allow('PV107', object)] }, TODAY)),
  ).toEqual(expected);
});

test('of a group an allowance may be for some, and those that are left stay one finding', () => {
  const members = ['a', 'b', 'c'].map((name) => finding('PV107', name).object!);
  const group = { ...finding('PV107', 'a'), members };
  const left = (object: string | undefined) =>
    applyPolicy([group], { allow: [allow('PV107', object)] }, TODAY).map((each) => [
      each.object?.name,
      each.members?.map(({ name }) => name),
    ]);
  expect(left('VirtualMachine/b')).toEqual([['a', ['a', 'c']]]);
  expect(left('VirtualMachine/shop/a')).toEqual([['b', ['b', 'c']]]);
  expect(left(undefined)).toEqual([]);
});

test('the last day still counts, the day after no longer, and that is said', () => {
  const policy = { allow: [allow('PV107', 'VirtualMachine/a', TODAY)] };
  expect(told(applyPolicy([finding('PV107', 'a')], policy, TODAY))).toEqual([]);
  expect(told(applyPolicy([finding('PV107', 'a')], policy, '2026-11-17'))).toEqual(['error PV107 a', 'warning PV036']);
});

test('an allowance that nothing needs is said', () => {
  expect(told(applyPolicy([], { allow: [allow('PV107', 'VirtualMachine/gone')] }, TODAY))).toEqual(['warning PV037']);
});

test('what protects the output cannot be softened', () => {
  const policy = { severity: { PV801: 'info' as const }, allow: [allow('PV801', undefined)] };
  expect(told(applyPolicy([finding('PV801', 'a')], policy, TODAY))).toEqual(['error PV801 a']);
  expect(checkPolicy(policy).map(({ code, path }) => `${code} ${path}`)).toEqual([
    'PV038 findings.severity.PV801',
    'PV038 findings.allow[0].code',
  ]);
});

test.each<[object, string]>([
  [{ severity: { PV999: 'info' } }, 'findings.severity.PV999'],
  [{ allow: [{ code: 'PV107', until: '2027-13-45', reason: 'x' }] }, 'findings.allow[0].until'],
  [{ allow: [{ code: 'PV107', until: 'soon', reason: 'x' }] }, 'findings.allow[0].until'],
  [{ allow: [{ code: 'PV107', until: '2027-01-01', reason: '' }] }, 'findings.allow[0].reason'],
])('%j is rejected at %s', (policy, path) => {
  expect(checkPolicy(policy as object)).toMatchObject([{ code: 'PV038', path }]);
});

test('a code that every object of JavaScript has is no code', () => {
  expect(checkPolicy({ severity: { constructor: 'info' } as never })).toMatchObject([
    { code: 'PV038', what: 'there is no finding constructor' },
  ]);
});

test('an allowance in each of many objects takes no longer for each of them', () => {
  const findings = Array.from({ length: 20_000 }, (_, i) => finding('PV107', `vm-${i}`));
  const placed = findings.map(({ object }) => ({ ...allow('PV107', undefined), subject: object! }));
  const took = processorMs(() => expect(applyPolicy(findings, { allow: placed }, TODAY)).toEqual([]));
  // Each by each they would take minutes.
  expect(took).toBeLessThan(5_000);
});
