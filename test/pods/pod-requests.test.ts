import { podRequests } from '../../src/pods/amount';

const G = 1_000_000_000n;

function of(pod: object): Record<string, bigint> {
  return Object.fromEntries(podRequests({ spec: pod }));
}

const asks = (cpu: string, more: object = {}) => ({ resources: { requests: { cpu } }, ...more });
const stays = { restartPolicy: 'Always' };

test.each<{ what: string; pod: object; cpu: bigint }>([
  { what: 'containers are added up', pod: { containers: [asks('1'), asks('500m')] }, cpu: 1_500_000_000n },
  {
    what: 'an init container that asks for more',
    pod: { containers: [asks('1')], initContainers: [asks('3')] },
    cpu: 3n * G,
  },
  {
    what: 'an init container that asks for less',
    pod: { containers: [asks('1')], initContainers: [asks('1m')] },
    cpu: G,
  },
  { what: 'one that stays', pod: { containers: [asks('1')], initContainers: [asks('1', stays)] }, cpu: 2n * G },
  {
    what: 'one that stays, and one after it that asks for more',
    pod: { containers: [asks('1')], initContainers: [asks('1', stays), asks('4')] },
    cpu: 5n * G,
  },
  {
    what: 'one that asks for more before the one that stays',
    pod: { containers: [asks('1')], initContainers: [asks('4'), asks('1', stays)] },
    cpu: 4n * G,
  },
  {
    what: 'what the pod asks for as a whole, and what the runtime takes',
    pod: { containers: [asks('1'), asks('1')], resources: { requests: { cpu: '3' } }, overhead: { cpu: '250m' } },
    cpu: 3_250_000_000n,
  },
  {
    what: 'what a pod cannot ask for as a whole',
    pod: { containers: [asks('1')], resources: { requests: { 'devices.kubevirt.io/kvm': '1' } } },
    cpu: G,
  },
  { what: 'what the runtime takes', pod: { containers: [asks('1')], overhead: { cpu: '250m' } }, cpu: 1_250_000_000n },
])('$what', ({ pod, cpu }) => {
  expect(of(pod)).toEqual({ cpu });
});

test('a limit without a request is one', () => {
  const resources = { limits: { 'devices.kubevirt.io/kvm': '1', memory: '2Gi' }, requests: { memory: '1Gi' } };
  expect(of({ containers: [{ resources }] })).toEqual({ 'devices.kubevirt.io/kvm': G, memory: (1n << 30n) * G });
});

test.each([undefined, null, 'pod', { containers: 'all' }, { containers: [null, { resources: [] }], overhead: 7 }])(
  '%j asks for nothing',
  (spec) => {
    expect([...podRequests({ spec })]).toEqual([]);
  },
);
