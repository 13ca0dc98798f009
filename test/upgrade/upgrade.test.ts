import { upgradeAdvice } from '../../src/index';
import { kubevirtObject } from '../objects';

const kubevirt = kubevirtObject({ configuration: { developerConfiguration: { featureGates: ['Snapshot'] } } });

test('what another release changes, as polyvirt upgrade says it', () => {
  const advice = upgradeAdvice([kubevirt], { from: { kubevirt: '1.8', kubernetes: '1.33' }, to: { kubevirt: '1.9' } });
  expect(advice).toMatchObject({
    changes: true,
    direction: 'upgrade',
    from: { kubevirt: '1.8' },
    to: { kubevirt: '1.9' },
    gatesFrom: 'KubeVirt',
  });
  expect(advice.gates.inert.map(({ name }) => name)).toContain('Snapshot');
  expect(advice.steps.map(({ when }) => when)).toContain('with');
});

test('the same release changes nothing, and a release that is none is rejected', () => {
  const same = { kubevirt: '1.9' };
  expect(upgradeAdvice([], { from: same, to: same }).changes).toBe(false);
  expect(() => upgradeAdvice([], { from: same, to: { kubevirt: 'nine' } })).toThrow(TypeError);
});
