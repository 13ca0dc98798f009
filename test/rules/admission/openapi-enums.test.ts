import { openapiEnums } from '../../../src/rules/admission/openapi-enums';
import { refusalsOf, survivesOddData } from './refusals';

test('what is on the lists is fine', () => {
  expect(
    refusalsOf(openapiEnums, {
      dnsPolicy: 'Default',
      tolerations: [
        { operator: 'Exists', effect: 'NoSchedule' },
        { key: 'a', value: 'b' },
      ],
      livenessProbe: { httpGet: { port: 80, scheme: 'HTTPS' } },
      topologySpreadConstraints: [{ nodeAffinityPolicy: 'Honor', nodeTaintsPolicy: 'Ignore' }],
      volumes: [{ name: 'os', containerDisk: { image: 'a', imagePullPolicy: 'Never' } }],
      domain: { firmware: { kernelBoot: { container: { imagePullPolicy: 'Always' } } } },
    }),
  ).toEqual([]);
});

test.each<[path: string, spec: object]>([
  ['dnsPolicy', { dnsPolicy: 'clusterfirst' }],
  ['tolerations[0].operator', { tolerations: [{ operator: 'Is' }] }],
  ['tolerations[0].effect', { tolerations: [{ effect: 'noSchedule' }] }],
  ['readinessProbe.httpGet.scheme', { readinessProbe: { httpGet: { scheme: 'https' } } }],
  ['livenessProbe.httpGet.scheme', { livenessProbe: { httpGet: { scheme: 'FTP' } } }],
  ['topologySpreadConstraints[0].nodeAffinityPolicy', { topologySpreadConstraints: [{ nodeAffinityPolicy: 'x' }] }],
  ['topologySpreadConstraints[0].nodeTaintsPolicy', { topologySpreadConstraints: [{ nodeTaintsPolicy: 'x' }] }],
])('%s is not on its list', (path, spec) => {
  expect(refusalsOf(openapiEnums, spec)).toEqual([`PV003 ${path}`]);
});

test('odd data is nothing to fall over', () => {
  survivesOddData(openapiEnums, ['dnsPolicy', 'tolerations', 'volumes', 'livenessProbe']);
});
