// The plugin against a real argocd-cmp-server, driven over gRPC as repo-server does:
//
//     ARGOCD_CMP_SERVER=path/to/argocd-cmp-server npm run e2e:argocd
//
// The program is part of every release of Argo CD: `argocd` under the name argocd-cmp-server. Without one there is nothing
// to do, and that is no failure.
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { CmpClient } from './cmp-client.mjs';

const require = createRequire(import.meta.url);
const { ANNOUNCEMENTS, CASES } = require('../test/argocd/cases.cjs');
const { pluginEnvironment } = require('../lib/src/argocd/application.js');
const { splitOutput } = require('../lib/src/argocd/output-policy.js');

const server = process.env.ARGOCD_CMP_SERVER;
if (!server) {
  console.log('ARGOCD_CMP_SERVER does not name an argocd-cmp-server: nothing was tried.');
  process.exit(0);
}

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const bin = join(root, 'lib/src/cli/start/bin.js');
const scratch = mkdtempSync(join(tmpdir(), 'pv-e2e-'));
const failures = [];
let passed = 0;

/** A plugin.yaml, its server, and a client of it. */
async function startServer(name, spec) {
  const folder = join(scratch, name);
  for (const each of ['config', 'sock', 'work']) {
    mkdirSync(join(folder, each), { recursive: true });
  }
  writeFileSync(
    join(folder, 'config/plugin.yaml'),
    JSON.stringify({ apiVersion: 'argoproj.io/v1alpha1', kind: 'ConfigManagementPlugin', metadata: { name }, spec }),
  );
  const child = spawn(server, ['--config-dir-path', join(folder, 'config')], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      HOME: '/nowhere',
      POLYVIRT_CACHE: join(scratch, 'cache'),
      ARGOCD_PLUGINSOCKFILEPATH: join(folder, 'sock'),
      ARGOCD_CMP_WORKDIR: join(folder, 'work'),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  await new Promise((ready, fail) => {
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text) => {
      said += text;
      if (said.includes('serving on')) {
        ready();
      }
    });
    child.on('exit', () => fail(new Error(`argocd-cmp-server did not start:\n${said}`)));
  });
  child.stderr.removeAllListeners('data').resume();
  return { child, client: new CmpClient(join(folder, 'sock', `${name}.sock`)) };
}

/** The folder of a case. */
function repositoryOf({ repository, links = {}, outside = '' }, name) {
  const folder = join(scratch, 'repositories', name);
  mkdirSync(folder, { recursive: true });
  if (repository === 'fleet') {
    cpSync(join(root, 'test/fleet'), folder, { recursive: true });
  } else if (repository === 'charts') {
    cpSync(join(root, 'charts'), join(folder, 'charts'), { recursive: true });
    cpSync(join(root, 'cdk8s.yaml'), join(folder, 'cdk8s.yaml'));
  } else {
    const secret = join(scratch, 'secret.txt');
    writeFileSync(secret, outside);
    for (const [path, text] of Object.entries(repository)) {
      writeFileSync(join(folder, path), text.replace('OUTSIDE', secret));
    }
  }
  for (const [path, target] of Object.entries(links)) {
    symlinkSync(target, join(folder, path));
  }
  return folder;
}

function archiveOf(folder) {
  return spawnSync('tar', ['-C', folder, '-czf', '-', '.'], { maxBuffer: 1 << 28 }).stdout;
}

function requestOf(each, folder) {
  const application = {
    name: each.name,
    project: 'default',
    namespace: 'argo',
    repoURL: 'https://git.example.com/fleet.git',
    path: '.',
    targetRevision: 'main',
    ...(each.plugin === undefined ? {} : { plugin: { env: [], ...each.plugin } }),
  };
  const known = { revision: 'a'.repeat(40), kubeVersion: '', apiVersions: each.apiVersions ?? [] };
  const sidecar = {
    ...each.sidecar,
    ...(each.policy === undefined ? {} : { POLYVIRT_POLICY: join(folder, each.policy) }),
  };
  return {
    archive: archiveOf(folder),
    path: '.',
    // The client of this server says what its pod would say: later ones win.
    env: [...pluginEnvironment(application, known), ...Object.entries(sidecar)],
    deadline: each.deadline ?? 60,
  };
}

/** What `polyvirt synth` prints at the desk for the same folder, where a program finds its packages. */
function synthesized(folder, cluster) {
  const packages = join(folder, 'node_modules');
  if (existsSync(join(folder, 'cdk8s.yaml')) && !existsSync(packages)) {
    mkdirSync(packages);
    for (const name of ['cdk8s', 'constructs']) {
      symlinkSync(join(root, 'node_modules', name), join(packages, name));
    }
    symlinkSync(root, join(packages, 'polyvirt'));
  }
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [bin, 'synth', folder, '--stdout', '--cluster', cluster],
    {
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    },
  );
  if (status !== 0) {
    throw new Error(stderr);
  }
  return splitOutput(stdout);
}

