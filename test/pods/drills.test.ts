import * as fc from 'fast-check';
import { migrationOf } from '../../src/pods/migration';
import { lossOf, place } from '../../src/pods/place';
import { placeReport, rolloutOf } from '../../src/pods/place-report';
import { poolNodes } from '../../src/target/node-pool';
import { node, workload } from './fixtures';

const zoned = (name: string, zone: string, labels = {}) =>
  node(name, { labels: { 'topology.kubernetes.io/zone': zone, ...labels } });
const NODES = [zoned('a1', 'a'), zoned('a2', 'a'), zoned('b1', 'b', { rack: '7' })];

test('what is lost is a node, a zone, an architecture or a label', () => {
  expect(lossOf('a1', NODES)).toEqual({ said: 'a1', nodes: ['a1'] });
  expect(lossOf('zone=a', NODES)).toEqual({ said: 'zone=a', nodes: ['a1', 'a2'] });
  expect(lossOf('arch=amd64', NODES)).toEqual({ said: 'arch=amd64', nodes: ['a1', 'a2', 'b1'] });
  expect(lossOf('rack=7', NODES)).toEqual({ said: 'rack=7', nodes: ['b1'] });
  expect(lossOf('a3', NODES)).toContain('did you mean "a1"?');
  expect(lossOf('zone=c', NODES)).toContain('no node has zone "c"');
  expect(lossOf('row=1', NODES)).toContain('no node has a row');
});

test('without a zone, who can run nowhere else is stranded', () => {
  const pinned = workload('pinned', { nodeSelector: { 'topology.kubernetes.io/zone': 'a' } });
  const free = workload('free');
  const never = workload('never', { nodeSelector: { rack: '9' } });
  const loss = lossOf('zone=a', NODES);
  const { without, pending } = placeReport([pinned, free, never], NODES, { without: [loss as never] });
  expect(without?.stranded.map(({ name }) => name)).toEqual(['pinned']);
  expect(pending).toEqual(['never']);
});

test('a loss strands those, and only those, that fit no node that is left', () => {
  const zones = fc.constantFrom('a', 'b', 'c');
  fc.assert(
    fc.property(
      fc.array(fc.record({ zone: zones, memory: fc.integer({ min: 1, max: 4 }) }), { minLength: 1, maxLength: 8 }),
      fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 6 }),
      zones,
      (nodes, sizes, lost) => {
        const inventory = nodes.map(({ zone, memory }, i) => ({
          ...zoned(`n${i}`, zone),
          allocatable: { memory: `${memory}Gi` },
        }));
        const loss = lossOf(`zone=${lost}`, inventory);
        fc.pre(typeof loss !== 'string');
        const made = sizes.map((size, i) => workload(`w${i}`, {}, { memory: `${size}Gi` }));
        const { without } = placeReport(made, inventory, { without: [loss as never] });
        const fits = (size: number, left: typeof nodes) => left.some(({ memory }) => size <= memory);
        const expected = sizes.flatMap((size, i) =>
          fits(size, nodes) &&
          !fits(
            size,
            nodes.filter(({ zone }) => zone !== lost),
          )
            ? [`w${i}`]
            : [],
        );
        expect(without!.stranded.map(({ name }) => name)).toEqual(expected);
      },
    ),
  );
});

test('packing agrees with filling the first node that has room', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 8 }), { minLength: 1, maxLength: 6 }),
      fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 9 }),
      (rooms, sizes) => {
        const nodes = rooms.map((room, i) => node(`n${i}`, { allocatable: { memory: `${room}Gi` } }));
        const made = sizes.map((size, i) => workload(`w${i}`, {}, { memory: `${size}Gi` }));
        const left = [...rooms];
        const expected = sizes.map((size) => {
          const at = left.findIndex((room) => room >= size);
          if (at >= 0) {
            left[at]! -= size;
          }
          return at < 0 ? undefined : `n${at}`;
        });
        expect(place(made, nodes, { pack: true }).map(({ placedOn }) => placedOn)).toEqual(expected);
      },
    ),
  );
});

test('what runs already does not stand in its own way, and stays where it is', () => {
  const db = workload('db', {}, { memory: '6Gi' });
  const running = new Map([['a', [{ ...db.pod, vm: 'db' }]]]);
  const nodes = [node('a'), node('b')];
  const [alone] = place([db], nodes, { running });
  expect(alone).toMatchObject({ fits: ['a', 'b'], runsOn: 'a' });
  const [cache, kept] = place([db, workload('cache', {}, { memory: '6Gi' })], nodes, { running, pack: true });
  expect([cache!.placedOn, kept!.placedOn]).toEqual(['b', 'a']);
});

