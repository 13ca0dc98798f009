import { probes } from '../../../src/rules/admission/probes';
import { refusalsOf, survivesOddData } from './refusals';

const HTTP = { httpGet: { port: 80 } };
const MULTUS = {
  domain: { devices: { interfaces: [{ name: 'net', bridge: {} }] } },
  networks: [{ name: 'net', multus: { networkName: 'nad' } }],
};
const POD = {
  domain: { devices: { interfaces: [{ name: 'default', masquerade: {} }] } },
  networks: [{ name: 'default', pod: {} }],
};

test.each<[what: string, spec: object, refused: string[]]>([
  ['nothing to ask', { livenessProbe: { periodSeconds: 5 } }, ['PV004 livenessProbe']],
  ['two things to ask', { ...POD, readinessProbe: { ...HTTP, exec: { command: ['true'] } } }, ['PV802 readinessProbe']],
  ['the guest agent', { ...MULTUS, livenessProbe: { guestAgentPing: {} } }, []],
  ['the pod network', { ...POD, livenessProbe: HTTP }, []],
  ['the pod network by default', { livenessProbe: HTTP }, []],
  [
    'no network at all',
    { domain: { devices: { autoattachPodInterface: false } }, livenessProbe: HTTP },
    ['PV004 livenessProbe.httpGet'],
  ],
  ['another network', { ...MULTUS, readinessProbe: { tcpSocket: { port: 22 } } }, ['PV004 readinessProbe.tcpSocket']],
])('a probe with %s', (_what, spec, refused) => {
  expect(refusalsOf(probes, spec)).toEqual(refused);
});

test('odd data is nothing to fall over', () => {
  survivesOddData(probes, ['livenessProbe', 'readinessProbe.httpGet', 'networks']);
});