const nameOf = ({ kind, metadata }) => `${kind} ${[metadata.namespace, metadata.name].filter(Boolean).join('/')}`;

async function judged(name, work) {
  const started = performance.now();
  try {
    await work();
    passed++;
    console.log(`ok    ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failures.push(name);
    console.log(`FAIL  ${name}: ${error.message}`);
  }
}

function expect(isTrue, text) {
  if (!isTrue) {
    throw new Error(text);
  }
}

async function runCase(client, each, folder) {
  let said = '';
  const manifests = await client.generate(requestOf(each, folder)).catch((error) => {
    said = error.message;
    return undefined;
  });
  expect(each.silent === undefined || !new RegExp(each.silent).test(said), `it shows what it must not: ${said}`);
  if (each.error !== undefined) {
    expect(
      manifests === undefined && new RegExp(each.error).test(said),
      `expected ${each.error}, got ${said || 'objects'}`,
    );
    return;
  }
  expect(manifests !== undefined, said);
  const objects = manifests.flatMap((text) => splitOutput(text));
  if (each.objects !== undefined) {
    expect(isDeepStrictEqual(objects.map(nameOf), each.objects), `got ${objects.map(nameOf)}`);
  } else {
    expect(isDeepStrictEqual(objects, synthesized(folder, each.synth[0])), 'it differs from polyvirt synth');
  }
}

const polyvirt = [process.execPath, bin, 'argocd'];
const servers = [];
try {
  const plain = await startServer('polyvirt', {
    generate: { command: [...polyvirt, 'generate', '--programs'] },
    parameters: { dynamic: { command: [...polyvirt, 'parameters', '--programs'] } },
  });
  // As it is installed: without programs of repositories.
  const careful = await startServer('careful', { generate: { command: [...polyvirt, 'generate'] } });
  const finding = await startServer('finding', {
    discover: { fileName: 'polyvirt.yaml' },
    generate: { command: [...polyvirt, 'generate', '--programs', '--format=json'] },
  });
  servers.push(plain, careful, finding);

  await judged('check: no discovery unless it is configured', async () => {
    expect((await plain.client.check()).isDiscoveryConfigured === false, 'there is');
    expect((await finding.client.check()).isDiscoveryConfigured === true, 'there is none');
  });
  await judged('match: a folder with a platform, and one without', async () => {
    const yes = requestOf({ name: 'match' }, repositoryOf({ repository: 'fleet' }, 'match'));
    const no = requestOf({ name: 'match' }, repositoryOf({ repository: { 'a.txt': '' } }, 'no-match'));
    expect((await finding.client.match(yes)).isSupported === true, 'the fleet is not found');
    expect((await finding.client.match(no)).isSupported === false, 'nothing is found');
  });
  for (const [i, each] of ANNOUNCEMENTS.entries()) {
    await judged(`parameters: ${each.name}`, async () => {
      const found = await plain.client.parameters(requestOf(each, repositoryOf(each, `parameters-${i}`)));
      expect(isDeepStrictEqual(found, each.announced), JSON.stringify(found));
    });
  }
  const clientFor = ({ format, noPrograms }) =>
    (format === 'json' ? finding : noPrograms === true ? careful : plain).client;
  for (const [i, each] of CASES.entries()) {
    await judged(`generate: ${each.name}`, () => runCase(clientFor(each), each, repositoryOf(each, `case-${i}`)));
  }
  await judged('generate: 20 at once, on an empty cache', async () => {
    rmSync(join(scratch, 'cache'), { recursive: true, force: true });
    const folder = repositoryOf({ repository: 'fleet' }, 'twenty');
    const wanted = Object.fromEntries(
      ['edge', 'mainframe', 'warehouse'].map((name) => [name, synthesized(folder, name)]),
    );
    await Promise.all(
      Array.from({ length: 20 }, async (_each, i) => {
        const cluster = Object.keys(wanted)[i % 3];
        const request = requestOf(
          { name: `app-${i}`, plugin: { parameters: [{ name: 'cluster', string: cluster }] } },
          folder,
        );
        const objects = (await plain.client.generate(request)).flatMap((text) => splitOutput(text));
        expect(isDeepStrictEqual(objects, wanted[cluster]), `${cluster} differs`);
      }),
    );
  });
  await judged('afterwards nothing is left behind', async () => {
    const gate = join(scratch, 'cache/gate');
    expect(!existsSync(gate) || readdirSync(gate).length === 0, 'a place in the gate is still taken');
  });
} finally {
  for (const { child, client } of servers) {
    client.close();
    child.kill('SIGTERM');
  }
  rmSync(scratch, { recursive: true, force: true });
}
console.log(`${passed} passed, ${failures.length} failed${failures.length === 0 ? '' : `: ${failures.join('; ')}`}`);
process.exit(failures.length === 0 ? 0 : 1);
