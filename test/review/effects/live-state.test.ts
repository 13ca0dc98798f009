import { liveStates } from '../../../src/review/effects/live-state';
import { vmObject } from '../../objects';

const metadata = { name: 'web', namespace: 'apps' };
const VM = vmObject({}, { metadata });

const instance = (spec: object, status: object) => ({
  apiVersion: 'kubevirt.io/v1',
  kind: 'VirtualMachineInstance',
  metadata,
  spec,
  status: { phase: 'Running', ...status },
});

test('an instance tells what it was started with, and which claims one node alone may mount', () => {
  const started = instance(
    {
      architecture: 'amd64',
      domain: {
        firmware: { uuid: 'f1' },
        machine: { type: 'q35' },
        cpu: { sockets: 2, maxSockets: 8 },
        memory: { guest: '4Gi', maxGuest: '16Gi' },
      },
    },
    {
      memory: { guestAtBoot: '2Gi' },
      conditions: [{ type: 'StorageLiveMigratable', status: 'False' }],
      volumeStatus: [
        { name: 'one', persistentVolumeClaimInfo: { accessModes: ['ReadWriteOnce'] } },
        { name: 'many', persistentVolumeClaimInfo: { accessModes: ['ReadWriteOnce', 'ReadWriteMany'] } },
        { name: 'persistent-state-for-this-vm', persistentVolumeClaimInfo: { accessModes: ['ReadWriteOnce'] } },
        { name: 'image' },
      ],
    },
  );
  expect(liveStates([started])(VM)).toEqual({
    running: true,
    storageMigratable: false,
    started: {
      architecture: 'amd64',
      machineType: 'q35',
      uuid: 'f1',
      sockets: 2,
      maxSockets: 8,
      maxGuest: '16Gi',
      guestAtBoot: '2Gi',
      readWriteOnce: ['one'],
    },
  });
});

test('a VM tells of a snapshot and a restore that are under way, also where no instance is at hand', () => {
  const busy = (status: object) => liveStates([{ ...VM, status }])(VM);
  expect(busy({ snapshotInProgress: 'nightly' })).toEqual({ snapshot: 'nightly' });
  expect(busy({ restoreInProgress: 'back' })).toEqual({ restore: 'back' });
  expect(busy({})).toEqual({});
});
