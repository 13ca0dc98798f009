// What `place` costs, against reading off the pods of the same VMs:
//
//     npm run bench:place                    1,000 VMs on 500 nodes, 5 repetitions
//     npm run bench:place -- 200 100 9       other numbers
//
// Every VM asks for another amount of memory, so that none is answered by what was said of another. Medians of processor
// time, so that a busy machine does not count. The bounds are in the last column; the exit code is 1 where one is not met.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { placeObjects } = require('../lib/src/cluster/place.js');
const { ClusterView } = require('../lib/src/cluster/cluster-view.js');
const { explainPod } = require('../lib/src/cluster/launcher-pod.js');
const { readNodes } = require('../lib/src/target/node.js');

const [machines = 1_000, nodes = 500, repetitions = 5] = process.argv.slice(2).map(Number);
const MOST_SECONDS = 2;
/** Four times as much work may take this many times as long: a little more than four. */
const MOST_GROWTH = 5.5;
const target = { kubevirt: '1.9' };
const architectures = ['amd64', 'arm64'];

const nodeOf = (i) => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: {
    name: `n${i}`,
    labels: {
      'kubernetes.io/arch': architectures[i % 2],
      'kubernetes.io/hostname': `n${i}`,
      'topology.kubernetes.io/zone': `z${i % 3}`,
      'kubevirt.io/schedulable': 'true',
      [`machine-type.node.kubevirt.io/${i % 2 === 0 ? 'q35' : 'virt'}`]: 'true',
      rack: `r${i % 20}`,
    },
  },
  spec: { taints: i % 7 === 0 ? [{ key: 'dedicated', value: 'db', effect: 'NoSchedule' }] : [] },
  status: {
    nodeInfo: { architecture: architectures[i % 2] },
    allocatable: {
      cpu: '32',
      memory: `${64 + (i % 64)}Gi`,
      pods: '110',
      'ephemeral-storage': '100Gi',
      'devices.kubevirt.io/kvm': '1k',
      'devices.kubevirt.io/tun': '1k',
      'devices.kubevirt.io/vhost-net': '1k',
    },
  },
});

const machineOf = (i) => ({
  apiVersion: 'kubevirt.io/v1',
  kind: 'VirtualMachine',
  metadata: { name: `vm${i}`, namespace: 'shop' },
  spec: {
    runStrategy: 'Always',
    template: {
      metadata: { labels: { app: `a${i % 10}` } },
      spec: {
        architecture: architectures[i % 2],
        nodeSelector: { rack: `r${i % 22}` },
        domain: {
          cpu: { cores: 1 + (i % 8) },
          memory: { guest: `${1024 + i * 100}Mi` },
          devices: {
            disks: [{ name: 'os', disk: { bus: 'virtio' } }],
            interfaces: [{ name: 'default', masquerade: {} }],
          },
        },
        networks: [{ name: 'default', pod: {} }],
        volumes: [{ name: 'os', containerDisk: { image: 'registry.example.com/os' } }],
      },
    },
  },
});

const many = (count, of) => Array.from({ length: count }, (_, i) => of(i));
const cases = {
  pods: () => {
    const objects = many(machines, machineOf);
    const cluster = new ClusterView(objects, { target });
    return () => objects.forEach((object) => void explainPod(object, cluster));
  },
  alone: () => placing(machines, nodes, {}),
  packed: () => placing(machines, nodes, { pack: true }),
  quarter: () => placing(Math.ceil(machines / 2), Math.ceil(nodes / 2), {}),
};

function placing(machineCount, nodeCount, options) {
  const objects = many(machineCount, machineOf);
  const context = { target, nodes: readNodes(many(nodeCount, nodeOf)) };
  return () => {
    const { report } = placeObjects(objects, context, options);
    const isWhole = report.workloads.every(
      ({ fits, unknown, rejects, pending, change }) =>
        fits.length + unknown.length + rejects.length === nodeCount && pending === (change !== undefined),
    );
    if (!isWhole) {
      throw new Error('a workload is not explained');
    }
  };
}

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
const times = Object.fromEntries(Object.keys(cases).map((name) => [name, []]));
for (let i = 0; i < repetitions; i++) {
  for (const [name, prepare] of Object.entries(cases)) {
    const work = prepare();
    global.gc?.();
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    times[name].push((user + system) / 1000);
  }
}
const { pods, alone, packed, quarter } = Object.fromEntries(
  Object.entries(times).map(([name, found]) => [name, median(found)]),
);
const ms = (value) => value.toFixed(0);
const rows = [
  [`${machines} VMs on ${nodes} nodes`, 'CPU ms', 'beside pods', 'bound'],
  ['pods alone', ms(pods), '1.00', ''],
  ['placed and explained', ms(alone), (alone / pods).toFixed(2), `${MOST_SECONDS * 1000} ms`],
  ['packed and explained', ms(packed), (packed / pods).toFixed(2), ''],
  ['a quarter of the pairs', ms(quarter), (quarter / pods).toFixed(2), ''],
  ['growth, four times the pairs', (alone / quarter).toFixed(2), '', String(MOST_GROWTH)],
];
console.log(
  rows.map((cells) => cells.map((cell, i) => (i === 0 ? cell.padEnd(34) : cell.padStart(13))).join('')).join('\n'),
);
process.exitCode = alone <= MOST_SECONDS * 1000 && alone / quarter <= MOST_GROWTH ? 0 : 1;