const cpu = (model: string, vendor: string, models: readonly string[], features: readonly string[] = []) => ({
  [`host-model-cpu.node.kubevirt.io/${model}`]: 'true',
  [`cpu-vendor.node.kubevirt.io/${vendor}`]: 'true',
  ...Object.fromEntries(models.map((name) => [`cpu-model-migration.node.kubevirt.io/${name}`, 'true'])),
  ...Object.fromEntries(features.map((name) => [`host-model-required-features.node.kubevirt.io/${name}`, 'true'])),
});

test('a guest with the model of its host finds it again, by labels', () => {
  const nodes = [
    node('old', { labels: cpu('Haswell', 'Intel', ['Haswell']) }),
    node('new', { labels: cpu('Skylake', 'Intel', ['Haswell', 'Skylake']) }),
    node('amd', { labels: cpu('EPYC', 'AMD', ['EPYC']) }),
  ];
  const guest = { ...workload('w'), migration: { isHostModel: true, keepsVendor: true } };
  const [placed] = place([guest], nodes);
  const { targets, stuckOn } = migrationOf(placed!);
  expect(targets).toEqual([
    { from: ['old'], to: ['old', 'new'], unknown: [] },
    { from: ['new'], to: ['new'], unknown: [] },
    { from: ['amd'], to: ['amd'], unknown: [] },
  ]);
  expect(stuckOn).toEqual(['new', 'amd']);
  const free = { ...guest, migration: { isHostModel: false, keepsVendor: false } };
  expect(migrationOf({ ...placed!, workload: free }).stuckOn).toEqual([]);
  const secret = { ...guest, migration: { ...guest.migration, obstacle: 'launchSecurity' } };
  expect(migrationOf({ ...placed!, workload: secret })).toMatchObject({ targets: [], obstacle: 'launchSecurity' });
});

test('a feature that the model of the source needs keeps a guest where it is; a pool does not tell', () => {
  const nodes = [
    node('a', { labels: { ...cpu('Haswell', 'Intel', ['Haswell'], ['tsx']) } }),
    node('b', { labels: { ...cpu('Haswell', 'Intel', ['Haswell']) } }),
  ];
  const guest = { ...workload('w'), migration: { isHostModel: true, keepsVendor: false } };
  const [placed] = place([guest], nodes);
  expect(migrationOf(placed!).stuckOn).toEqual(['a']);
  const [onPool] = place([guest], poolNodes({ pool: 'p', architecture: 'amd64', count: 2 }));
  expect(migrationOf(onPool!)).toMatchObject({ targets: [{ to: [], unknown: ['p-1', 'p-2'] }], stuckOn: [] });
});

test('hosts that must differ keep the target away from the zone of the source', () => {
  const term = { topologyKey: 'topology.kubernetes.io/zone', labelSelector: { matchLabels: { app: 'x' } } };
  const spec = { affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } } };
  const guest = { ...workload('w', spec, {}, { app: 'x' }), migration: { isHostModel: false, keepsVendor: false } };
  const [placed] = place([guest], NODES);
  expect(migrationOf(placed!).targets.map(({ from, to }) => [from, to.filter((name) => !from.includes(name))])).toEqual(
    [
      [['a1', 'a2'], ['b1']],
      [['b1'], ['a1', 'a2']],
    ],
  );
  // Nor is one of the sources a target of another in the same zone.
  expect(migrationOf(placed!).targets[0]!.to).toEqual(['b1']);
});

test.each([
  [3, 1, 0, 'fits', 4],
  [4, 1, 0, 'stuck', 4],
  [4, 1, 1, 'slow', 4],
  [3, 3, 0, 'slow', 4],
] as const)(
  '%i VMs with a surge of %i and %i missing on room for four: %s',
  (replicas, surge, unavailable, outcome, placed) => {
    const pool = { kind: 'MachineDeployment', namespace: 'k', name: 'p', replicas, surge, unavailable };
    const found = rolloutOf({ ...pool, vm: workload('p', {}, { memory: '4Gi' }) }, [node('a'), node('b')]);
    expect(found).toEqual({ ...pool, outcome, placed });
  },
);

test('of a pool of nodes without memory nobody knows whether a surge fits', () => {
  const vm = workload('p', {}, { memory: '4Gi' });
  const pool = { kind: 'MachineDeployment', namespace: 'k', name: 'p', replicas: 1, surge: 1, unavailable: 0, vm: vm };
  expect(rolloutOf(pool, poolNodes({ pool: 'n', architecture: 'amd64' }))).toMatchObject({
    placed: null,
    outcome: 'unknown',
  });
});
