import { firmware as rule } from '../../../src/rules/admission/firmware';
import { refusalsOf, survivesOddData } from './refusals';

test.each<[what: string, firmware: object, refused: string[]]>([
  ['UEFI', { bootloader: { efi: {} } }, []],
  ['BIOS and UEFI', { bootloader: { efi: { secureBoot: false }, bios: {} } }, ['PV802 domain.firmware.bootloader']],
])('firmware with %s', (_what, firmware, refused) => {
  expect(refusalsOf(rule, { domain: { firmware } })).toEqual(refused);
});

test('odd data is nothing to fall over', () => {
  survivesOddData(rule, ['domain.firmware', 'domain.firmware.bootloader']);
});
