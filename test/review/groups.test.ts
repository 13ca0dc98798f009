import type { KubeObject } from '../../src/kube/object';
import { type ReviewOptions, review } from '../../src/review/review';
import { NodeInventory } from '../../src/target/nodes';
import { nodeObject, vmObject } from '../objects';

/** What a test says of one of the VMs. */
interface Own {
  readonly cores?: number;
  readonly bus?: string;
  readonly userData?: string;
  /** Name of the volume that its own disk is on. */
  readonly volume?: string;
  readonly zone?: string;
}

const COUNT = 4;

function vm(i: number, { cores = 2, bus = 'virtio', userData, volume = 'root', zone }: Own): KubeObject {
  return vmObject(
    {
      architecture: 'amd64',
      ...(zone === undefined ? {} : { nodeSelector: { 'topology.kubernetes.io/zone': zone } }),
      domain: {
        cpu: { cores },
        memory: { guest: '1Gi' },
        firmware: { uuid: `6ba7b810-9dad-41d1-80b4-00000000000${i}` },
        devices: { disks: [{ name: volume, disk: { bus } }] },
      },
      volumes: [
        { name: volume, dataVolume: { name: `vm-${i}-root` } },
        { name: 'init', cloudInitNoCloud: { userData: userData ?? `hostname: vm-${i}\n` } },
      ],
    },
    { metadata: { name: `vm-${i}`, namespace: 'shop' } },
  );
}

const NODES = NodeInventory.of([
  nodeObject('n', 'amd64', {
    labels: { 'kubevirt.io/schedulable': 'true' },
    status: { allocatable: { cpu: '8', memory: '64Gi', pods: '110', ...devices('kvm', 'tun', 'vhost-net') } },
  }),
]);

function devices(...names: readonly string[]): object {
  return Object.fromEntries(names.map((name) => [`devices.kubevirt.io/${name}`, '1k']));
}

const isFirst = ({ metadata }: KubeObject) => metadata?.name === 'vm-0';

const CASES: readonly [title: string, after: (i: number) => Own, options?: ReviewOptions][] = [
  ['one field of all', () => ({ cores: 4 })],
  [
    'one field of all, and user data of one',
    (i) => (i === 2 ? { cores: 4, userData: 'hostname: other\n' } : { cores: 4 }),
  ],
  ['user data of all', (i) => ({ userData: `hostname: new-${i}\n` })],
  ['a field to two values', (i) => ({ cores: 3 + (i % 2) })],
  ['what virt-api rejects', () => ({ bus: 'ide' })],
  ['the name of the volume that each has for itself', () => ({ volume: 'disk' })],
  ['one field, of which some run', () => ({ cores: 4 }), { live: (each) => ({ running: isFirst(each) }) }],
  ['a field that is ignored of all', () => ({ cores: 4 }), ignoring({})],
  ['a field that is ignored of one', () => ({ cores: 4 }), ignoring({ name: 'vm-1' })],
  ['where it may run', () => ({ zone: 'nowhere' }), { nodes: NODES }],
];

function ignoring(of: object): ReviewOptions {
  return {
    ignoreDifferences: [
      { group: 'kubevirt.io', kind: 'VirtualMachine', ...of, jsonPointers: ['/spec/template/spec/domain/cpu'] },
    ],
  };
}

test.each(CASES)('a change of %s is told of VMs that are alike as of each alone', (_, after, options = {}) => {
  const numbers = Array.from({ length: COUNT }, (_, i) => i);
  const [base, head] = [numbers.map((i) => vm(i, {})), numbers.map((i) => vm(i, after(i)))];
  const together = review(base, head, options);
  // One VM alone is in no group.
  const alone = numbers.map((i) => review([base[i]!], [head[i]!], options));
  const byName = <T extends { readonly object?: { readonly name: string } | undefined }>(items: readonly T[]) =>
    [...items].sort((a, b) => (a.object!.name < b.object!.name ? -1 : 1));
  expect(byName(together.changes)).toEqual(alone.flatMap(({ changes }) => changes));
  expect(byName(together.findings.appeared)).toEqual(alone.flatMap(({ findings }) => findings.appeared));
  expect(byName(together.placement.lost)).toEqual(alone.flatMap(({ placement }) => placement.lost));
});

test('the cases are about changes, refusals, live state and placement', () => {
  const told = CASES.map(([title, after, options]) => {
    const numbers = [0, 1];
    const [base, head] = [numbers.map((i) => vm(i, {})), numbers.map((i) => vm(i, after(i)))];
    const { changes, findings, placement } = review(base, head, options);
    return [title, ...changes.map(({ effect }) => effect), findings.appeared.length, placement.lost.length];
  });
  expect(told).toEqual([
    ['one field of all', 'restart-required', 'restart-required', 0, 0],
    ['one field of all, and user data of one', 'restart-required', 'restart-required', 0, 0],
    ['user data of all', 'restart-required', 'restart-required', 0, 0],
    ['a field to two values', 'restart-required', 'restart-required', 0, 0],
    ['what virt-api rejects', 'rejected', 'rejected', 2, 0],
    ['the name of the volume that each has for itself', 'restart-required', 'restart-required', 0, 0],
    ['one field, of which some run', 'restart-required', 'next-start', 0, 0],
    ['a field that is ignored of all', 0, 0],
    ['a field that is ignored of one', 'restart-required', 0, 0],
    ['where it may run', 'next-start-fails', 'next-start-fails', 2, 2],
  ]);
});
