import { hyperv as rule } from '../../../src/rules/admission/hyperv';
import { refusalsOf, survivesOddData } from './refusals';

const OFF = { enabled: false };
const at = (feature: string) => `late PV802 domain.features.hyperv.${feature}`;

test.each<[what: string, features: object, refused: string[]]>([
  ['none', {}, []],
  ['one that needs another', { hyperv: { synic: {}, ipi: { enabled: true } } }, []],
  ['one whose need is turned off', { hyperv: { synic: { enabled: true }, vpindex: OFF } }, [at('vpindex')]],
  ['one by its default', { hyperv: { ipi: {}, vpindex: OFF } }, [at('vpindex')]],
  ['both turned off', { hyperv: { synic: OFF, vpindex: OFF } }, []],
  ['evmcs without vapic', { hyperv: { evmcs: {}, vapic: OFF } }, [at('vapic')]],
  ['tlbflush without vpindex', { hyperv: { tlbflush: {}, vpindex: OFF } }, [at('vpindex')]],
  ['a timer without synic', { hyperv: { synictimer: {}, synic: OFF } }, [at('synic')]],
  ['a timer that brings synic', { hyperv: { synictimer: {}, vpindex: OFF } }, [at('vpindex')]],
  ['passthrough', { hypervPassthrough: { enabled: true } }, []],
  [
    'passthrough beside',
    { hyperv: { relaxed: {} }, hypervPassthrough: {} },
    ['late PV802 domain.features.hypervPassthrough'],
  ],
])('Hyper-V features: %s', (_what, features, refused) => {
  expect(refusalsOf(rule, { domain: { features } }, { isVm: true })).toEqual(refused);
});

test('KubeVirt corrects the first vmx only', () => {
  const domain = (...policies: string[]) => ({
    features: { hyperv: { evmcs: {} } },
    cpu: { features: policies.map((policy) => ({ name: 'vmx', policy })) },
  });
  expect(refusalsOf(rule, { domain: domain('disable') })).toEqual([]);
  expect(refusalsOf(rule, { domain: domain('require', 'disable') }, { isVm: true })).toEqual([
    'late PV802 domain.cpu.features[1].policy',
  ]);
});

test('odd data is nothing to fall over', () => {
  survivesOddData(rule, ['domain.features', 'domain.features.hyperv', 'domain.features.hyperv.synic']);
});
