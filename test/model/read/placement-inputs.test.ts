import { isProblem, readYaml, type YamlDocument } from '../../../src/kube/yaml/reader';
import { announcedParameters } from '../../../src/model/read/parameters';
import { readPlatform } from '../../../src/model/read/read-platform';

const FILE = `apiVersion: polyvirt.io/v1
kind: Platform
metadata: { name: plant }
spec:
  namespace: shop
  parameters:
  - { name: namespace, title: Namespace, sets: spec.namespace }
  - { placementOf: workers }
  machines:
  - { name: workers, kubelet: "1.34.1", presets: { nodeAffinityPreset: { type: soft, key: rack, values: [r1, r2] } } }
`;

function documentOf(text: string): YamlDocument {
  const [read] = [...readYaml(text)];
  if (read === undefined || isProblem(read)) {
    throw new Error('not YAML');
  }
  return read;
}

const presetsWith = (given: Record<string, unknown>) => {
  const { declaration, findings } = readPlatform(documentOf(FILE), given);
  return {
    presets: declaration?.machines?.[0]?.presets,
    findings: findings.map(({ code, what }) => `${code} ${what}`),
  };
};

test('the six inputs of a pool are announced, with what the file says and what they may be', () => {
  const announced = announcedParameters(documentOf(FILE).value);
  expect(announced.map(({ name, default: standard, allowed }) => [name, standard, allowed])).toEqual([
    ['namespace', 'shop', undefined],
    ['workers.podAffinityPreset', '', ['', 'soft', 'hard']],
    ['workers.podAntiAffinityPreset', '', ['', 'soft', 'hard']],
    ['workers.nodeAffinityPreset.type', 'soft', ['', 'soft', 'hard']],
    ['workers.nodeAffinityPreset.keyAndValues', 'rack=r1,r2', undefined],
    ['workers.nodeAntiAffinityPreset.type', '', ['', 'soft', 'hard']],
    ['workers.nodeAntiAffinityPreset.keyAndValues', '', undefined],
  ]);
  expect(announced.every(({ title, type }) => title !== undefined && type === 'string')).toBe(true);
});

test('what is given arrives in the presets', () => {
  expect(
    presetsWith({
      'workers.podAffinityPreset': 'soft',
      'workers.podAntiAffinityPreset': '',
      'workers.nodeAffinityPreset.type': 'hard',
      'workers.nodeAffinityPreset.keyAndValues': 'example.com/zone = a, b',
      'workers.nodeAntiAffinityPreset.type': 'soft',
      'workers.nodeAntiAffinityPreset.keyAndValues': 'old',
    }),
  ).toEqual({
    findings: [],
    presets: {
      podAffinityPreset: 'soft',
      podAntiAffinityPreset: '',
      nodeAffinityPreset: { type: 'hard', key: 'example.com/zone', values: ['a', 'b'] },
      nodeAntiAffinityPreset: { type: 'soft', key: 'old' },
    },
  });
});

test('what is not given stays as the file has it', () => {
  expect(presetsWith({}).presets).toEqual({ nodeAffinityPreset: { type: 'soft', key: 'rack', values: ['r1', 'r2'] } });
});

test.each<[Record<string, unknown>, string]>([
  [{ 'workers.podAffinityPreset': 'firm' }, 'PV702 it is not one of: soft, hard'],
  [{ 'workers.nodeAffinityPreset.type': 3 }, 'PV702 it is not text'],
  [{ 'workers.nodeAffinityPreset.keyAndValues': 'a b=c' }, 'PV702 it cannot be part of a label'],
  [{ 'workers.nodeAffinityPreset.keyAndValues': '=c' }, 'PV702 there are values without a key'],
])('%j is rejected: %s', (given, finding) => {
  expect(presetsWith(given).findings).toEqual([finding]);
});

test('a pool that there is not is an error', () => {
  const { findings } = readPlatform(documentOf(FILE.replace('placementOf: workers', 'placementOf: wrokers')));
  expect(findings.map(({ code, what }) => `${code} ${what}`)).toEqual([
    'PV035 there is no pool wrokers under machines',
  ]);
});
