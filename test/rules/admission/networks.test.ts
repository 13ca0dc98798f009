import { networks as rule } from '../../../src/rules/admission/networks';
import { oddSpecs, type Row, refusals } from './refusals';

const devices = (...interfaces: object[]) => ({ domain: { devices: { interfaces } } });
const CARD = { name: 'a', bridge: {} };
const SECOND = { name: 'b', bridge: {} };
const CLAIMED = { name: 'a', resourceClaim: { claimName: 'c', requestName: 'r' } };
const CLAIMS = [{ name: 'c', resourceClaimName: 'x' }];

test.each<Row>([
  { spec: {}, refused: [] },
  { spec: { networks: [{ name: 'a', pod: {} }], ...devices(CARD) }, refused: [] },
  { spec: { networks: [{ name: 'a', multus: { networkName: 'x' } }], ...devices(CARD) }, refused: [] },
  { spec: { networks: [{ name: 'a', pod: {}, multus: null }], ...devices(CARD) }, refused: [] },
  { spec: { networks: [{ name: 'a', pod: {} }] }, refused: ['PV004 networks[a].name'] },
  { spec: { networks: [{ name: 'a' }], ...devices(CARD) }, refused: ['PV004 networks[a]'] },
  {
    spec: { networks: [{ name: 'a', pod: {}, multus: { networkName: 'x' } }], ...devices(CARD) },
    refused: ['PV802 networks[a]'],
  },
  {
    spec: { networks: [{ name: 'a', multus: {} }], ...devices(CARD) },
    refused: ['PV004 networks[a].multus.networkName'],
  },
  {
    spec: {
      networks: [
        { name: 'a', pod: {} },
        { name: 'a', multus: { networkName: 'x' } },
      ],
      ...devices(CARD),
    },
    refused: ['PV802 networks[1].name'],
  },
  {
    spec: {
      networks: [
        { name: 'a', pod: {} },
        { name: 'b', pod: {} },
      ],
      ...devices(CARD, SECOND),
    },
    refused: ['PV802 networks'],
  },
  {
    spec: {
      networks: [
        { name: 'a', multus: { networkName: 'x', default: true } },
        { name: 'b', multus: { networkName: 'y', default: true } },
      ],
      ...devices(CARD, SECOND),
    },
    refused: ['PV802 networks'],
  },
  {
    spec: {
      networks: [
        { name: 'a', pod: {} },
        { name: 'b', multus: { networkName: 'y', default: true } },
      ],
      ...devices(CARD, SECOND),
    },
    refused: ['PV802 networks'],
  },
  { spec: { networks: [CLAIMED], ...devices({ name: 'a', sriov: {} }), resourceClaims: CLAIMS }, refused: [] },
  {
    spec: { networks: [CLAIMED], ...devices({ name: 'a', binding: { name: 'p' } }), resourceClaims: CLAIMS },
    refused: [],
  },
  {
    spec: { networks: [CLAIMED], ...devices(CARD), resourceClaims: CLAIMS },
    refused: ['PV003 domain.devices.interfaces[a]'],
  },
  {
    spec: { networks: [CLAIMED], ...devices({ name: 'a', sriov: {} }) },
    refused: ['PV004 networks[a].resourceClaim.claimName'],
  },
  {
    spec: { networks: [{ name: 'a', resourceClaim: {} }], ...devices({ name: 'a', sriov: {} }) },
    refused: ['PV004 networks[a].resourceClaim.claimName', 'PV004 networks[a].resourceClaim.requestName'],
  },
  {
    spec: {
      networks: [CLAIMED, { ...CLAIMED, name: 'b' }],
      ...devices({ name: 'a', sriov: {} }, { name: 'b', sriov: {} }),
      resourceClaims: CLAIMS,
    },
    refused: ['PV802 networks[b].resourceClaim'],
  },
  {
    spec: {
      networks: [CLAIMED, { name: 'b', multus: { networkName: 'x' } }],
      ...devices({ name: 'a', sriov: {} }, SECOND),
      resourceClaims: CLAIMS,
    },
    refused: ['PV802 networks'],
  },
])('$spec is rejected for $refused', ({ spec, context, refused }) => {
  expect(refusals(rule, spec, context)).toEqual(refused);
});

test.each(oddSpecs(['networks', 'domain', 'domain.devices', 'domain.devices.interfaces', 'resourceClaims']))(
  '%j does not make it throw',
  (spec) => {
    expect(() => refusals(rule, spec)).not.toThrow();
    expect(() => refusals(rule, { networks: [CLAIMED], ...spec })).not.toThrow();
  },
);
