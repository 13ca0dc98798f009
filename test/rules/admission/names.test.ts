import { guestNames } from '../../../src/rules/admission/names';
import { refusalsOf, survivesOddData } from './refusals';

const account = (serviceAccountName: string) => ({ name: 'sa', serviceAccount: { serviceAccountName } });

test.each<[what: string, spec: object, refused: string[]]>([
  [
    'good ones',
    { hostname: 'web-1', subdomain: 'web.shop', serviceAccountName: 'builder', volumes: [account('builder')] },
    [],
  ],
  ['a host name in capitals', { hostname: 'Web' }, ['PV002 hostname']],
  ['a host name with a dot', { hostname: 'web.shop' }, ['PV002 hostname']],
  ['a long host name', { hostname: 'a'.repeat(64) }, ['PV002 hostname']],
  ['a subdomain that begins with a dash', { subdomain: '-shop' }, ['PV002 subdomain']],
  ['a bad service account', { serviceAccountName: 'Bad_SA' }, ['PV002 serviceAccountName']],
  [
    'two service accounts',
    { serviceAccountName: 'builder', volumes: [account('other')] },
    ['PV802 volumes[sa].serviceAccount.serviceAccountName'],
  ],
])('names: %s', (_what, spec, refused) => {
  expect(refusalsOf(guestNames, spec)).toEqual(refused);
});

test('before 1.9 there is no service account to name', () => {
  expect(refusalsOf(guestNames, { serviceAccountName: 'Bad_SA' }, { kubevirt: '1.8' })).toEqual([]);
});

test('odd data is nothing to fall over', () => {
  survivesOddData(guestNames, ['hostname', 'subdomain', 'serviceAccountName', 'volumes']);
});
