import fc from 'fast-check';
import { ARCHITECTURES, type Architecture } from '../../src/architectures/facts';
import { checkObjects } from '../../src/cluster/judge/apply-rules';
import { adaptTo } from '../../src/model/adapt';
import type { PlatformContext } from '../../src/model/context';
import { leftOutOfVm } from '../../src/model/manifests/left-out-of-vm';
import { virtualMachine } from '../../src/model/manifests/virtual-machine';
import type { VirtualMachineDeclaration } from '../../src/model/virtual-machine';

const platform = (kubevirt: string): PlatformContext => ({ name: 'p', target: { kubevirt }, requested: [] });
const adapt = (architecture: Architecture, part: object, kubevirt = '1.9') =>
  adaptTo(architecture, { name: 'web', memory: '4Gi', ...part } as VirtualMachineDeclaration, platform(kubevirt));

test.each<[Architecture, object, object, string[]]>([
  ['amd64', { cpu: { model: 'Haswell' }, watchdog: 'reset' }, { cpu: { model: 'Haswell' }, watchdog: 'reset' }, []],
  ['arm64', { cpu: { cores: 2, model: 'Haswell' } }, { cpu: { cores: 2 } }, ['cpu.model']],
  ['s390x', { cpu: { model: 'host-model' } }, { cpu: { model: 'host-model' } }, []],
  [
    'arm64',
    { cpu: { cores: 2, threads: 2, dedicatedCpuPlacement: true } },
    { cpu: { cores: 4, threads: 1, dedicatedCpuPlacement: true } },
    ['cpu.threads'],
  ],
  ['arm64', { machineType: 'q35' }, {}, ['machineType']],
  ['arm64', { watchdog: 'reset' }, {}, ['watchdog']],
  ['arm64', { firmware: { bootloader: 'bios' } }, { firmware: {} }, ['firmware.bootloader']],
  ['arm64', { firmware: { bootloader: 'efi' } }, { firmware: { bootloader: 'efi' } }, []],
  ['s390x', { firmware: { bootloader: 'efi' } }, { firmware: {} }, ['firmware.bootloader']],
  [
    'arm64',
    { disks: [{ name: 'd', bus: 'sata', emptyDisk: { capacity: '1Gi' } }] },
    { disks: [{ name: 'd', emptyDisk: { capacity: '1Gi' } }] },
    ['disks'],
  ],
])('%s: %j becomes %j', (architecture, part, expected, paths) => {
  const { declaration, findings } = adapt(architecture, part);
  expect(declaration).toEqual({ name: 'web', memory: '4Gi', architecture, ...expected });
  expect(findings.map(({ path }) => path)).toEqual(paths);
  expect(findings.every(({ code, severity }) => code === 'PV106' && severity === 'info')).toBe(true);
});

test('s390x has a watchdog from 1.5.1', () => {
  expect(adapt('s390x', { watchdog: 'reset' }, '1.5').declaration.watchdog).toBe('reset');
  expect(adapt('s390x', { watchdog: 'reset' }, '1.5.0').declaration.watchdog).toBeUndefined();
});

test('whatever one writes, an adapted VM is legal on every architecture and release', () => {
  const definition = fc.record(
    {
      cpu: fc.record(
        {
          threads: fc.constantFrom(1, 2),
          model: fc.constantFrom('Haswell', 'host-model', 'host-passthrough'),
          dedicatedCpuPlacement: fc.boolean(),
        },
        { requiredKeys: [] },
      ),
      machineType: fc.constantFrom('q35', 'virt', 's390-ccw-virtio'),
      firmware: fc.record({ bootloader: fc.constantFrom('bios', 'efi', 'efi-secure-boot') }, { requiredKeys: [] }),
      watchdog: fc.constantFrom('reset', 'poweroff'),
      disks: fc.tuple(
        fc.record(
          {
            name: fc.constant('a'),
            bus: fc.constantFrom('virtio', 'scsi', 'sata', 'usb'),
            emptyDisk: fc.constant({ capacity: '1Gi' }),
          },
          { requiredKeys: ['name', 'emptyDisk'] },
        ),
        fc.record(
          {
            name: fc.constant('b'),
            device: fc.constant('cdrom'),
            bus: fc.constantFrom('scsi', 'sata', 'usb'),
            containerDisk: fc.constant({ image: 'x' }),
          },
          { requiredKeys: ['name', 'device', 'containerDisk'] },
        ),
      ),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(
      definition,
      fc.constantFrom(...ARCHITECTURES),
      fc.constantFrom('1.3', '1.5', '1.6', '1.7', '1.8', '1.9'),
      (part, architecture, kubevirt) => {
        const { declaration } = adapt(architecture, part, kubevirt);
        expect(leftOutOfVm(declaration, platform(kubevirt))).toEqual([]);
        const found = checkObjects([virtualMachine(declaration, platform(kubevirt))], { target: { kubevirt } });
        // That dedicated CPUs need a gate is said of every architecture.
        expect(found.filter(({ code }) => code !== 'PV208')).toEqual([]);
      },
    ),
    { numRuns: 1000 },
  );
});
