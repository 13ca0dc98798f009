import { ClusterView } from '../../src/cluster/cluster-view';
import type { KubeObject } from '../../src/kube/object';
import { resolveTarget } from '../../src/target/target';
import { guestChanges } from '../../src/upgrade/guests';
import { kubevirtObject, vmObject } from '../objects';

const card = (binding: string) => ({
  architecture: 'amd64',
  domain: { devices: { interfaces: [{ name: 'default', [binding]: {} }] }, memory: { guest: '1Gi' } },
  networks: [{ name: 'default', pod: {} }],
});
const named = (name: string, spec: object, more: object = {}): KubeObject =>
  vmObject(spec, { metadata: { name, namespace: 'shop' }, ...more });
const VMS = [
  named('free', card('masquerade')),
  named('bridged', card('bridge')),
  named('kept', { ...card('bridge'), evictionStrategy: 'LiveMigrate' }),
  named('claimed', { ...card('masquerade'), volumes: [{ name: 'os', persistentVolumeClaim: { claimName: 'os' } }] }),
  named('halted', card('masquerade'), { runStrategy: 'Halted' }),
];

function changes(methods: readonly string[] | undefined, ...existing: KubeObject[]) {
  const cluster =
    methods === undefined ? [] : [kubevirtObject({ workloadUpdateStrategy: { workloadUpdateMethods: methods } })];
  const { target } = resolveTarget({ kubevirt: '1.8' });
  const { moves, restarts, stays, unknown } = guestChanges(
    VMS,
    new ClusterView(VMS, { target, existing: [...cluster, ...existing] }),
  );
  const names = (notes: readonly { readonly name: string }[]) => notes.map(({ name }) => name);
  return { moves, restarts, stays: names(stays), unknown: names(unknown) };
}

const ALL = ['shop/free', 'shop/bridged', 'shop/kept', 'shop/claimed'];

test.each<[string, readonly string[] | undefined, object]>([
  ['nothing is known of the cluster', undefined, { moves: [], restarts: [], stays: [], unknown: ALL }],
  ['no method', [], { moves: [], restarts: [], stays: ALL, unknown: [] }],
  [
    'LiveMigrate',
    ['LiveMigrate'],
    { moves: ['shop/free'], restarts: [], stays: ['shop/bridged', 'shop/kept'], unknown: ['shop/claimed'] },
  ],
  [
    'both',
    ['LiveMigrate', 'Evict'],
    { moves: ['shop/free'], restarts: ['shop/bridged'], stays: ['shop/kept'], unknown: ['shop/claimed'] },
  ],
  [
    'Evict',
    ['Evict'],
    { moves: [], restarts: ['shop/free', 'shop/bridged', 'shop/claimed'], stays: ['shop/kept'], unknown: [] },
  ],
])('%s', (_, methods, expected) => {
  expect(changes(methods)).toEqual(expected);
});

test('what virt-handler said of the instance counts more than what is predicted', () => {
  const instance: KubeObject = {
    apiVersion: 'kubevirt.io/v1',
    kind: 'VirtualMachineInstance',
    metadata: { name: 'claimed', namespace: 'shop' },
    spec: {},
    status: { conditions: [{ type: 'LiveMigratable', status: 'True' }] },
  };
  expect(changes(['LiveMigrate'], instance).moves).toEqual(['shop/free', 'shop/claimed']);
});
