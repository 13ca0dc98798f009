// What a review of a fleet costs: clusters of 20 objects, of which one changed in each.
//
//     npm run bench:review                   250, 500 and 1,000 clusters
//     npm run bench:review -- 2000,4000      other numbers
//
// The bound that the project has set itself is 10 s for 1,000 clusters; the exit code is 1 where it is not met.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const BIN = resolve(dirname(fileURLToPath(import.meta.url)), '../lib/src/cli/start/bin.js');
const OBJECTS = 20;
const sizes = (process.argv[2] ?? '250,500,1000').split(',').map(Number);

/** A VM of a cluster; names and addresses are its own, so that no two clusters are alike. */
function machine(cluster, i, memory) {
  return `apiVersion: kubevirt.io/v1
kind: VirtualMachine
metadata:
  name: vm-${i}
  namespace: shop
  labels: { cluster: c${cluster}, app: vm-${i} }
spec:
  runStrategy: Always
  template:
    metadata:
      labels: { app: vm-${i} }
    spec:
      architecture: amd64
      nodeSelector: { pool: c${cluster}-pool }
      domain:
        cpu: { sockets: 2, cores: 1, threads: 1 }
        memory: { guest: ${memory} }
        machine: { type: q35 }
        devices:
          disks: [{ name: root, disk: { bus: virtio } }]
          interfaces: [{ name: default, masquerade: {} }]
      networks: [{ name: default, pod: {} }]
      volumes: [{ name: root, persistentVolumeClaim: { claimName: c${cluster}-vm-${i} } }]
`;
}

const KUBEVIRT = `apiVersion: kubevirt.io/v1
kind: KubeVirt
metadata: { name: kubevirt, namespace: kubevirt }
spec: { workloadUpdateStrategy: { workloadUpdateMethods: [LiveMigrate] } }
`;

function write(folder, clusters, memory) {
  for (let c = 0; c < clusters; c++) {
    const at = join(folder, `cluster-${String(c).padStart(4, '0')}`);
    mkdirSync(at, { recursive: true });
    writeFileSync(join(at, 'kubevirt.yaml'), KUBEVIRT);
    for (let i = 1; i < OBJECTS; i++) {
      writeFileSync(join(at, `vm-${i}.yaml`), machine(c, i, i === 7 ? memory : '4Gi'));
    }
  }
}

const root = mkdtempSync(join(tmpdir(), 'polyvirt-bench-'));
/** Writes what the process took to a file when it ends. */
const usage = join(root, 'usage.json');
const watch = `data:text/javascript,${encodeURIComponent(`
import { writeFileSync } from 'node:fs';
process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  writeFileSync(${JSON.stringify(usage)}, JSON.stringify({ cpu: (userCPUTime + systemCPUTime) / 1e6, mib: maxRSS / 1024 }));
});`)}`;

try {
  console.log('clusters  objects  seconds  CPU s  CPU ms per cluster  MiB  Markdown    HTML');
  for (const clusters of sizes) {
    process.exitCode ||= bench(clusters) ? 0 : 1;
  }
} finally {
  rmSync(root, { recursive: true, force: true });
}

/** Whether a fleet was reviewed within its bound: 10 s of 1,000 clusters. */
function bench(clusters) {
  const [base, head, out] = ['base', 'head', 'review'].map((name) => join(root, `${name}-${clusters}`));
  write(base, clusters, '4Gi');
  write(head, clusters, '8Gi');
  const files = ['html', 'json', 'md'].flatMap((ending) => ['--write', `${out}.${ending}`]);
  const started = performance.now();
  const run = spawnSync(process.execPath, ['--import', watch, BIN, 'review', base, head, '-f', 'markdown', ...files], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  const seconds = (performance.now() - started) / 1000;
  if (run.status !== 10) {
    throw new Error(`exit ${run.status}: ${run.stderr}`);
  }
  const { verdict, folded } = JSON.parse(readFileSync(`${out}.json`, 'utf8'));
  const markdown = readFileSync(`${out}.md`, 'utf8');
  if (verdict.effects['live-migrate'] !== clusters || folded.length !== 1 || markdown.length > 65_536) {
    throw new Error(`not what was changed: ${JSON.stringify(verdict)}`);
  }
  const { cpu, mib } = JSON.parse(readFileSync(usage, 'utf8'));
  const kib = (name) => `${(readFileSync(`${out}.${name}`).length / 1024).toFixed(0)} KiB`;
  const cells = [
    [clusters, 8],
    [clusters * OBJECTS, 7],
    [seconds.toFixed(2), 7],
    [cpu.toFixed(2), 5],
    [((1000 * cpu) / clusters).toFixed(2), 18],
    [mib.toFixed(0), 3],
    [kib('md'), 8],
    [kib('html'), 6],
  ];
  console.log(cells.map(([text, width]) => String(text).padStart(width)).join('  '));
  return clusters > 1000 || seconds < 10;
}
