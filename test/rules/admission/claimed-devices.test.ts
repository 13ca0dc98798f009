import { claimedDevices } from '../../../src/rules/admission/claimed-devices';
import { resourceClaims as rule } from '../../../src/rules/admission/resource-claims';
import { oddSpecs, refusals } from './refusals';

const GPU = 'domain.devices.gpus[g]';
const HOST = 'domain.devices.hostDevices[h]';
const CLAIMED = { name: 'g', claimName: 'c', requestName: 'r' };
const NAMED = { name: 'n', deviceName: 'x/y' };
const HOST_CLAIMED = { ...CLAIMED, name: 'h' };

function ask(devices: object, kubevirt = '1.9', more: object = {}): string[] {
  const resourceClaims = [{ name: 'c', resourceClaimName: 'x' }];
  return refusals(claimedDevices, { domain: { devices }, resourceClaims, ...more }, { kubevirt });
}

test.each<[object, string, readonly string[]]>([
  [{ gpus: [NAMED] }, '1.9', []],
  [{ gpus: [CLAIMED] }, '1.9', []],
  [{ gpus: [{ name: 'g' }] }, '1.9', [`PV004 ${GPU}`]],
  [{ gpus: [{ name: 'g' }] }, '1.6.0', [`PV004 ${GPU}`]],
  [{ gpus: [{ name: 'g' }] }, '1.5.3', []],
  [{ hostDevices: [{ name: 'h' }] }, '1.8.0', [`PV004 ${HOST}`]],
  [{ hostDevices: [{ name: 'h' }] }, '1.7.4', []],
  [{ gpus: [{ ...CLAIMED, deviceName: 'x/y' }] }, '1.9', [`PV802 ${GPU}`]],
  [{ gpus: [{ name: 'g', deviceName: 'x/y', claimName: '' }] }, '1.9', []],
  [{ gpus: [{ name: 'g', deviceName: 'x/y', claimName: '' }] }, '1.8.4', [`PV802 ${GPU}`]],
  [{ gpus: [{ name: 'g', claimName: 'c' }] }, '1.9', [`PV004 ${GPU}.requestName`]],
  [{ gpus: [{ name: 'g', claimName: 'c' }] }, '1.7.4', []],
  [{ gpus: [{ name: 'g', requestName: 'r' }] }, '1.9', [`PV004 ${GPU}.claimName`]],
  [{ gpus: [{ ...CLAIMED, claimName: 'other' }] }, '1.6.6', [`PV004 ${GPU}.claimName`]],
  [{ gpus: [CLAIMED, { ...CLAIMED, name: 'k' }] }, '1.9', ['PV802 domain.devices.gpus[k]']],
  [{ gpus: [CLAIMED, { ...CLAIMED, name: 'k' }] }, '1.7.4', []],
  [{ gpus: [CLAIMED, NAMED] }, '1.8.3', ['PV802 domain.devices.gpus']],
  [{ gpus: [CLAIMED, NAMED] }, '1.8.2', []],
  [{ gpus: [CLAIMED], hostDevices: [HOST_CLAIMED] }, '1.8.3', [`PV802 ${HOST}`]],
  [{ gpus: [CLAIMED], hostDevices: [HOST_CLAIMED] }, '1.8.2', []],
  [{ hostDevices: [HOST_CLAIMED, { ...NAMED, name: 'n' }] }, '1.9', []],
])('%j is rejected by %s for %j', (devices, kubevirt, refused) => {
  expect(ask(devices, kubevirt)).toEqual(refused);
});

test('a network does not use the request of a device', () => {
  const networks = [{ name: 'n', resourceClaim: { claimName: 'c', requestName: 'r' } }];
  expect(ask({ gpus: [CLAIMED] }, '1.9', { networks })).toEqual(['PV802 networks[n].resourceClaim']);
  expect(ask({ gpus: [CLAIMED] }, '1.8.4', { networks })).toEqual([]);
});

test.each<[readonly object[], string, readonly string[]]>([
  [
    [
      { name: 'c', resourceClaimName: 'x' },
      { name: 'd', resourceClaimTemplateName: 'y.z' },
    ],
    '1.9',
    [],
  ],
  [[{ resourceClaimName: 'x' }], '1.9', ['PV002 resourceClaims[0].name']],
  [[{ name: 'C', resourceClaimName: 'x' }], '1.9', ['PV002 resourceClaims[C].name']],
  [[{ name: 'c' }], '1.9', ['PV004 resourceClaims[c]']],
  [[{ name: 'c' }], '1.8.4', ['PV516 resourceClaims[c]']],
  [
    [{ name: 'C', resourceClaimName: 'X' }],
    '1.6',
    ['PV516 resourceClaims[C].name', 'PV516 resourceClaims[C].resourceClaimName'],
  ],
  [[{ name: 'c' }], '1.5', []],
  [[{ name: 'c', resourceClaimName: 'x', resourceClaimTemplateName: 'y' }], '1.9', ['PV802 resourceClaims[c]']],
  [[{ name: 'c', resourceClaimName: 'X' }], '1.9', ['PV002 resourceClaims[c].resourceClaimName']],
  [[{ name: 'c', resourceClaimTemplateName: '' }], '1.9', ['PV002 resourceClaims[c].resourceClaimTemplateName']],
  [
    [
      { name: 'c', resourceClaimName: 'x' },
      { name: 'c', resourceClaimName: 'y' },
    ],
    '1.8.4',
    ['PV802 resourceClaims[1].name'],
  ],
  [
    [
      { name: 'c', resourceClaimName: 'x' },
      { name: 'c', resourceClaimName: 'y' },
    ],
    '1.7.4',
    [],
  ],
])('the claims %j are rejected by %s for %j', (resourceClaims, kubevirt, refused) => {
  expect(refusals(rule, { resourceClaims }, { kubevirt })).toEqual(refused);
});

test.each(
  oddSpecs(['domain', 'domain.devices', 'domain.devices.gpus', 'domain.devices.hostDevices', 'resourceClaims']),
)('%j does not make them throw', (spec) => {
  expect(() => [refusals(claimedDevices, spec), refusals(rule, spec)]).not.toThrow();
});
