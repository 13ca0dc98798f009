import { compareFindings, type Finding } from '../../src/findings/finding';
import { shownFinding } from '../../src/findings/shown-finding';
import { renderLine, renderText } from '../../src/findings/text';

const FINDING = shownFinding<Finding>({
  code: 'PV101',
  severity: 'error',
  object: { apiVersion: 'kubevirt.io/v1', kind: 'VirtualMachine', namespace: 'shop', name: 'web' },
  path: 'architecture',
  file: 'charts/main.ts',
  line: 12,
  column: 3,
  what: '"arm46" is not an architecture',
  why: 'No node carries that label',
  fix: 'write arm64',
});

test('text has what, where, why and fix', () => {
  expect(renderText(FINDING)).toBe(
    'error PV101 VirtualMachine shop/web at charts/main.ts:12:3, architecture: "arm46" is not an architecture.\n' +
      '  No node carries that label. Fix: write arm64.',
  );
});

test('text of a group is at the first of its VMs, with the number of the others', () => {
  expect(renderText({ ...FINDING, more: 41 })).toMatch(
    /^error PV101 VirtualMachine shop\/web and 41 more at charts\/main.ts:12:3, architecture: /,
  );
});

test('text leaves out what is not known', () => {
  const { object, file, line, column, path, ...bare } = FINDING;
  expect(renderText(shownFinding(bare))).toBe(
    'error PV101: "arm46" is not an architecture.\n  No node carries that label. Fix: write arm64.',
  );
});

test('a line is one line', () => {
  expect(renderLine(FINDING)).toBe(
    'PV101 at architecture: "arm46" is not an architecture. No node carries that label. Fix: write arm64.',
  );
});

test('errors come first, then by place', () => {
  const info: Finding = { ...FINDING, severity: 'info', line: 1 };
  const later: Finding = { ...FINDING, line: 100 };
  expect([info, later, FINDING].sort(compareFindings)).toEqual([FINDING, later, info]);
});
