import { checkDisplays } from '../../src/admission/displays';
import { refusalsOf, survivesOddData } from './refusals';

const gpus = (...displays: unknown[]) => ({
  domain: {
    devices: {
      gpus: displays.map((display, i) => ({ name: `g${i}`, deviceName: 'x/y', virtualGPUOptions: { display } })),
    },
  },
});
const REFUSED = ['PV802 domain.devices.gpus[g1].virtualGPUOptions.display'];

test.each<[what: string, spec: object, refused: string[]]>([
  ['one display', gpus({}), []],
  ['two displays', gpus({}, {}), REFUSED],
  ['two that say so', gpus({ ramFB: { enabled: true } }, { enabled: true }), REFUSED],
  ['one without ramFB', gpus({}, { ramFB: { enabled: false } }), []],
  ['ramFB that nobody turned on', gpus({}, { ramFB: {} }), []],
  ['a display that is off', gpus({}, { enabled: false }), []],
])('%s', (_what, spec, refused) => {
  expect(refusalsOf(checkDisplays, spec)).toEqual(refused);
  expect(refusalsOf(checkDisplays, spec, { kubevirt: '1.3' })).toEqual([]);
});

test('odd data is nothing to fall over', () => {
  survivesOddData(checkDisplays, ['domain.devices.gpus']);
});
