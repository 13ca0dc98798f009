import { HCO_FEATURE_GATES, hcoGateOf, isHcoGateOn } from '../../src/gates/hco';
import { compareReleases } from '../../src/kube/release';
import { facts } from '../facts-oracle';
import { testWhere } from '../test-where';

const NAMES = Object.keys(HCO_FEATURE_GATES);

test('every gate goes forward', () => {
  for (const fact of Object.values(HCO_FEATURE_GATES)) {
    const releases = fact.history.map(({ since }) => since);
    expect(releases).toEqual([...releases].sort(compareReleases));
  }
});

test('a gate is read from both forms of the resource', () => {
  const field = { spec: { featureGates: { downwardMetrics: true, videoConfig: false } } };
  expect(isHcoGateOn(field, 'downwardMetrics', '1.18')).toBe(true);
  expect(isHcoGateOn(field, 'videoConfig', '1.18')).toBe(false);
  const list = { spec: { featureGates: [{ name: 'objectGraph' }, { name: 'template', state: 'Disabled' }] } };
  expect(isHcoGateOn(list, 'objectGraph', '1.19')).toBe(true);
  expect(isHcoGateOn(list, 'template', '1.19')).toBe(false);
  expect(isHcoGateOn({}, 'declarativeHotplugVolumes', '1.18')).toBe(false);
  expect(isHcoGateOn({}, 'declarativeHotplugVolumes', '1.19')).toBe(true);
});

const whereFactsAre = testWhere('facts');

whereFactsAre('every gate of every release is what was read upstream', () => {
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

test('from 1.19 the case of a name in the list does not count', () => {
  const list = { spec: { featureGates: [{ name: 'DownwardMetrics' }, { name: 'TEMPLATE', state: 'Disabled' }] } };
  expect(isHcoGateOn(list, 'downwardMetrics', '1.18')).toBe(false);
  expect(isHcoGateOn(list, 'downwardMetrics', '1.19')).toBe(true);
  expect(isHcoGateOn(list, 'template', '1.19')).toBe(false);
});
