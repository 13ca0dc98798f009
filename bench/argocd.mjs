// What the Argo CD plugin costs, against an empty Node process in the same run: npm run bench:argocd [-- rounds]
//
// Rounds go through all cases in turn, so that a busy moment hits all alike. Ratios are of the fastest runs: a slow one
// tells what else the machine was doing.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { manyRenders } from './many-renders.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const bin = join(root, 'lib/src/cli/start/bin.js');
const rounds = Number(process.argv[2] ?? 15);
const RENDERS_AT_ONCE = 100;
const scratch = mkdtempSync(join(tmpdir(), 'polyvirt-bench-'));

// As in the sidecar: the repository in a copy of its own, packages beside polyvirt.
const fleet = join(scratch, 'fleet');
cpSync(join(root, 'test/fleet'), fleet, { recursive: true });
const one = join(scratch, 'one');
mkdirSync(one);
cpSync(join(root, 'test/fleet/polyvirt.yaml'), join(one, 'polyvirt.yaml'));
const app = join(scratch, 'app');
cpSync(join(root, 'charts'), join(app, 'charts'), { recursive: true });
cpSync(join(root, 'cdk8s.yaml'), join(app, 'cdk8s.yaml'));
writeFileSync(join(scratch, 'empty.js'), '');

const cache = join(scratch, 'cache');
const cluster = { ARGOCD_APP_PARAMETERS: JSON.stringify([{ name: 'cluster', string: 'edge' }]) };
const generate = (folder, env) => ({ args: [bin, 'argocd', 'generate', '--programs', folder], env });
const cases = {
  'empty Node process': { args: [join(scratch, 'empty.js')], env: {} },
  'fleet in YAML, cached': generate(fleet, { ...cluster, POLYVIRT_CACHE: cache }),
  'fleet in TypeScript, cached': generate(app, { ...cluster, POLYVIRT_CACHE: cache }),
  'one cluster in YAML': generate(one, { POLYVIRT_CACHE: 'off' }),
  'one cluster of the fleet in YAML': generate(fleet, { ...cluster, POLYVIRT_CACHE: 'off' }),
  'one cluster of the fleet in TypeScript': generate(app, { ...cluster, POLYVIRT_CACHE: 'off' }),
};

function run({ args, env }) {
  const started = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { env: { ...process.env, ...env }, encoding: 'utf8' });
  if (status !== 0) {
    throw new Error(stderr);
  }
  return performance.now() - started;
}

try {
  const times = new Map(Object.keys(cases).map((name) => [name, []]));
  for (const each of Object.values(cases)) {
    run(each); // fills caches, of the disk too
  }
  for (let round = 0; round < rounds; round++) {
    for (const [name, each] of Object.entries(cases)) {
      times.get(name).push(run(each));
    }
  }
  const fastest = (name) => Math.min(...times.get(name));
  const base = fastest('empty Node process');
  const limits = { 'fleet in YAML, cached': 2, 'fleet in TypeScript, cached': 2, 'one cluster in YAML': 4 };
  for (const name of times.keys()) {
    const sorted = [...times.get(name)].sort((a, b) => a - b);
    const limit = limits[name] === undefined ? '' : `  (at most ${limits[name]}×)`;
    console.log(
      `${name.padEnd(40)} ${fastest(name).toFixed(0).padStart(6)} ms fastest ${sorted[sorted.length >> 1].toFixed(0).padStart(6)} ms median ${(fastest(name) / base).toFixed(2).padStart(6)}×${limit}`,
    );
  }
  // Each is of another Application, so that none is answered from the cache. The gate lets as many work as there are processors.
  const { failed, memory, p50, p99 } = await manyRenders(RENDERS_AT_ONCE, (i) =>
    generate(app, {
      ...cluster,
      POLYVIRT_CACHE: cache,
      POLYVIRT_DEADLINE: '900',
      ARGOCD_APP_NAME: `app-${i}`,
      ARGOCD_ENV_NUMBER: String(i),
    }),
  );
  console.log(
    `${`${RENDERS_AT_ONCE} renders at once in the wall`.padEnd(40)} ${memory === undefined ? 'memory is not told here' : `${memory.toFixed(0).padStart(6)} MiB in all (at most 2048)`}, ${p50.toFixed(0)} ms median, ${p99.toFixed(0)} ms p99`,
  );
  if (failed.length > 0) {
    throw new Error(`${failed.length} of them failed: ${failed[0]}`);
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
