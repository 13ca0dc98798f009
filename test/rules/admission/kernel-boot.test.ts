import { kernelBoot as rule } from '../../../src/rules/admission/kernel-boot';
import { oddSpecs, type Row, refusals } from './refusals';

const KERNEL = 'domain.firmware.kernelBoot';
const ACPI = 'domain.firmware.acpi';
const firmware = (value: object, volumes: readonly object[] = []) => ({ domain: { firmware: value }, volumes });
const kernel = (container: object) => firmware({ kernelBoot: { container } });
const TABLE = { name: 'slic', secret: { secretName: 's' } };

test.each<Row>([
  { spec: {}, refused: [] },
  { spec: firmware({ kernelBoot: {} }), refused: [] },
  { spec: kernel({ image: 'x', kernelPath: '/boot/vmlinuz', initrdPath: '/boot/initrd' }), refused: [] },
  { spec: firmware({ kernelBoot: { kernelArgs: 'quiet' } }), refused: [`PV004 ${KERNEL}.kernelArgs`] },
  { spec: kernel({ kernelPath: '/boot/vmlinuz' }), refused: [`PV004 ${KERNEL}.container.image`] },
  { spec: kernel({ image: 'x' }), refused: [`PV004 ${KERNEL}.container`] },
  { spec: kernel({ image: 'x', kernelPath: 'vmlinuz' }), refused: [`PV003 ${KERNEL}.container.kernelPath`] },
  { spec: kernel({ image: 'x', initrdPath: '/' }), refused: [`PV003 ${KERNEL}.container.initrdPath`] },
  { spec: firmware({ acpi: { slicNameRef: 'slic' } }, [TABLE]), refused: [] },
  { spec: firmware({ acpi: { msdmNameRef: 'slic' } }, [TABLE]), refused: [] },
  {
    spec: firmware({ acpi: { msdmNameRef: 'slic' } }, [TABLE]),
    context: { kubevirt: '1.5.3' },
    refused: [`PV004 ${ACPI}`],
  },
  { spec: firmware({ acpi: {} }), refused: [`PV004 ${ACPI}`] },
  { spec: firmware({ acpi: { slicNameRef: 'slic' } }), refused: [`PV004 ${ACPI}.slicNameRef`] },
  {
    spec: firmware({ acpi: { slicNameRef: 'slic' } }, [{ name: 'slic', emptyDisk: {} }]),
    refused: [`PV003 ${ACPI}.slicNameRef`],
  },
  { spec: firmware({ serial: 'a b' }), refused: [] },
  { spec: firmware({ serial: 'a b' }), context: { kubevirt: '1.5.3' }, refused: [] },
  { spec: firmware({ serial: 'a b' }), context: { kubevirt: '1.5.2' }, refused: ['PV003 domain.firmware.serial'] },
  { spec: firmware({ serial: 'ab' }), context: { kubevirt: '1.5.2' }, refused: [] },
])('$spec is rejected for $refused', ({ spec, context, refused }) => {
  expect(refusals(rule, spec, context)).toEqual(refused);
});

test.each(oddSpecs(['domain', 'domain.firmware', 'domain.firmware.acpi', KERNEL, `${KERNEL}.container`, 'volumes']))(
  '%j does not make it throw',
  (spec) => {
    expect(() => refusals(rule, spec)).not.toThrow();
  },
);
