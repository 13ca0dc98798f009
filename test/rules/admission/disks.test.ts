import { bootOrder as orderRule } from '../../../src/rules/admission/boot-order';
import { disks as diskRule } from '../../../src/rules/admission/disks';
import { type Context, ODD, oddSpecs, refusals } from './refusals';

const PATH = 'domain.devices.disks[a]';

interface DiskRow {
  readonly disk: object;
  readonly context?: Context;
  readonly refused: readonly string[];
}

function ask({ disk, context }: DiskRow): string[] {
  const spec = { domain: { devices: { disks: [{ name: 'a', ...disk }] } }, volumes: [{ name: 'a', emptyDisk: {} }] };
  return refusals(diskRule, spec, context);
}

const AMD64: Context = { architecture: 'amd64' };
const ARM64: Context = { architecture: 'arm64' };
const INSTANCE: Context = { isVm: false };

test.each<DiskRow>([
  { disk: {}, refused: [] },
  { disk: { disk: { bus: 'virtio' }, lun: null }, refused: [] },
  { disk: { disk: { bus: 'scsi' }, cdrom: { bus: 'scsi' } }, refused: [`PV802 ${PATH}`] },
  { disk: { serial: 'AZaz09_.+-' }, refused: [] },
  { disk: { serial: 'a b' }, refused: [`PV003 ${PATH}.serial`] },
  { disk: { serial: 'ä' }, refused: [`PV003 ${PATH}.serial`] },
  { disk: { serial: 'x'.repeat(256) }, refused: [] },
  { disk: { serial: 'x'.repeat(257) }, refused: [`PV003 ${PATH}.serial`] },
  { disk: { cache: 'none', io: 'threads', errorPolicy: 'enospace' }, refused: [] },
  { disk: { cache: '', io: '' }, refused: [] },
  { disk: { cache: 'unsafe' }, refused: [`PV003 ${PATH}.cache`] },
  { disk: { io: 'io_uring' }, refused: [`PV003 ${PATH}.io`] },
  { disk: { errorPolicy: 'panic' }, refused: [`PV003 ${PATH}.errorPolicy`] },
  { disk: { errorPolicy: '' }, refused: [`PV003 ${PATH}.errorPolicy`] },
])('$disk is rejected for $refused', (row) => {
  expect(ask(row)).toEqual(row.refused);
});

test.each<DiskRow>([
  { disk: { dedicatedIOThread: true, disk: { bus: 'virtio' } }, refused: [] },
  { disk: { dedicatedIOThread: true, disk: { bus: 'scsi' } }, refused: [`PV003 ${PATH}.dedicatedIOThread`] },
  { disk: { dedicatedIOThread: true, disk: {} }, context: AMD64, refused: [`PV003 ${PATH}.dedicatedIOThread late`] },
  { disk: { dedicatedIOThread: true }, context: AMD64, refused: [`PV003 ${PATH}.dedicatedIOThread late`] },
  { disk: { dedicatedIOThread: true, disk: {} }, context: ARM64, refused: [] },
  { disk: { dedicatedIOThread: true, disk: {} }, refused: [] },
  { disk: { dedicatedIOThread: false, disk: { bus: 'sata' } }, refused: [] },
  { disk: { disk: { bus: 'sata', readonly: true } }, refused: [`PV003 ${PATH}.disk.readonly`] },
  { disk: { disk: { readonly: true } }, context: AMD64, refused: [`PV003 ${PATH}.disk.readonly late`] },
  { disk: { disk: { readonly: true } }, context: ARM64, refused: [] },
  { disk: { cdrom: { bus: 'sata', readonly: true } }, refused: [] },
  { disk: { disk: { bus: 'virtio', pciAddress: '0000:81:01.0' } }, refused: [] },
  { disk: { disk: { bus: 'virtio', pciAddress: '81:01.0' } }, refused: [`PV003 ${PATH}.disk.pciAddress`] },
  { disk: { disk: { bus: 'sata', pciAddress: '0000:81:01.0' } }, refused: [`PV003 ${PATH}.disk.pciAddress`] },
  { disk: { disk: { pciAddress: '0000:81:01.0' } }, context: ARM64, refused: [`PV003 ${PATH}.disk.pciAddress`] },
  { disk: { disk: { pciAddress: '0000:81:01.0' } }, context: { ...ARM64, ...INSTANCE }, refused: [] },
  {
    disk: { disk: { pciAddress: '0000:81:01.0' } },
    context: { ...AMD64, ...INSTANCE },
    refused: [`PV003 ${PATH}.disk.pciAddress`],
  },
  { disk: { disk: { pciAddress: '0000:81:01.0' } }, context: INSTANCE, refused: [] },
])('the bus of $disk is rejected, with $context, for $refused', (row) => {
  expect(ask(row)).toEqual(row.refused);
});

const block = (custom: object, more: object = {}) => ({ disk: { bus: 'virtio' }, blockSize: { custom, ...more } });
const SIZES = `${PATH}.blockSize.custom`;

