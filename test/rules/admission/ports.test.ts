import { interfaces as rule } from '../../../src/rules/admission/interfaces';
import { refusals } from './refusals';

const PORTS = 'domain.devices.interfaces[a].ports';
const RANGES = 'domain.devices.interfaces[a].portRanges';

function ask(card: object, kubevirt = '1.9', network: object = { name: 'a', pod: {} }): string[] {
  const interfaces = [{ name: 'a', masquerade: {}, ...card }];
  return refusals(rule, { networks: [network], domain: { devices: { interfaces } } }, { kubevirt });
}

test.each<[readonly object[], string, readonly string[]]>([
  [[{ port: 80 }, { port: 80, name: 'web', protocol: 'TCP' }], '1.9', []],
  [[{ port: 80, protocol: '' }], '1.9', []],
  [[{}], '1.9', [`PV004 ${PORTS}[0].port`]],
  [[{ port: 0 }], '1.9', [`PV003 ${PORTS}[0].port`]],
  [[{ port: 65_536 }], '1.9', [`PV003 ${PORTS}[0].port`]],
  [[{ port: 65_536 }], '1.8.4', []],
  [[{ port: 65_537 }], '1.8.4', [`PV003 ${PORTS}[0].port`]],
  [[{ port: 80, protocol: 'SCTP' }], '1.9', [`PV003 ${PORTS}[0].protocol`]],
  [
    [
      { port: 80, name: 'a' },
      { port: 81, name: 'a' },
    ],
    '1.9',
    [`PV802 ${PORTS}[1].name`],
  ],
  [[{ port: 80, name: 'Web' }], '1.9', [`PV002 ${PORTS}[0].name`]],
  [[{ port: 80, name: '80' }], '1.9', [`PV002 ${PORTS}[0].name`]],
  [[{ port: 80, name: 'a--b' }], '1.9', [`PV002 ${PORTS}[0].name`]],
  [[{ port: 80, name: 'sixteen-letters-' }], '1.9', [`PV002 ${PORTS}[0].name`]],
])('the ports %j are rejected by %s for %j', (ports, kubevirt, refused) => {
  expect(ask({ ports }, kubevirt)).toEqual(refused);
});

test('ports of an interface that is not on the pod network are not looked at', () => {
  const network = { name: 'a', multus: { networkName: 'x' } };
  expect(ask({ masquerade: null, bridge: {}, ports: [{ port: 0 }], portRanges: [{}] }, '1.9', network)).toEqual([]);
});

const range = (start: unknown, end: unknown, protocol: unknown = 'TCP') => ({ protocol, start, end });

test.each<[object, readonly string[]]>([
  [{ portRanges: [] }, []],
  [{ portRanges: [range(1, 65_535)] }, []],
  [{ portRanges: [range(5, 9), range(10, 12), range(5, 9, 'UDP')] }, []],
  [{ portRanges: [range(5, 9)], ports: [] }, []],
  [{ portRanges: [range(5, 9)], ports: [{ port: 80 }] }, [`PV802 ${RANGES}`]],
  [{ portRanges: [range(5, 9)], masquerade: null, bridge: {} }, [`PV003 ${RANGES}`]],
  [{ portRanges: [range(1, 2, 'SCTP')] }, [`PV003 ${RANGES}[0].protocol`]],
  [{ portRanges: [{ start: 1, end: 2 }] }, [`PV004 ${RANGES}[0].protocol`]],
  [{ portRanges: [range(0, 2)] }, [`PV003 ${RANGES}[0].start`]],
  [{ portRanges: [range(1, 65_536)] }, [`PV003 ${RANGES}[0].end`]],
  [{ portRanges: [range(9, 5)] }, [`PV003 ${RANGES}[0].start`]],
  [{ portRanges: [range(9, 12), range(5, 9)] }, [`PV802 ${RANGES}`]],
  [{ portRanges: Array.from({ length: 11 }, (_, i) => range(i + 1, i + 1)) }, [`PV003 ${RANGES}`]],
])('%j is rejected for %j', (card, refused) => {
  expect(ask(card)).toEqual(refused);
});
