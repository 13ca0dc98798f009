import type { Architecture } from '../../src/architectures/facts';
import { whole, wholeUnits } from '../../src/pods/amount';
import { memoryOverhead } from '../../src/pods/overhead';
import { admitted, type Cluster, clusterOf } from './cluster';

interface Case {
  readonly what: string;
  readonly kubevirt: string;
  readonly on?: Architecture;
  readonly spec: Readonly<Record<string, unknown>>;
  readonly configuration?: Cluster['configuration'];
  /** Worked by hand, in Mi: page tables, the processes, 8 for each CPU, 8 for input and output, then what is special. */
  readonly sum: readonly number[];
}

const ONE = { domain: { resources: { requests: { memory: '1Gi' } } } };
const domain = (domain: Readonly<Record<string, unknown>>) => ({ domain });

/** What the processes take: 25 + 100 + 20 + 35 + 30 up to 1.4, 25 + 100 + 25 + 40 + 30 since. */
const OLD = 210;
const NEW = 220;

test.each<Case>([
  // The values to check against, and the same by release and architecture.
  { what: '1 CPU and 1Gi requested', kubevirt: '1.9', spec: ONE, sum: [2, NEW, 8, 8, 32] },
  { what: '1 CPU and 1Gi requested', kubevirt: '1.9', on: 'arm64', spec: ONE, sum: [2, NEW, 8, 8, 32, 128] },
  { what: '1 CPU and 1Gi requested', kubevirt: '1.9', on: 's390x', spec: ONE, sum: [2, NEW, 8, 8, 32] },
  { what: '1 CPU and 1Gi requested', kubevirt: '1.4', spec: ONE, sum: [2, OLD, 8, 8, 16] },
  { what: '1 CPU and 1Gi requested', kubevirt: '1.4', on: 'arm64', spec: ONE, sum: [2, OLD, 8, 8, 16, 128] },
  { what: '1 CPU and 1Gi requested', kubevirt: '1.5', spec: ONE, sum: [2, NEW, 8, 8, 16] },
  { what: '1 CPU and 1Gi requested', kubevirt: '1.6', on: 's390x', spec: ONE, sum: [2, NEW, 8, 8, 32] },
  // Since 1.6.4 the webhook writes no request, so there are no page tables.
  { what: 'a guest of 1Gi', kubevirt: '1.6.4', spec: domain({ memory: { guest: '1Gi' } }), sum: [0, NEW, 8, 8, 32] },
  { what: 'a guest of 1Gi', kubevirt: '1.6', spec: domain({ memory: { guest: '1Gi' } }), sum: [0, NEW, 8, 8, 32] },
  { what: 'a guest of 1Gi', kubevirt: '1.6.3', spec: domain({ memory: { guest: '1Gi' } }), sum: [2, NEW, 8, 8, 32] },
  { what: 'a guest of 1Gi', kubevirt: '1.7', spec: domain({ memory: { guest: '1Gi' } }), sum: [0, NEW, 8, 8, 32] },
  { what: 'a guest of 1Gi', kubevirt: '1.9', spec: domain({ memory: { guest: '1Gi' } }), sum: [0, NEW, 8, 8, 32] },
  {
    what: 'a guest of 8Gi with 4 cores',
    kubevirt: '1.4',
    on: 's390x',
    spec: domain({ cpu: { cores: 4 }, memory: { guest: '8Gi' } }),
    sum: [16, OLD, 4 * 8, 8, 16],
  },
  {
    what: '2 sockets of 4 cores of 2 threads, 32Gi, no screen',
    kubevirt: '1.6.3',
    on: 'arm64',
    spec: domain({
      cpu: { sockets: 2, cores: 4, threads: 2 },
      memory: { guest: '32Gi' },
      devices: { autoattachGraphicsDevice: false },
    }),
    sum: [64, NEW, 16 * 8, 8, 128],
  },
  {
    what: 'a memory that is overcommitted by half',
    kubevirt: '1.6.3',
    spec: domain({ memory: { guest: '3Gi' } }),
    configuration: { developerConfiguration: { memoryOvercommit: 150 } },
    sum: [4, NEW, 8, 8, 32],
  },
  {
    what: 'two GPUs and a TPM',
    kubevirt: '1.9',
    spec: domain({
      cpu: { cores: 8 },
      memory: { guest: '16Gi' },
      devices: {
        gpus: [
          { name: 'a', deviceName: 'x/a' },
          { name: 'b', deviceName: 'x/a' },
        ],
        tpm: {},
      },
    }),
    sum: [NEW, 8 * 8, 8, 32, 1024, 53],
  },
  {
    what: 'a TPM that is off',
    kubevirt: '1.6.3',
    spec: domain({ memory: { guest: '1Gi' }, devices: { tpm: { enabled: false } } }),
    sum: [2, NEW, 8, 8, 32],
  },
  {
    what: 'a TPM that is off, which 1.4.1 knows',
    kubevirt: '1.4',
    spec: domain({ memory: { guest: '1Gi' }, devices: { tpm: { enabled: false } } }),
    sum: [2, OLD, 8, 8, 16],
  },
  {
    what: 'a TPM that is off, which 1.5.0 does not know',
    kubevirt: '1.5.0',
    spec: domain({ memory: { guest: '1Gi' }, devices: { tpm: { enabled: false } } }),
    sum: [2, NEW, 8, 8, 16, 53],
  },
  {
    what: 'dedicated CPUs',
    kubevirt: '1.9',
    on: 'arm64',
    spec: domain({ cpu: { cores: 4, dedicatedCpuPlacement: true }, memory: { guest: '4Gi' } }),
    sum: [NEW, 4 * 8, 8, 32, 128, 100],
  },
  {
    what: 'requests that equal limits',
    kubevirt: '1.4',
    spec: domain({ resources: { limits: { cpu: '2', memory: '2Gi' } } }),
    sum: [4, OLD, 2 * 8, 8, 16, 100],
  },
  {
    what: 'SEV, two probes and downward metrics',
    kubevirt: '1.6.3',
    spec: {
      ...domain({ memory: { guest: '2Gi' }, launchSecurity: { sev: {} } }),
      livenessProbe: { exec: { command: ['true'] } },
      readinessProbe: { exec: { command: ['true'] } },
      volumes: [{ name: 'metrics', downwardMetrics: {} }],
    },
    sum: [4, NEW, 8, 8, 32, 1, 10, 10, 100, 256],
  },
  {
    what: 'SNP, which counts since 1.7',
    kubevirt: '1.6.3',
    spec: domain({ memory: { guest: '2Gi' }, launchSecurity: { snp: {} } }),
    sum: [4, NEW, 8, 8, 32],
  },
  {
    what: 'SNP',
    kubevirt: '1.7',
    spec: domain({ memory: { guest: '2Gi' }, launchSecurity: { snp: {} } }),
    sum: [NEW, 8, 8, 32, 256],
  },
  {
    what: 'overhead that the VM reserves',
    kubevirt: '1.9',
    spec: domain({ memory: { guest: '2Gi', reservedOverhead: { addedOverhead: '64Mi' } } }),
    sum: [NEW, 8, 8, 32, 64],
  },
  {
    what: 'passt and a binding of your own, on two cards',
    kubevirt: '1.9',
    spec: domain({
      memory: { guest: '2Gi' },
      devices: {
        interfaces: [
          { name: 'a', passtBinding: {} },
          { name: 'b', binding: { name: 'own' } },
          { name: 'c', binding: { name: 'own' } },
        ],
      },
    }),
    configuration: { network: { binding: { own: { computeResourceOverhead: { requests: { memory: '12Mi' } } } } } },
    sum: [NEW, 8, 8, 32, 250, 12],
  },
])('$what on $on KubeVirt $kubevirt', ({ kubevirt, on, spec, configuration, sum }) => {
  const context = clusterOf({ kubevirt, ...(configuration === undefined ? {} : { configuration }) });
  const { amount } = memoryOverhead(admitted(spec, context, on), context);
  expect(Number(wholeUnits(amount) >> 20n)).toBe(sum.reduce((a, b) => a + b));
});

