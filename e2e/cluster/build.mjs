// Programs in Go, each built once and kept until its sources or its modules change: the control plane, and the diff of Argo CD.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { homedir, setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const HERE = dirname(fileURLToPath(import.meta.url));
const CACHE = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'polyvirt-e2e');
const MOST_SECONDS = 3600;

/** The release of Go, or nothing where there is none. */
export function goVersion() {
  const { status, stdout } = spawnSync('go', ['env', 'GOVERSION'], { cwd: HERE, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

/** The path of the control plane; it is built first where nothing was kept. */
export async function controlPlane(go) {
  return kept(
    go,
    'control-plane',
    'etcd, kube-apiserver and kube-scheduler, which is done once: some 7 minutes on two cores',
  );
}

/** The same of the program that compares objects as Argo CD does. */
export async function argoDiff(go) {
  return kept(go, 'argo-diff', 'the diff of Argo CD, which is done once: some 2 minutes on two cores');
}

/** The same of the program that counts what expressions of policies cost. */
export async function celCost(go) {
  return kept(go, 'cel-cost', 'what counts the cost of policies, which is done once: some 4 minutes on two cores');
}

async function kept(go, folder, what) {
  const sources = join(HERE, folder);
  const hash = createHash('sha256').update(`${go} ${process.platform} ${process.arch}`);
  for (const name of ['go.mod', 'go.sum', 'main.go']) {
    hash.update(readFileSync(join(sources, name)));
  }
  const name = `${folder}-${hash.digest('hex').slice(0, 16)}`;
  const path = join(CACHE, name);
  if (!existsSync(path)) {
    mkdirSync(CACHE, { recursive: true });
    console.log(`building ${what}`);
    await build(path, sources);
    for (const older of readdirSync(CACHE).filter((each) => each.startsWith(`${folder}-`) && each !== name)) {
      rmSync(join(CACHE, older), { force: true });
    }
  }
  return path;
}

async function build(path, sources) {
  const started = performance.now();
  const unfinished = `${path}.${process.pid}`;
  const release = /k8s\.io\/kubernetes (v\S+)/.exec(readFileSync(join(sources, 'go.mod'), 'utf8'))?.[1];
  const flags = `-s -w${release === undefined ? '' : ` -X k8s.io/component-base/version.gitVersion=${release}`}`;
  const child = spawn('go', ['build', '-mod=readonly', '-trimpath', '-ldflags', flags, '-o', unfinished, '.'], {
    cwd: sources,
    env: { ...process.env, CGO_ENABLED: '0', GOFLAGS: '-buildvcs=false' },
    stdio: ['ignore', 'inherit', 'inherit'],
    timeout: MOST_SECONDS * 1000,
  });
  setPriority(child.pid, 10);
  const code = await new Promise((done) => child.on('close', done));
  if (code !== 0) {
    rmSync(unfinished, { force: true });
    throw new Error(`go build ended with exit code ${code}`);
  }
  renameSync(unfinished, path);
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(`built in ${seconds} s: ${path}, ${Math.round(statSync(path).size / 1e6)} MB`);
}
