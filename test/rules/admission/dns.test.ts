import { dns } from '../../../src/rules/admission/dns';
import { refusalsOf, survivesOddData } from './refusals';

const SERVERS = { nameservers: ['10.0.0.10'] };

test.each<[what: string, spec: object, refused: string[]]>([
  ['nothing', {}, []],
  ['servers', { dnsPolicy: 'None', dnsConfig: { nameservers: ['10.0.0.10', 'fd00::10', '::ffff:10.0.0.1'] } }, []],
  ['None alone', { dnsPolicy: 'None' }, ['PV004 dnsConfig']],
  ['None without servers', { dnsPolicy: 'None', dnsConfig: { searches: ['a.b'] } }, ['PV004 dnsConfig.nameservers']],
  [
    'too many servers',
    { dnsConfig: { nameservers: ['10.0.0.1', '10.0.0.2', '10.0.0.3', '10.0.0.4'] } },
    ['PV001 dnsConfig.nameservers'],
  ],
  ['the name of a server', { dnsConfig: { nameservers: ['dns.example.com'] } }, ['PV003 dnsConfig.nameservers[0]']],
  ['an address with zeros', { dnsConfig: { nameservers: ['010.0.0.1'] } }, ['PV003 dnsConfig.nameservers[0]']],
  [
    'too many domains',
    { dnsConfig: { ...SERVERS, searches: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] } },
    ['PV001 dnsConfig.searches'],
  ],
  [
    'domains that are too long',
    { dnsConfig: { ...SERVERS, searches: Array.from({ length: 5 }, () => 'a'.repeat(60)) } },
    ['PV001 dnsConfig.searches'],
  ],
  [
    'a domain that ends with a dot',
    { dnsConfig: { ...SERVERS, searches: ['example.com.'] } },
    ['PV002 dnsConfig.searches[0]'],
  ],
  [
    'an option without a name',
    { dnsConfig: { ...SERVERS, options: [{ name: 'ndots', value: '2' }, { value: '2' }] } },
    ['PV004 dnsConfig.options[1].name'],
  ],
])('DNS with %s', (_what, spec, refused) => {
  expect(refusalsOf(dns, spec)).toEqual(refused);
});

test('odd data is nothing to fall over', () => {
  survivesOddData(dns, ['dnsConfig', 'dnsConfig.nameservers', 'dnsConfig.searches', 'dnsConfig.options', 'dnsPolicy']);
});
