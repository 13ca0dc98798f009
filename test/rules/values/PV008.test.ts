import { checkObjects } from '../../../src/cluster/judge/apply-rules';

const found = (version: string, spec: object) =>
  checkObjects(
    [
      {
        apiVersion: `hco.kubevirt.io/${version}`,
        kind: 'HyperConverged',
        metadata: { name: 'kubevirt-hyperconverged', namespace: 'kubevirt-hyperconverged' },
        spec,
      },
    ],
    { target: { kubevirt: '1.8', hco: '1.18' } },
  ).flatMap(({ code, path }) => (code === 'PV008' ? [path] : []));

const custom = (spec: object) => ({ tlsSecurityProfile: { type: 'Custom', custom: spec } });

test.each([
  ['nothing', {}, []],
  ['the usual', { certConfig: { ca: { duration: '48h', renewBefore: '24h' } } }, []],
  ['too short', { certConfig: { server: { renewBefore: '9m59s' } } }, ['spec.certConfig.server.renewBefore']],
  ['renewed too early', { certConfig: { ca: { renewBefore: '49h' } } }, ['spec.certConfig.ca.renewBefore']],
  [
    'longer than the CA',
    { certConfig: { ca: { duration: '24h1m' }, server: { duration: '25h' } } },
    ['spec.certConfig.server.duration'],
  ],
  ['no duration', { certConfig: { ca: { duration: 'long' } } }, []],
  ['Custom without custom', { tlsSecurityProfile: { type: 'Custom' } }, ['spec.tlsSecurityProfile.custom']],
  ['no version', custom({ ciphers: [] }), ['spec.tlsSecurityProfile.custom.minTLSVersion']],
  [
    'no HTTP/2',
    custom({ minTLSVersion: 'VersionTLS12', ciphers: ['AES256-SHA'] }),
    ['spec.tlsSecurityProfile.custom.ciphers'],
  ],
  ['HTTP/2', custom({ minTLSVersion: 'VersionTLS12', ciphers: ['ECDHE-RSA-AES128-GCM-SHA256'] }), []],
  ['TLS 1.3', custom({ minTLSVersion: 'VersionTLS13' }), []],
  [
    'ciphers of TLS 1.3',
    custom({ minTLSVersion: 'VersionTLS13', ciphers: ['x'] }),
    ['spec.tlsSecurityProfile.custom.ciphers'],
  ],
  [
    'two lists',
    { mediatedDevicesConfiguration: { mediatedDevicesTypes: ['a'], mediatedDeviceTypes: ['b'] } },
    ['spec.mediatedDevicesConfiguration.mediatedDevicesTypes'],
  ],
])('%s', (_name, spec, paths) => {
  expect(found('v1beta1', spec)).toEqual(paths);
});

test('v1 of the API has them elsewhere', () => {
  expect(found('v1', { security: { certConfig: { server: { duration: '72h' } } } })).toEqual([
    'spec.security.certConfig.server.duration',
  ]);
});
