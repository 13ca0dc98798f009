import { isSet, type Part } from '../../cluster/part';
import { isMap } from '../../kube/object';
import { atLeast, type Release } from '../../kube/release';
import type { Found } from '../rule';
import { type DiskBus, whenCreated } from './disk-bus';

const SOURCE = 'kubevirt pkg/storage/admitters/disks.go';

const LEAST = 512;
const MOST = 2_097_152;

/** First KubeVirt that looks at the bus and at the granularity of discards. */
const BUS_SINCE = '1.7';

/** What virt-api rejects in the block size of a disk. */
export function* checkBlockSize({ item }: Part, bus: DiskBus, kubevirt: Release): Found {
  const { blockSize } = item;
  const custom = isMap(blockSize) ? blockSize.custom : undefined;
  if (!isMap(blockSize) || !isMap(custom)) {
    return;
  }
  const path = 'blockSize';
  const { matchVolume } = blockSize;
  if (isSet(matchVolume) && !(isMap(matchVolume) && matchVolume.enabled === false)) {
    const what = 'the block size is both that of the volume and a custom one';
    yield { code: 'PV802', path, what, fix: 'keep one of matchVolume and custom', source: SOURCE };
    return;
  }
  const [logical, physical] = [sizeOf(custom.logical), sizeOf(custom.physical)];
  if (logical === undefined || physical === undefined) {
    return;
  }
  if (logical > physical) {
    const what = `the logical block size ${logical} is larger than the physical one, ${physical}`;
    yield {
      code: 'PV003',
      path: `${path}.custom.logical`,
      what,
      fix: 'write at most the physical size',
      source: SOURCE,
    };
    return;
  }
  if (atLeast(kubevirt, BUS_SINCE)) {
    if (logical !== LEAST && bus.created === 'sata') {
      const what = `a disk on sata has logical blocks of ${LEAST} bytes, not of ${logical}`;
      const fix = `write logical: ${LEAST}, or bus: virtio or scsi`;
      yield {
        code: 'PV003',
        path: `${path}.custom.logical`,
        what,
        fix,
        ...whenCreated(bus),
        source: SOURCE,
      };
      return;
    }
    const granularity = sizeOf(custom.discardGranularity) ?? 0;
    if (logical !== 0 && granularity % logical !== 0) {
      const what = `the granularity of discards, ${granularity}, is not a multiple of the logical block size, ${logical}`;
      const fix = 'write a multiple of it';
      yield { code: 'PV003', path: `${path}.custom.discardGranularity`, what, fix, source: SOURCE };
      return;
    }
  }
  yield* checkSize(logical, `${path}.custom.logical`);
  yield* checkSize(physical, `${path}.custom.physical`);
}

function* checkSize(size: number, path: string): Found {
  const isGood = size >= LEAST && size <= MOST && Number.isInteger(Math.log2(size));
  if (!isGood) {
    const what = `${size} is not a size of blocks`;
    yield { code: 'PV003', path, what, fix: `write a power of 2 from ${LEAST} to ${MOST}`, source: SOURCE };
  }
}

/** Go reads a size that is not there as 0. */
function sizeOf(value: unknown): number | undefined {
  return isSet(value) ? (typeof value === 'number' ? value : undefined) : 0;
}
