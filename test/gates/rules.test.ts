import type { Architecture } from '../../src/architectures/facts';
import { checkInertGates, impliedGates, stageOf } from '../../src/gates/rules';

test.each<[string, Architecture[], string[]]>([
  ['1.7', ['amd64', 'arm64'], ['MultiArchitecture']],
  ['1.8', ['amd64', 'arm64'], []],
  ['1.9', ['amd64', 'arm64', 's390x'], []],
  ['1.3', ['amd64'], []],
  ['1.3', [], []],
])('KubeVirt %s with %j needs %j', (kubevirt, architectures, gates) => {
  expect(impliedGates(architectures, kubevirt)).toEqual(gates);
});

test('a stage holds until the next one', () => {
  expect(['1.3', '1.7.4', '1.8', '1.9'].map((release) => stageOf('MultiArchitecture', release))).toEqual([
    'alpha',
    'alpha',
    'deprecated',
    'deprecated',
  ]);
});

test('an inert gate is said, an unknown one is left alone', () => {
  expect(checkInertGates(['MultiArchitecture', 'BrandNew'], '1.9', 'featureGates').map(({ code }) => code)).toEqual([
    'PV201',
  ]);
  expect(checkInertGates(['MultiArchitecture'], '1.7', 'featureGates')).toEqual([]);
});
