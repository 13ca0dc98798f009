import fc from 'fast-check';
import { identityKey, identityOf } from '../../src/kube/identity';
import type { KubeObject } from '../../src/kube/object';
import { compareObjects } from '../../src/review/diff/compare';
import { matchObjects } from '../../src/review/diff/match-objects';
import { liveStates } from '../../src/review/effects/live-state';
import { foldChanges } from '../../src/review/report/fold';
import { type ReviewOptions, review } from '../../src/review/review';
import { reviewCluster } from '../../src/review/review-cluster';
import { NodeInventory } from '../../src/target/nodes';
import { resolveTarget } from '../../src/target/target';
import { kvmNodeObject, nodeObject } from '../objects';
import { applyChanges } from './apply-changes';
import { KUBEVIRT, vm } from './report/sample';

const { target } = resolveTarget({ kubevirt: '1.9' });

/** VMs that differ in a few ways, so that two sets have much in common. */
const vms = fc
  .uniqueArray(
    fc.record({
      name: fc.constantFrom('web', 'db', 'cache', 'queue'),
      memory: fc.constantFrom('4Gi', '4096Mi', '8Gi', '512Mi'),
      sockets: fc.constantFrom(1, 2, 16),
      image: fc.constantFrom('fedora:41', 'fedora:42'),
    }),
    { selector: ({ name }) => name, maxLength: 4 },
  )
  .map((all) => all.map(({ name, ...rest }) => vm(name, rest)));

test('reviewing anything against itself is empty', () => {
  fc.assert(
    fc.property(vms, (objects) => {
      const { changes, findings, placement, gates } = review(objects, structuredClone(objects));
      expect([changes, findings, placement, gates]).toEqual([
        [],
        { appeared: [], resolved: [] },
        { lost: [], gained: [] },
        [],
      ]);
    }),
    { numRuns: 50 },
  );
});

test('VMs of another name are told with the one that is deleted, and of another namespace as that', () => {
  const renamed = review([vm('web'), vm('db', { sockets: 2 })], [vm('n-web'), vm('n-db', { sockets: 2 })]);
  expect(foldChanges(renamed.changes).map(({ names }) => names)).toEqual([
    ['shop/db → shop/n-db', 'shop/web → shop/n-web'],
  ]);
  const moved = structuredClone(vm('web'));
  const after = { ...moved, metadata: { ...moved.metadata, namespace: 'other' } } as KubeObject;
  expect(review([moved], [after]).changes).toMatchObject([
    { change: 'renamed', effect: 'recreate', text: expect.stringMatching(/^Another namespace is another object/) },
  ]);
});

test('what is reported, made to the base, gives the head', () => {
  const held = (objects: readonly KubeObject[]) => objects.map((object) => ({ object }));
  const named = (objects: readonly KubeObject[]) =>
    new Map(objects.map((object) => [identityKey(identityOf(object)), object]));
  fc.assert(
    fc.property(vms, vms, (base, head) => {
      const made = matchObjects(held(base), held(head)).flatMap((pair): KubeObject[] => {
        if (pair.change === 'removed') {
          return [];
        }
        return pair.change === 'added'
          ? [pair.after.object]
          : [applyChanges(pair.before.object, compareObjects(pair.before.object, pair.after.object, target))];
      });
      const [left, right] = [named(made), named(head)];
      expect([...left.keys()].sort()).toEqual([...right.keys()].sort());
      for (const [key, object] of left) {
        expect(compareObjects(object, right.get(key)!, target)).toEqual([]);
      }
      // And the review reports just these.
      const pairs = matchObjects(held(base), held(head));
      const seen = pairs.filter(
        (pair) =>
          !('before' in pair && 'after' in pair) ||
          pair.change === 'renamed' ||
          compareObjects(pair.before.object, pair.after.object, target).length > 0,
      );
      expect(review(base, head).changes).toHaveLength(seen.length);
    }),
    { numRuns: 100 },
  );
});

const one = (before: KubeObject, after: KubeObject, options: ReviewOptions = {}) =>
  review([KUBEVIRT, before], [KUBEVIRT, after], options).changes[0]!;

const withStrategy = (object: KubeObject, runStrategy: string): KubeObject => ({
  ...object,
  spec: { ...(object.spec as object), runStrategy },
});

