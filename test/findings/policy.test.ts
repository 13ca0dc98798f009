import type { Finding } from '../../src/findings/finding';
import { applyPolicy } from '../../src/findings/policy';

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
    told(applyPolicy([finding('PV101', 'a'), finding('PV105', 'a')], { severity: { PV101: 'warning' } }, TODAY)),
  ).toEqual(['warning PV101 a', 'error PV105 a']);
});

test.each<[string | undefined, string[]]>([
  ['VirtualMachine/a', ['error PV101 b']],
  ['VirtualMachine/shop/a', ['error PV101 b']],
  [undefined, []],
])('an allowance for %s leaves %j', (object, expected) => {
  expect(
    told(applyPolicy([finding('PV101', 'a'), finding('PV101', 'b')], { allow: [allow('PV101', object)] }, TODAY)),
  ).toEqual(expected);
});

test('the last day still counts, the day after no longer, and that is said', () => {
  const policy = { allow: [allow('PV101', 'VirtualMachine/a', TODAY)] };
  expect(told(applyPolicy([finding('PV101', 'a')], policy, TODAY))).toEqual([]);
  expect(told(applyPolicy([finding('PV101', 'a')], policy, '2026-11-17'))).toEqual(['error PV101 a', 'warning PV036']);
});

test('an allowance that nothing needs is said', () => {
  expect(told(applyPolicy([], { allow: [allow('PV101', 'VirtualMachine/gone')] }, TODAY))).toEqual(['warning PV037']);
});
