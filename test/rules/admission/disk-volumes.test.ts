import { diskVolumes } from '../../../src/rules/admission/disk-volumes';
import { type Context, oddSpecs, refusals } from './refusals';

const DISK = 'domain.devices.disks[a]';

interface MappedRow {
  readonly disk?: object;
  readonly filesystem?: object;
  readonly volume?: object;
  readonly context?: Context;
  readonly refused: readonly string[];
}

const AMD64: Context = { architecture: 'amd64' };
const ARM64: Context = { architecture: 'arm64' };
const METRICS = { downwardMetrics: {} };
const CONTAINER_PATH = { containerPath: { path: '/opt/x' } };

test.each<MappedRow>([
  { disk: { disk: {} }, volume: { emptyDisk: {} }, refused: [] },
  { disk: { disk: {} }, refused: [`PV004 ${DISK}.name`] },
  { disk: {}, refused: [`PV004 ${DISK}.name`] },
  { disk: { cdrom: {} }, refused: [] },
  { disk: { cdrom: {} }, context: { kubevirt: '1.5.3' }, refused: [`PV004 ${DISK}.name`] },
  { disk: { lun: {} }, volume: { dataVolume: { name: 'd' } }, refused: [] },
  { disk: { lun: {} }, volume: { persistentVolumeClaim: { claimName: 'd' } }, refused: [] },
  { disk: { lun: {} }, volume: { containerDisk: { image: 'x' } }, refused: [`PV003 ${DISK}.lun`] },
  { disk: { disk: { bus: 'virtio' } }, volume: METRICS, context: AMD64, refused: [] },
  { disk: { disk: { bus: 'scsi' } }, volume: METRICS, refused: [`PV003 ${DISK}.disk`] },
  { disk: { disk: {} }, volume: METRICS, context: ARM64, refused: [] },
  { disk: { disk: {} }, volume: METRICS, context: AMD64, refused: [`PV003 ${DISK}.disk late`] },
  { disk: { cdrom: {} }, volume: METRICS, context: ARM64, refused: [`PV004 ${DISK}`] },
  { disk: {}, volume: METRICS, context: ARM64, refused: [`PV004 ${DISK}`] },
  { disk: {}, volume: METRICS, context: { ...ARM64, isVm: false }, refused: [] },
  { disk: {}, volume: METRICS, context: { ...AMD64, isVm: false }, refused: [`PV003 ${DISK}`] },
  { volume: METRICS, context: ARM64, refused: ['PV004 volumes[a]'] },
  { filesystem: { virtiofs: {} }, volume: CONTAINER_PATH, refused: [] },
  { disk: { disk: {} }, volume: CONTAINER_PATH, refused: ['PV003 volumes[a].containerPath late'] },
  { volume: CONTAINER_PATH, refused: ['PV003 volumes[a].containerPath late'] },
  {
    filesystem: { virtiofs: {} },
    volume: { containerPath: { path: '/var/run/kubevirt/x' } },
    refused: ['PV003 volumes[a].containerPath.path late'],
  },
])('$disk with $volume, with $context, is rejected for $refused', ({ disk, filesystem, volume, context, refused }) => {
  const named = (item: object | undefined) => (item === undefined ? [] : [{ name: 'a', ...item }]);
  const devices = { disks: named(disk), filesystems: named(filesystem) };
  expect(refusals(diskVolumes, { domain: { devices }, volumes: named(volume) }, context)).toEqual(refused);
});

test.each(oddSpecs(['volumes', 'domain', 'domain.devices', 'domain.devices.disks', 'domain.devices.filesystems']))(
  '%j does not make it throw',
  (spec) => {
    expect(() => refusals(diskVolumes, spec, AMD64)).not.toThrow();
  },
);