test('where only the cluster knows whether a VM runs, both are said', () => {
  const change = one(withStrategy(vm('a'), 'Manual'), withStrategy(vm('a', { image: 'fedora:42' }), 'Manual'));
  expect(change).toMatchObject({
    effect: 'restart-required',
    ifRunning: true,
    otherwise: 'used at the next start, if it does not run',
    assumes: ['last-start', 'running'],
  });
  const seen = one(withStrategy(vm('a'), 'Manual'), withStrategy(vm('a', { image: 'x' }), 'Manual'), {
    live: () => ({ running: false }),
  });
  expect([seen.effect, seen.ifRunning, seen.assumes]).toEqual(['next-start', undefined, undefined]);
});

test('what is assumed is told once, and only where it matters', () => {
  const names = (...sides: [KubeObject[], KubeObject[]]) => review(...sides).assumptions.map(({ name }) => name);
  expect(names([vm('a')], [vm('a', { memory: '8Gi' })])).toEqual(['last-start', 'configuration']);
  expect(names([KUBEVIRT, vm('a')], [KUBEVIRT, vm('a', { memory: '8Gi' })])).toEqual(['last-start', 'migratable']);
  expect(names([KUBEVIRT], [KUBEVIRT, vm('a')])).toEqual([]);
  expect(names([KUBEVIRT, vm('a')], [KUBEVIRT])).toEqual(['prune']);
});

test('a snapshot with instances tells which VMs run and can migrate', () => {
  const instance = (name: string, phase: string, migratable: string) => ({
    apiVersion: 'kubevirt.io/v1',
    kind: 'VirtualMachineInstance',
    metadata: { name, namespace: 'shop' },
    status: { phase, conditions: [{ type: 'LiveMigratable', status: migratable }] },
  });
  const live = liveStates([instance('a', 'Running', 'False'), instance('b', 'Succeeded', 'True')]);
  expect([live(vm('a')), live(vm('b')), live(vm('c'))]).toEqual([
    { running: true, migratable: false },
    { running: false },
    { running: false },
  ]);
  expect(liveStates([])(vm('a'))).toEqual({});
});

test('a restart that a field needs makes others wait, one that a limit needs does not', () => {
  const fields = (after: KubeObject) =>
    Object.fromEntries(one(vm('a'), after).fields.map(({ path, effect }) => [path.split('.').at(-1), effect]));
  expect(fields(vm('a', { memory: '8Gi', image: 'x' }))).toEqual({
    guest: 'restart-required',
    image: 'restart-required',
  });
  expect(fields(vm('a', { memory: '8Gi', sockets: 99 }))).toEqual({
    guest: 'live-migrate',
    sockets: 'restart-required',
  });
});

test('a gate that is removed names the VMs that cannot start any more', () => {
  const gated = vm('disk', { more: { volumes: [{ name: 'os', hostDisk: { path: '/d.img', type: 'Disk' } }] } });
  const kubevirt = (...featureGates: string[]): KubeObject => ({
    ...KUBEVIRT,
    spec: { configuration: { developerConfiguration: { featureGates } } },
  });
  const { changes, gates, findings } = review([kubevirt('HostDisk'), gated], [kubevirt(), gated]);
  expect(changes).toMatchObject([{ effect: 'next-start-fails', text: expect.stringContaining('shop/disk') }]);
  expect(gates).toEqual([{ gate: 'HostDisk', before: 'on', after: 'off' }]);
  expect(findings.appeared.map(({ code }) => code)).toEqual(['PV208']);
  expect(review([kubevirt(), gated], [kubevirt('HostDisk'), gated]).findings.resolved).toHaveLength(1);
});

test('what a webhook rejects is told by the findings that a change brings', () => {
  const options = { target: { kubevirt: '1.9' } };
  const refused = one(vm('a'), vm('a', { more: { volumes: [{ name: 'os', hostDisk: { path: '/d' } }] } }), options);
  expect(refused).toMatchObject({ effect: 'rejected', severity: 'rejected', text: expect.stringContaining('PV208') });
});

test('VMs that no node takes any more, or takes now, are named', () => {
  const nodes = NodeInventory.of([kvmNodeObject('a', '16Gi')]);
  const grown = review([KUBEVIRT, vm('web')], [KUBEVIRT, vm('web', { memory: '64Gi' })], { nodes });
  expect(grown.placement.lost).toMatchObject([{ object: { name: 'web' }, reason: expect.stringContaining('memory') }]);
  // A restart that the change asks for would be the last.
  expect(grown.changes).toMatchObject([{ effect: 'next-start-fails', text: expect.stringContaining('memory') }]);
  const made = review([KUBEVIRT], [KUBEVIRT, vm('web', { memory: '64Gi' })], { nodes });
  expect(made.changes).toMatchObject([
    { effect: 'start-fails', severity: 'disruptive', text: expect.stringContaining('no node takes it') },
  ]);
  expect(made.verdict.worst).toBe('disruptive');
  const shrunk = review([KUBEVIRT, vm('web', { memory: '64Gi' })], [KUBEVIRT, vm('web')], { nodes });
  expect(shrunk.placement).toMatchObject({ lost: [], gained: [{ object: { name: 'web' } }] });
});

