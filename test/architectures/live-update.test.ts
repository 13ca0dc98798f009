import { growsMemory, rolloutStrategy } from '../../src/architectures/facts';

test.each<[architecture: string, kubevirt: string, grows: boolean]>([
  ['amd64', '1.3', true],
  ['amd64', '1.9', true],
  ['arm64', '1.4', true],
  ['arm64', '1.5.2', true],
  ['arm64', '1.5.3', false],
  ['arm64', '1.5', false],
  ['arm64', '1.6.0', true],
  ['arm64', '1.6.1', false],
  ['arm64', '1.6', false],
  ['s390x', '1.9', false],
  ['riscv64', '1.9', false],
])('the memory of running %s guests grows on KubeVirt %s: %s', (architecture, kubevirt, grows) => {
  expect(growsMemory(architecture, kubevirt)).toBe(grows);
});

test.each<[written: unknown, kubevirt: string, strategy: string]>([
  [undefined, '1.5', 'Stage'],
  [undefined, '1.6', 'LiveUpdate'],
  ['', '1.9', 'LiveUpdate'],
  ['Stage', '1.9', 'Stage'],
  ['LiveUpdate', '1.4', 'LiveUpdate'],
])('vmRolloutStrategy %p on KubeVirt %s is %s', (written, kubevirt, strategy) => {
  expect(rolloutStrategy(written, kubevirt)).toBe(strategy);
});
