// What the expressions of policies cost an API server, as it counts itself, beside what it allows.
import { spawnSync } from 'node:child_process';

const ARCHITECTURES = ['amd64', 'arm64', 's390x', 'riscv64'];
/** VMs with so many disks, volumes, interfaces, networks, features of the CPU and devices of each sort. */
const SIZES = [1, 4, 20, 100];

/**
 * The cost of the dearest expression and of the dearest policy, by the size of a VM.
 *
 * An API server refuses what is beyond its limits, as an error of the policy: with `failurePolicy: Fail` that refuses the VM.
 */
export function policyCosts(program, { policies, params }) {
  return SIZES.map((size) => {
    const input = JSON.stringify({ policies, params, objects: ARCHITECTURES.map((each) => vmOf(size, each)) });
    const { stdout, stderr } = spawnSync(program, [], { input, encoding: 'utf8', maxBuffer: 1 << 28 });
    if (stdout === '') {
      throw new Error(`what counts the cost of policies failed: ${stderr}`);
    }
    const { expressions, policies: all, ...limits } = JSON.parse(stdout);
    const failed = [...expressions, ...all].filter((each) => each.failed !== undefined);
    return {
      size,
      count: expressions.length,
      expression: most(expressions),
      policy: most(all),
      limits,
      failed: failed.map(({ policy, failed: why }) => `${policy}: ${why}`),
    };
  });
}

function most(costs) {
  return costs.reduce((dearest, each) => (each.cost > dearest.cost ? each : dearest));
}

function vmOf(size, architecture) {
  const some = (one) => Array.from({ length: size }, (_, i) => one(`n${i}`));
  const devices = {
    disks: some((name) => ({ name, disk: { bus: 'virtio' } })),
    interfaces: some((name) => ({ name, bridge: {}, model: 'virtio' })),
    inputs: some((name) => ({ name, type: 'tablet', bus: 'usb' })),
    gpus: some((name) => ({ name, deviceName: 'example.com/gpu' })),
    hostDevices: some((name) => ({ name, deviceName: 'example.com/device' })),
    filesystems: some((name) => ({ name, virtiofs: {} })),
  };
  const spec = {
    architecture,
    domain: { cpu: { cores: 2, features: some((name) => ({ name })) }, memory: { guest: '4Gi' }, devices },
    networks: some((name) => ({ name, multus: { networkName: name } })),
    volumes: some((name) => ({ name, persistentVolumeClaim: { claimName: name } })),
  };
  return {
    apiVersion: 'kubevirt.io/v1',
    kind: 'VirtualMachine',
    metadata: { name: 'large', namespace: 'default' },
    spec: {
      runStrategy: 'Always',
      template: { metadata: { labels: { 'polyvirt.io/hypervisor': 'cloud-hypervisor' } }, spec },
    },
  };
}