const hco = (apiVersion: string, spec: object): KubeObject => ({
  apiVersion: `hco.kubevirt.io/${apiVersion}`,
  kind: 'HyperConverged',
  metadata: { name: 'kubevirt-hyperconverged', namespace: 'kubevirt-hyperconverged' },
  spec,
});

const image = (architectures?: string) => ({
  metadata: {
    name: 'mine',
    ...(architectures === undefined ? {} : { annotations: { 'ssp.kubevirt.io/dict.architectures': architectures } }),
  },
  spec: {
    managedDataSource: 'mine',
    schedule: '0 1 * * *',
    template: { spec: { source: { registry: { url: 'docker://a/b:1' } } } },
  },
});

test('a HyperConverged in the words of another version is the same', () => {
  const templates = [image('amd64')];
  const changes = (after: KubeObject) =>
    review([hco('v1beta1', { dataImportCronTemplates: templates })], [after], { target: { hco: '1.18' } }).changes;
  const same = changes(hco('v1', { workloadSources: { dataImportCronTemplates: templates } }));
  expect(same).toEqual([]);
  const [change] = changes(hco('v1', { workloadSources: { dataImportCronTemplates: [] } }));
  expect([change?.effect, change?.severity]).toEqual(['data-delete', 'destructive']);
});

test('alerts of golden images that start and stop are told', () => {
  const labels = { 'node-role.kubernetes.io/worker': '', 'node.openshift.io/os_id': 'rhcos' };
  const worker = (architecture: string) => nodeObject(architecture, architecture, { labels });
  const options = { target: { hco: '1.18' }, nodes: NodeInventory.of(['amd64', 'arm64'].map(worker)) };
  const spec = (on: boolean) => ({
    workloadSources: { enableMultiArchBootImageImport: on, dataImportCronTemplates: [image('amd64')] },
    featureGates: [{ name: 'enableMultiArchBootImageImport', state: on ? 'Enabled' : 'Disabled' }],
  });
  const { alerts } = review([hco('v1', spec(true))], [hco('v1', spec(false))], options);
  expect(alerts.started.map(({ alert }) => alert)).toEqual(['HCOMultiArchGoldenImagesDisabled']);
});

test('documents that are the same text are not read, unless something they depend on changes', () => {
  let reads = 0;
  const document = (object: KubeObject) => ({
    text: JSON.stringify(object),
    objects: () => {
      reads += 1;
      return [{ object }];
    },
  });
  const side = (objects: readonly KubeObject[]) => ({ context: { target }, documents: objects.map(document) });
  const others = Array.from({ length: 50 }, (_, i) => vm(`vm-${i}`));
  const reviewing = { ignore: [], delivery: {}, liveOf: () => ({}), today: '2026-01-01' };
  const readsOf = (before: KubeObject[], after: KubeObject[]) => {
    reads = 0;
    reviewCluster({ before: side(before), after: side(after) }, reviewing);
    return reads;
  };
  expect(readsOf([KUBEVIRT, ...others], [KUBEVIRT, ...others])).toBe(0);
  // Both states of the VM, and KubeVirt, which says how it is applied.
  expect(readsOf([KUBEVIRT, vm('a'), ...others], [KUBEVIRT, vm('a', { memory: '8Gi' }), ...others])).toBe(3);
  const staged = { ...KUBEVIRT, spec: { configuration: { vmRolloutStrategy: 'Stage' } } };
  expect(readsOf([KUBEVIRT, ...others], [staged, ...others])).toBe(52);
});

test('clusters are told apart, and those that are on one side only come or go', () => {
  const { verdict, changes } = review(
    { eu: [vm('a')], us: [vm('a')] },
    { eu: [vm('a')], asia: [vm('a')] },
    { prune: true },
  );
  expect(verdict.clusters).toEqual({ touched: ['us', 'asia'], all: 3 });
  expect(changes.map(({ cluster, change }) => [cluster, change])).toEqual([
    ['us', 'removed'],
    ['asia', 'added'],
  ]);
});
