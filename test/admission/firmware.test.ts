import { checkFirmware } from '../../src/admission/firmware';
import { refusalsOf, survivesOddData } from './refusals';

const KERNEL = 'domain.firmware.kernelBoot';
const container = (part: object) => ({
  kernelBoot: { container: { image: 'boot:1', kernelPath: '/boot/vmlinuz', ...part } },
});

test.each<[what: string, firmware: object, refused: string[]]>([
  ['UEFI', { bootloader: { efi: {} } }, []],
  ['BIOS and UEFI', { bootloader: { efi: { secureBoot: false }, bios: {} } }, ['PV802 domain.firmware.bootloader']],
  ['a kernel', { kernelBoot: { kernelArgs: 'quiet', container: { image: 'boot:1', kernelPath: '/vmlinuz' } } }, []],
  ['arguments for no kernel', { kernelBoot: { kernelArgs: 'quiet' } }, [`PV004 ${KERNEL}.kernelArgs`]],
  ['a kernel without an image', container({ image: '' }), [`PV004 ${KERNEL}.container.image`]],
  ['neither kernel nor initrd', container({ kernelPath: '' }), [`PV004 ${KERNEL}.container`]],
  ['a relative path', container({ kernelPath: 'vmlinuz' }), [`PV003 ${KERNEL}.container.kernelPath`]],
  ['a path with dots', container({ initrdPath: '/boot/../initrd' }), [`PV003 ${KERNEL}.container.initrdPath`]],
  ['the root', container({ initrdPath: '/' }), [`PV003 ${KERNEL}.container.initrdPath`]],
  ['a path that ends with a slash', container({ initrdPath: '/boot/initrd/' }), []],
  ['a name with a dot', container({ initrdPath: '/boot/..initrd.img' }), []],
  ['tables of nothing', { acpi: {} }, ['PV004 domain.firmware.acpi']],
  ['a table', { acpi: { slicNameRef: 'slic', msdmNameRef: 'slic' } }, []],
  ['a table that is not there', { acpi: { slicNameRef: 'ghost' } }, ['PV004 domain.firmware.acpi.slicNameRef']],
  ['a table of another kind', { acpi: { msdmNameRef: 'disk' } }, ['PV003 domain.firmware.acpi.msdmNameRef']],
])('firmware with %s', (_what, firmware, refused) => {
  const volumes = [
    { name: 'slic', secret: { secretName: 's' } },
    { name: 'disk', emptyDisk: { capacity: '1Gi' } },
  ];
  expect(refusalsOf(checkFirmware, { domain: { firmware }, volumes })).toEqual(refused);
});

test('before 1.5 there are no ACPI tables, and before 1.6 one kind of them', () => {
  const spec = { domain: { firmware: { acpi: { msdmNameRef: 'ghost' } } } };
  expect(refusalsOf(checkFirmware, spec, { kubevirt: '1.4' })).toEqual([]);
  expect(refusalsOf(checkFirmware, spec, { kubevirt: '1.5' })).toEqual(['PV004 domain.firmware.acpi']);
  expect(refusalsOf(checkFirmware, spec, { kubevirt: '1.6' })).toEqual(['PV004 domain.firmware.acpi.msdmNameRef']);
});

test('odd data is nothing to fall over', () => {
  survivesOddData(checkFirmware, [
    'domain.firmware',
    'domain.firmware.bootloader',
    KERNEL,
    `${KERNEL}.container`,
    'domain.firmware.acpi',
    'volumes',
  ]);
});
