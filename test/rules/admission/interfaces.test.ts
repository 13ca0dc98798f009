import { interfaces as rule } from '../../../src/rules/admission/interfaces';
import { type Context, ODD, oddSpecs, refusals } from './refusals';

const PATH = 'domain.devices.interfaces[a]';
const POD = { name: 'a', pod: {} };
const MULTUS = { name: 'a', multus: { networkName: 'x' } };

function instance(card: object, network: object = POD): Record<string, unknown> {
  return { networks: [network], domain: { devices: { interfaces: [{ name: 'a', ...card }] } } };
}

interface CardRow {
  readonly card: object;
  readonly on?: object;
  readonly kubevirt?: string;
  readonly configuration?: Readonly<Record<string, unknown>>;
  readonly refused: readonly string[];
}

function ask({ card, on, kubevirt = '1.9', configuration }: CardRow): string[] {
  const context: Context = { kubevirt, ...(configuration === undefined ? {} : { configuration }) };
  return refusals(rule, instance(card, on), context);
}

const NO_BRIDGE = { network: { permitBridgeInterfaceOnPodNetwork: false } };

test.each<CardRow>([
  { card: { masquerade: {} }, refused: [] },
  { card: { bridge: {} }, refused: [] },
  { card: { bridge: {} }, configuration: {}, refused: [] },
  { card: { bridge: {} }, configuration: NO_BRIDGE, refused: [`PV003 ${PATH}.bridge`] },
  { card: { bridge: {} }, on: MULTUS, configuration: NO_BRIDGE, refused: [] },
  { card: { binding: { name: 'p' } }, refused: [] },
  { card: { sriov: {} }, on: MULTUS, refused: [] },
  { card: { masquerade: {}, bridge: null }, refused: [] },
  { card: {}, refused: [`PV004 ${PATH}`] },
  { card: { masquerade: null }, refused: [`PV004 ${PATH}`] },
  { card: {}, kubevirt: '1.8.4', refused: [] },
  { card: { masquerade: {}, bridge: {} }, refused: [`PV802 ${PATH}`] },
  { card: { masquerade: {}, bridge: {} }, kubevirt: '1.8.4', refused: [] },
  { card: { masquerade: {}, binding: { name: 'p' } }, kubevirt: '1.6.6', refused: [`PV802 ${PATH}`] },
  { card: { passt: {}, binding: { name: 'p' } }, kubevirt: '1.7.4', refused: [`PV802 ${PATH}`] },
  { card: { passt: {}, binding: { name: 'p' } }, kubevirt: '1.8.0', refused: [] },
  { card: { slirp: {} }, refused: [`PV003 ${PATH}.slirp`] },
  { card: { slirp: {} }, kubevirt: '1.3.0', refused: [`PV003 ${PATH}.slirp`] },
  { card: { masquerade: {} }, on: MULTUS, refused: [`PV003 ${PATH}.masquerade`] },
  { card: { passtBinding: {} }, refused: [] },
  { card: { passtBinding: {} }, on: MULTUS, refused: [`PV003 ${PATH}.passtBinding`] },
  { card: { masquerade: {}, macAddress: '02:00:00:00:00:00' }, refused: [`PV003 ${PATH}.macAddress`] },
  { card: { bridge: {}, macAddress: '02:00:00:00:00:00' }, refused: [] },
])('the binding of $card on $on is rejected by $kubevirt for $refused', (row) => {
  expect(ask(row)).toEqual(row.refused);
});

test.each<CardRow>([
  { card: { state: '' }, refused: [] },
  { card: { state: 'up' }, refused: [] },
  { card: { state: 'down' }, kubevirt: '1.5.0', refused: [] },
  { card: { state: 'down' }, kubevirt: '1.4.1', refused: [`PV003 ${PATH}.state`] },
  { card: { state: 'Up' }, refused: [`PV003 ${PATH}.state`] },
  { card: { state: 'absent' }, on: MULTUS, refused: [] },
  { card: { state: 'absent' }, refused: [`PV003 ${PATH}.state`] },
  {
    card: { state: 'absent' },
    on: { name: 'a', multus: { networkName: 'x', default: true } },
    refused: [`PV003 ${PATH}.state`],
  },
  { card: { state: 'absent', bridge: null, sriov: {} }, on: MULTUS, refused: [`PV003 ${PATH}.state`] },
  { card: { state: 'up', bridge: null, sriov: {} }, on: MULTUS, refused: [`PV003 ${PATH}.state`] },
])('the state of $card on $on is rejected by $kubevirt for $refused', (row) => {
  expect(ask({ ...row, card: { bridge: {}, ...row.card } })).toEqual(row.refused);
});

