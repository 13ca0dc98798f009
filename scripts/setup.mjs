// Makes a fresh clone ready: installs what the lock names and compiles src/ to lib/, each only when its inputs
// changed. Runs before `npm start` and `npm test`, with nothing but Node and npm at hand, and as npm's `prepare`, so that
// `npm ci && npm install -g .` gives a command that works.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Runs one step; its output goes to stderr, so that the set-up never mixes with a command's result. */
function run(command, args, options = {}) {
  const result = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2], ...options });
  return result.status === 0;
}

function filesBelow(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

function hashOf(files, ...extra) {
  const hash = createHash('sha256');
  for (const file of files) {
    hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.update(extra.join('\0')).digest('hex');
}

/** Does the step unless the stamp says that it was done for these very inputs. */
async function once(stamp, hash, step) {
  const path = join(root, stamp);
  if (existsSync(path) && readFileSync(path, 'utf8') === hash) {
    return;
  }
  await step();
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, hash);
}

/** Packages that polyvirt runs with, as the lock has them, and exact versions of those that a program is begun with. */
function lockedPackages() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const { version, license, bin, engines, dependencies, peerDependencies } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  const isRun = (path, { dev }) =>
    path !== '' && (dev !== true || /^node_modules\/(cdk8s|constructs)(\/|$)/.test(path));
  const run = Object.entries(packages).filter(([path, entry]) => isRun(path, entry));
  const begun = ['cdk8s', 'constructs', '@types/node', 'ts-node', 'typescript'];
  return {
    versions: Object.fromEntries(begun.map((name) => [name, packages[`node_modules/${name}`].version])),
    packages: Object.fromEntries([
      ...run.map(([path, { dev: _dev, ...entry }]) => [path, entry]),
      ['node_modules/polyvirt', { version, license, bin, engines, dependencies, peerDependencies }],
    ]),
  };
}

function fail(message) {
  console.error(`set-up: ${message}`);
  process.exit(1);
}

/** What tsc knows of its last run. It is in lib/, so that it is gone when the files are that it tells of. */
const INCREMENTAL = '.built/tsc.json';

/** All that the declarations of the library say of zod. */
const ZOD_DECLARATION = `/** A schema of zod, by what it takes. */
export interface ZodMiniType<out T = unknown> {
    readonly _zod: {
        readonly output: T;
    };
}
`;

/** Removes what was compiled of a source that is gone, and all of it where tsc would not know what is there. */
function removeOutdated() {
  const lib = join(root, 'lib');
  if (!existsSync(join(lib, INCREMENTAL))) {
    rmSync(lib, { recursive: true, force: true });
    return;
  }
  for (const file of [...filesBelow('lib/src'), ...filesBelow('lib/imports')]) {
    const source = file.replace(lib, root).replace(/(\.d\.ts|\.js)$/, '');
    if (!['.ts', '.js', '.d.ts'].some((ending) => existsSync(`${source}${ending}`))) {
      rmSync(file);
    }
  }
}

const [major] = process.versions.node.split('.').map(Number);
if (major < 20) {
  fail(`polyvirt needs Node 20 or newer, this is ${process.versions.node}.`);
}

// The lock repeats the dependencies of package.json, whose other parts install nothing.
const manifests = ['package-lock.json', '.npmrc'].map((file) => join(root, file));
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
const shell = process.platform === 'win32';

// npm runs `prepare` at the end of an install: the packages are there, and a second install would run `prepare` again.
const isPrepare = process.env.npm_lifecycle_event === 'prepare';
if (isPrepare && !existsSync(join(root, 'node_modules/typescript-7'))) {
  console.error('set-up: src/ is not compiled, as the packages for development are left out.');
  process.exit(0);
}
await once('node_modules/.polyvirt-setup', hashOf(manifests, process.platform, process.arch, String(major)), () => {
  if (isPrepare) {
    return;
  }
  console.error('set-up: installing npm packages …');
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  // npm ci removes all packages first: where they are, adding what the lock has new takes a fraction of the time.
  const isThere = existsSync(join(root, 'node_modules/.package-lock.json'));
  if ((isThere && run(npm, ['install', '--no-save', ...quiet], { shell })) || run(npm, ['ci', ...quiet], { shell })) {
    return;
  }
  console.error('set-up: npm ci did not work here, trying npm install without touching the lock …');
  if (!run(npm, ['install', '--no-save', '--no-package-lock', ...quiet], { shell })) {
    fail('the npm packages could not be installed; the reason is above.');
  }
});

const sources = [
  ...filesBelow('src'),
  ...filesBelow('imports'),
  join(root, 'tsconfig.json'),
  join(root, 'tsconfig.build.json'),
  join(root, 'scripts/setup.mjs'),
  ...['bundle.mjs', 'js-yaml-parts.mjs'].map((file) => join(root, 'scripts', file)),
];
const build = hashOf(sources, readFileSync(join(root, 'package-lock.json'), 'utf8'));
await once('lib/.built/inputs', build, async () => {
  console.error('set-up: compiling src/ to lib/ …');
  removeOutdated();
  const incremental = ['--incremental', '--tsBuildInfoFile', join('lib', INCREMENTAL)];
  const tsc = join('node_modules', 'typescript-7', 'bin', 'tsc');
  if (!run(process.execPath, [tsc, '-p', 'tsconfig.build.json', ...incremental])) {
    fail('src/ does not compile; the reason is above.');
  }
  // zod is bundled and not installed with polyvirt: a compiler that checks libraries would miss its types.
  writeFileSync(join(root, 'lib/src/model/read/zod.d.ts'), ZOD_DECLARATION);
  await bundle(createRequire(import.meta.url)('esbuild'), root);
  // For packages and images that polyvirt writes: the package has no lock.
  writeFileSync(join(root, 'lib/locked-packages.json'), JSON.stringify(lockedPackages()));
  // Tells this build from every other one: what another one rendered is not ours.
  writeFileSync(join(root, 'lib/build-id'), build);
  for (const command of ['bin', 'kubectl-complete']) {
    chmodSync(join(root, `lib/src/cli/start/${command}.js`), 0o755);
  }
});
