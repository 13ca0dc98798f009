import { ClusterView } from '../../src/cluster/cluster-view';
import { machineOf } from '../../src/cluster/machine-of';
import type { KubeObject } from '../../src/kube/object';
import { demandOf } from '../../src/rules/demand';

const demand = (spec: object, { namespace = 'shop', metadata = {}, isByNamespace = false } = {}) => {
  const object: KubeObject = {
    apiVersion: 'kubevirt.io/v1',
    kind: 'VirtualMachine',
    metadata: { name: 'web', namespace },
    spec: { template: { metadata, spec } },
  };
  const expanded = { spec: spec as Record<string, unknown>, filled: [], refused: [], missing: [] };
  const machine = machineOf(object, new ClusterView([object], { target: { kubevirt: '1.9' } }))!;
  return demandOf({ ...machine, expanded, architecture: 'amd64' }, isByNamespace);
};

const required = (zone: string) => ({
  nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [zone] } },
});
const wished = (app: string) => ({ podAntiAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [app] } });
const beside = (app: string) => ({ podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [app] } });

test.each<[what: string, a: string, b: string]>([
  ['its host name', demand({ hostname: 'a' }), demand({ hostname: 'b' })],
  [
    'its identity',
    demand({ domain: { firmware: { uuid: 'a', serial: 'a' } } }),
    demand({ domain: { firmware: { uuid: 'b', serial: 'b' } } }),
  ],
  [
    'the serial of a disk',
    demand({ domain: { devices: { disks: [{ name: 'd', serial: 'a' }] } } }),
    demand({ domain: { devices: { disks: [{ name: 'd', serial: 'b' }] } } }),
  ],
  [
    'the address of a card',
    demand({ domain: { devices: { interfaces: [{ name: 'c', macAddress: 'a' }] } } }),
    demand({ domain: { devices: { interfaces: [{ name: 'c', macAddress: 'b' }] } } }),
  ],
  [
    'what is in a volume',
    demand({ volumes: [{ name: 'v', containerDisk: { image: 'a' } }] }),
    demand({ volumes: [{ name: 'v', containerDisk: { image: 'b' } }] }),
  ],
  ['what it would like', demand({ affinity: wished('a') }), demand({ affinity: wished('b') })],
  [
    'its labels',
    demand({}, { metadata: { labels: { app: 'a' } } }),
    demand({}, { metadata: { labels: { app: 'b' } } }),
  ],
  ['its namespace', demand({}), demand({}, { namespace: 'other' })],
])('%s makes no difference', (_, a, b) => {
  expect(a).toBe(b);
});

test.each<[what: string, a: string, b: string]>([
  ['how many cores', demand({ domain: { cpu: { cores: 1 } } }), demand({ domain: { cpu: { cores: 2 } } })],
  ['where a part is', demand({ domain: { cpu: { cores: 1 } } }), demand({ cpu: { cores: 1 }, domain: {} })],
  [
    'where a device is',
    demand({ domain: { devices: { gpus: ['a'] } } }),
    demand({ domain: { gpus: ['a'], devices: {} } }),
  ],
  ['the kind of a volume', demand({ volumes: [{ containerDisk: {} }] }), demand({ volumes: [{ hostDisk: {} }] })],
  ['a bootloader', demand({ domain: { firmware: { bootloader: { efi: {} } } } }), demand({ domain: { firmware: {} } })],
  ['what it requires', demand({ affinity: required('a') }), demand({ affinity: required('b') })],
  ['a selector', demand({ nodeSelector: { pool: 'a' } }), demand({ nodeSelector: { pool: 'b' } })],
  [
    'an annotation',
    demand({}, { metadata: { annotations: { a: 'a' } } }),
    demand({}, { metadata: { annotations: { a: 'b' } } }),
  ],
  ['its hypervisor', demand({}), demand({}, { metadata: { labels: { 'polyvirt.io/hypervisor': 'acme' } } })],
  [
    'its namespace, where those differ',
    demand({}, { isByNamespace: true }),
    demand({}, { isByNamespace: true, namespace: 'other' }),
  ],
  [
    'its labels, where it goes to its like',
    demand({ affinity: beside('a') }, { metadata: { labels: { app: 'a' } } }),
    demand({ affinity: beside('a') }, { metadata: { labels: { app: 'b' } } }),
  ],
])('%s makes a difference', (_, a, b) => {
  expect(a).not.toBe(b);
});