test.each<DiskRow>([
  { disk: block({ logical: 512, physical: 2_097_152 }), refused: [] },
  { disk: { blockSize: { matchVolume: {} } }, refused: [] },
  { disk: block({ logical: 512, physical: 512 }, { matchVolume: { enabled: false } }), refused: [] },
  { disk: block({ logical: 512, physical: 512 }, { matchVolume: {} }), refused: [`PV802 ${PATH}.blockSize`] },
  { disk: block({ logical: 4096, physical: 512 }), refused: [`PV003 ${SIZES}.logical`] },
  { disk: block({ logical: 256, physical: 512 }), refused: [`PV003 ${SIZES}.logical`] },
  { disk: block({ logical: 512, physical: 1000 }), refused: [`PV003 ${SIZES}.physical`] },
  { disk: block({ logical: 512, physical: 4_194_304 }), refused: [`PV003 ${SIZES}.physical`] },
  { disk: block({}), refused: [`PV003 ${SIZES}.logical`, `PV003 ${SIZES}.physical`] },
  { disk: block({ logical: 4096, physical: 4096, discardGranularity: 8192 }), refused: [] },
  {
    disk: block({ logical: 4096, physical: 4096, discardGranularity: 512 }),
    refused: [`PV003 ${SIZES}.discardGranularity`],
  },
  {
    disk: block({ logical: 4096, physical: 4096, discardGranularity: 512 }),
    context: { kubevirt: '1.6.6' },
    refused: [],
  },
  { disk: { ...block({ logical: 4096, physical: 4096 }), disk: { bus: 'sata' } }, refused: [`PV003 ${SIZES}.logical`] },
  {
    disk: { ...block({ logical: 4096, physical: 4096 }), disk: { bus: 'sata' } },
    context: { kubevirt: '1.6.6' },
    refused: [],
  },
  {
    disk: { ...block({ logical: 4096, physical: 4096 }), disk: {} },
    context: AMD64,
    refused: [`PV003 ${SIZES}.logical late`],
  },
  { disk: { ...block({ logical: 4096, physical: 4096 }), disk: {} }, context: ARM64, refused: [] },
])('the block size of $disk is rejected, with $context, for $refused', (row) => {
  expect(ask(row)).toEqual(row.refused);
});

test.each<[string, readonly string[]]>([
  ['a-1', []],
  ['x'.repeat(63), []],
  ['', ['PV002 domain.devices.disks[0].name']],
  ['Root', ['PV002 domain.devices.disks[Root].name']],
  ['r_t', ['PV002 domain.devices.disks[r_t].name']],
  ['-x', ['PV002 domain.devices.disks[-x].name']],
  ['a.b', ['PV002 domain.devices.disks[0].name']],
  ['x'.repeat(64), [`PV002 domain.devices.disks[${'x'.repeat(64)}].name`]],
])('a disk of the name %j is rejected for %j', (name, refused) => {
  expect(refusals(diskRule, { domain: { devices: { disks: [{ name }] } }, volumes: [{ name }] })).toEqual(refused);
});

test('two disks of one name are rejected', () => {
  expect(refusals(diskRule, { domain: { devices: { disks: [{ name: 'a' }, { name: 'a' }] } } })).toEqual([
    'PV802 domain.devices.disks[1].name',
  ]);
});

test('a volume without a disk gets one of its name, unless it has a file system', () => {
  const spec = { volumes: [{ name: 'Root' }, { name: 'Shared' }] };
  const filesystems = [{ name: 'Shared' }];
  expect(refusals(diskRule, spec)).toEqual(['PV002 volumes[Root].name', 'PV002 volumes[Shared].name']);
  expect(refusals(diskRule, { ...spec, domain: { devices: { filesystems } } })).toEqual(['PV002 volumes[Root].name']);
});

test.each<[readonly object[], readonly object[], readonly string[]]>([
  [[{ name: 'a', bootOrder: 1 }], [{ name: 'n', bootOrder: 2 }], []],
  [[{ name: 'a', bootOrder: 0 }], [], ['PV003 domain.devices.disks[a].bootOrder']],
  [[], [{ name: 'n', bootOrder: 0 }], ['PV003 domain.devices.interfaces[n].bootOrder']],
  [
    [
      { name: 'a', bootOrder: 1 },
      { name: 'b', bootOrder: 1 },
    ],
    [],
    ['PV802 domain.devices.disks[b].bootOrder'],
  ],
  [[{ name: 'a', bootOrder: 1 }], [{ name: 'n', bootOrder: 1 }], ['PV802 domain.devices.interfaces[n].bootOrder']],
])('the boot order of %j and %j is rejected for %j', (disks, interfaces, refused) => {
  expect(refusals(orderRule, { domain: { devices: { disks, interfaces } } })).toEqual(refused);
});

const KEYS = ['disk', 'lun', 'cdrom', 'serial', 'cache', 'blockSize', 'bootOrder', 'dedicatedIOThread', 'name'];

test.each(KEYS)('odd data at %s of a disk does not make it throw', (key) => {
  for (const odd of ODD) {
    expect(() => ask({ disk: { [key]: odd }, context: AMD64, refused: [] })).not.toThrow();
  }
});

test.each(oddSpecs(['volumes', 'domain', 'domain.devices', 'domain.devices.disks', 'domain.devices.filesystems']))(
  '%j does not make it throw',
  (spec) => {
    expect(() => [refusals(diskRule, spec, AMD64), refusals(orderRule, spec)]).not.toThrow();
  },
);