test('page tables are counted in thousands of bytes, rounded up: 32Gi give a byte more than 64Mi', () => {
  const context = clusterOf({ kubevirt: '1.6.3' });
  const { parts } = memoryOverhead(admitted(domain({ memory: { guest: '32Gi' } }), context), context);
  // 34359738368 bytes are 34359739 thousands; by 512 they are 67108865.2.
  expect(parts[0]).toEqual({ name: 'page tables', amount: whole(67_108_865) });
});

test('the ratio multiplies everything since 1.5.3, and all but the Guaranteed part before', () => {
  const spec = domain({ resources: { limits: { cpu: '1', memory: '1Gi' }, requests: { memory: '1Gi' } } });
  const configuration = { additionalGuestMemoryOverheadRatio: '1.5' };
  const bytesIn = (kubevirt: string) => {
    const context = clusterOf({ kubevirt, configuration });
    return memoryOverhead(admitted(spec, context), context).amount.nano / 1_000_000_000n;
  };
  // 2 + 220 + 8 + 8 + 32 + 100 = 370Mi = 387973120, in thousands 387974; half of it 193987.
  expect(bytesIn('1.6')).toBe(387_973_120n + 193_987_000n);
  // 2 + 220 + 8 + 8 + 16 = 254Mi = 266338304, in thousands 266339; half of it 133169.5, cut off; then 100Mi.
  expect(bytesIn('1.5.2')).toBe(266_338_304n + 133_169_000n + 104_857_600n);
});
