import { checkHcoGates, HCO_FEATURE_GATES, hcoGateFor, hcoGateOf, kubeVirtGatesOf } from '../../src/gates/hco';
import { isFeatureGate } from '../../src/gates/history';
import { compareReleases } from '../../src/kube/release';
import { facts, HAS_FACTS } from '../facts-oracle';

const NAMES = Object.keys(HCO_FEATURE_GATES);

test('every gate goes forward, and stands for a gate that KubeVirt has', () => {
  for (const fact of Object.values(HCO_FEATURE_GATES)) {
    const releases = fact.history.map(({ since }) => since);
    expect(releases).toEqual([...releases].sort(compareReleases));
    expect('kubevirt' in fact ? isFeatureGate(fact.kubevirt) : true).toBe(true);
  }
});

test.each([
  ['AlignCPUs', '1.14', 'alignCPUs'],
  ['IncrementalBackup', '1.17', undefined],
  ['IncrementalBackup', '1.18', 'incrementalBackup'],
  ['VideoConfig', '1.18', 'videoConfig'],
  ['VideoConfig', '1.19', undefined],
  ['HostDisk', '1.19', undefined],
])('HyperConverged says %s in %s with %s', (gate, hco, name) => {
  expect(hcoGateFor(gate, hco)).toBe(name);
});

test('what it cannot say names the annotation and its price', () => {
  const target = { hco: '1.18', kubevirt: '1.8' };
  const found = checkHcoGates(
    { on: ['HostDisk', 'LiveMigration', 'ObjectGraph'], off: ['Snapshot', 'VMExport'] },
    target,
  );
  expect(found.map(({ code, what }) => `${code} ${what}`)).toEqual([
    'PV212 HyperConverged 1.18 cannot turn the KubeVirt gate HostDisk on',
  ]);
  expect(found[0]!.fix).toContain('kubevirt.kubevirt.io/jsonpatch');
  expect(found[0]!.fix).toContain('TaintedConfiguration');
  expect(checkHcoGates({ off: ['Snapshot'] }, { hco: '1.19', kubevirt: '1.9' })).toHaveLength(1);
});

test('gates are read from both forms of the resource', () => {
  const field = { spec: { featureGates: { downwardMetrics: true, videoConfig: false } } };
  expect(kubeVirtGatesOf(field, '1.18')).toEqual(['DecentralizedLiveMigration', 'DownwardMetrics']);
  const list = { spec: { featureGates: [{ name: 'objectGraph' }, { name: 'template', state: 'Disabled' }] } };
  expect(kubeVirtGatesOf(list, '1.19')).toEqual([
    'DecentralizedLiveMigration',
    'DeclarativeHotplugVolumes',
    'ObjectGraph',
  ]);
});

const whereFactsAre = HAS_FACTS ? test : test.skip;

whereFactsAre('every gate of every release is what was read upstream (skipped without ../shared)', () => {
  interface Cell {
    readonly phase: string;
    readonly default: boolean | null;
    readonly inV1beta1: boolean;
    readonly inV1: boolean | null;
  }
  const { gates } = facts<{ gates: Record<string, Record<string, Cell>> }>('hco-feature-gates');
  expect(NAMES.sort()).toEqual(Object.keys(gates).sort());
  for (const [name, cells] of Object.entries(gates)) {
    for (const tag of ['v1.14.0', 'v1.15.2', 'v1.16.0', 'v1.17.3', 'v1.18.1', 'release-1.19']) {
      const [, release] = /(\d+\.\d+)/.exec(tag)!;
      const ours = hcoGateOf(name, release!);
      const cell = cells[tag];
      expect([name, tag, ours?.phase, ours?.default ?? null, ours?.forms]).toEqual([
        name,
        tag,
        cell?.phase,
        cell?.default ?? null,
        cell && [...(cell.inV1beta1 ? ['field'] : []), ...(cell.inV1 ? ['list'] : [])],
      ]);
    }
  }
});