test.each<CardRow>([
  { card: { model: 'virtio', macAddress: 'de:ad:00:00:be:af', pciAddress: '0000:81:01.0' }, refused: [] },
  { card: { model: '', macAddress: '', pciAddress: '' }, refused: [] },
  { card: { model: 'igb' }, refused: [] },
  { card: { model: 'igb' }, kubevirt: '1.3.1', refused: [`PV003 ${PATH}.model`] },
  { card: { model: 'vmxnet3' }, refused: [`PV003 ${PATH}.model`] },
  { card: { macAddress: 'DE-AD-00-00-BE-AF' }, refused: [] },
  { card: { macAddress: 'dead.0000.beaf' }, refused: [] },
  { card: { macAddress: 'dead0000beaf' }, refused: [] },
  { card: { macAddress: 'de:ad:00:00:be' }, refused: [`PV003 ${PATH}.macAddress`] },
  { card: { macAddress: 'de:ad:00:00:be:zz' }, refused: [`PV003 ${PATH}.macAddress`] },
  { card: { macAddress: 'de:ad-00:00:be:af' }, refused: [`PV003 ${PATH}.macAddress`] },
  { card: { macAddress: 'de:ad:00:00:be:af:00:00' }, refused: [`PV003 ${PATH}.macAddress`] },
  { card: { pciAddress: '81:01.0' }, refused: [`PV003 ${PATH}.pciAddress`] },
  { card: { pciAddress: '0000:81:01.8' }, refused: [`PV003 ${PATH}.pciAddress`] },
])('the device $card is rejected by $kubevirt for $refused', (row) => {
  expect(ask({ ...row, card: { masquerade: {}, ...row.card } })).toEqual(row.refused);
});

const options = (...privateOptions: unknown[]) => ({ dhcpOptions: { privateOptions } });
const servers = (...ntpServers: unknown[]) => ({ dhcpOptions: { ntpServers } });

test.each<CardRow>([
  { card: { dhcpOptions: {} }, refused: [] },
  { card: options({ option: 224, value: 'x' }, { option: 254, value: 'x' }), refused: [] },
  { card: options({ option: 223 }), refused: [`PV003 ${PATH}.dhcpOptions.privateOptions[0].option`] },
  { card: options({ option: 255 }), refused: [`PV003 ${PATH}.dhcpOptions.privateOptions[0].option`] },
  { card: options({ value: 'x' }), refused: [`PV003 ${PATH}.dhcpOptions.privateOptions[0].option`] },
  { card: options({ option: 240 }, { option: 240 }), refused: [`PV802 ${PATH}.dhcpOptions.privateOptions[1].option`] },
  { card: servers('10.0.0.1', '::ffff:10.0.0.1'), refused: [] },
  { card: servers('ntp.example.com'), refused: [`PV003 ${PATH}.dhcpOptions.ntpServers[0]`] },
  { card: servers('10.0.0.1', '2001:db8::1'), refused: [`PV003 ${PATH}.dhcpOptions.ntpServers[1]`] },
  { card: servers('010.0.0.1'), refused: [`PV003 ${PATH}.dhcpOptions.ntpServers[0]`] },
])('$card.dhcpOptions is rejected for $refused', (row) => {
  expect(ask({ ...row, card: { masquerade: {}, ...row.card } })).toEqual(row.refused);
});

test.each([
  ['a_B-1', []],
  ['', ['PV002 domain.devices.interfaces[0].name']],
  ['net 1', ['PV002 domain.devices.interfaces[0].name']],
  ['net.1', ['PV002 domain.devices.interfaces[0].name']],
])('an interface of the name %j is rejected for %j', (name, refused) => {
  const spec = { networks: [{ name, pod: {} }], domain: { devices: { interfaces: [{ name, masquerade: {} }] } } };
  expect(refusals(rule, spec)).toEqual(refused);
});

test('an interface without a network, and two on one network, are rejected', () => {
  const interfaces = [
    { name: 'a', masquerade: {} },
    { name: 'a', bridge: {} },
    { name: 'ghost', bridge: {} },
  ];
  expect(refusals(rule, { networks: [POD], domain: { devices: { interfaces } } })).toEqual([
    'PV802 domain.devices.interfaces[1].name',
    'PV004 domain.devices.interfaces[ghost].name',
  ]);
});

test.each([
  [{}, undefined, []],
  [{}, {}, []],
  [{}, { network: { defaultNetworkInterface: 'masquerade', ...NO_BRIDGE.network } }, []],
  [{}, NO_BRIDGE, ['PV003 networks']],
  [{}, { network: { defaultNetworkInterface: 'slirp' } }, ['PV003 networks']],
  [{ domain: { devices: { autoattachPodInterface: false } } }, NO_BRIDGE, []],
  [{ networks: [MULTUS] }, NO_BRIDGE, []],
])('of %j with the configuration %j the default network is rejected for %j', (spec, configuration, refused) => {
  const context = configuration === undefined ? {} : { configuration };
  expect(refusals(rule, spec, context)).toEqual(refused);
});

const KEYS = ['macAddress', 'model', 'state', 'ports', 'portRanges', 'dhcpOptions', 'masquerade', 'binding', 'name'];

test.each(KEYS)('odd data at %s does not make it throw', (key) => {
  for (const odd of ODD) {
    expect(() => ask({ card: { masquerade: {}, [key]: odd }, refused: [] })).not.toThrow();
  }
});

test.each(oddSpecs(['networks', 'domain', 'domain.devices', 'domain.devices.interfaces']))(
  '%j does not make it throw',
  (spec) => {
    expect(() => refusals(rule, spec, { configuration: NO_BRIDGE })).not.toThrow();
  },
);
