// Kills renders at random moments, and looks for what they leave: node scripts/kills.mjs [--count 1000] [--seed 1] [--at-once 6]
//
// Half are renders of the plugin, half write a folder. Nothing may be left but what was there before: no process, no file in the
// temporary folder, no part of an output. A cache may have what a killed writer had not finished: it is no entry, and goes later.
import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const BIN = join(ROOT, 'lib/src/cli/start/bin.js');
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    'at-once': { type: 'string', default: '6' },
  },
});
const [count, atOnce] = [Number(values.count), Number(values['at-once'])];

const scratch = mkdtempSync(join(tmpdir(), 'polyvirt-kills-'));
const mark = `POLYVIRT_KILLS=${scratch}`;
const temporary = join(scratch, 'tmp');
const cache = join(scratch, 'cache');
mkdirSync(temporary);
mkdirSync(cache, { mode: 0o700 });

let state = Number(values.seed) >>> 0;
/** Numbers from 0 to 1, the same for the same seed. */
function random() {
  state = (Math.imul(state ^ (state >>> 15), 0x85ebca6b) + 0x9e3779b9) >>> 0;
  return (Math.imul(state ^ (state >>> 13), 0xc2b2ae35) >>> 0) / 2 ** 32;
}

const PROGRAM = (vms) => `import { App } from 'cdk8s';
import { Platform, VirtualMachine } from 'polyvirt';
const app = new App();
const edge = new Platform(app, 'edge', { target: { kubevirt: '1.9' }, namespace: 'shop' });
for (let i = 0; i < ${vms}; i++) new VirtualMachine(edge, 'vm-' + i, { architecture: 'amd64', memory: '1Gi' });
app.synth();
`;

/** A repository of its own for each that runs at the same time, since a folder is written by one at a time. */
function repository(lane) {
  const folder = join(scratch, `repository-${lane}`);
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  for (const name of ['cdk8s', 'constructs', 'typescript', 'ts-node']) {
    symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
  }
  symlinkSync(ROOT, join(folder, 'node_modules/polyvirt'));
  writeFileSync(join(folder, 'cdk8s.yaml'), 'app: npx ts-node main.ts\n');
  const plugin = join(scratch, `plugin-${lane}`);
  mkdirSync(plugin);
  writeFileSync(join(plugin, 'cdk8s.yaml'), 'app: npx ts-node main.ts\n');
  return { folder, plugin };
}

function render(repositories, number, killAfterMs) {
  const isPlugin = number % 2 === 0;
  const cwd = isPlugin ? repositories.plugin : repositories.folder;
  // Another one each time, so that nothing is answered from the cache.
  const vms = 1 + (number % 7);
  writeFileSync(join(cwd, 'main.ts'), `${PROGRAM(vms)}// ${number}\n`);
  const args = isPlugin ? ['argocd', 'generate', '--programs'] : ['synth', '--sandbox'];
  const child = spawn(process.execPath, [BIN, ...args], {
    cwd,
    env: {
      PATH: process.env.PATH,
      TMPDIR: temporary,
      POLYVIRT_CACHE: cache,
      POLYVIRT_DEADLINE: '600',
      POLYVIRT_RENDERS: '64',
      POLYVIRT_KILLS: scratch,
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    out += text;
  });
  const timer = killAfterMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfterMs);
  return new Promise((done) => {
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      done({ isPlugin, vms, code, signal, out, folder: cwd });
    });
  });
}

/** VMs of a text, or of the folder that was written. */
const vmsIn = (text) => [...text.matchAll(/^kind: VirtualMachine$/gm)].length;

function written(folder) {
  try {
    return readdirSync(join(folder, 'dist'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
      .reduce((sum, text) => sum + vmsIn(text), 0);
  } catch {
    return 0;
  }
}

/** Processes of ours, by what they were started with. */
function processes() {
  return (existsSync('/proc/self/environ') ? readdirSync('/proc') : []).filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/environ`, 'utf8').includes(mark);
    } catch {
      return false;
    }
  });
}

const wrong = [];
let killed = 0;
let ended = 0;
try {
  const lanes = Array.from({ length: atOnce }, (_, lane) => repository(lane));
  // How long one takes here: moments are chosen within it.
  const begun = performance.now();
  await render(lanes[0], 0, undefined);
  await render(lanes[0], 1, undefined);
  const longest = ((performance.now() - begun) / 2) * Math.min(atOnce, 3);
  let next = 2;
  await Promise.all(
    lanes.map(async (lane) => {
      while (next < count + 2) {
        const before = written(lane.folder);
        const result = await render(lane, next++, random() * longest);
        const { isPlugin, vms, code, signal, out, folder } = result;
        killed += signal === 'SIGKILL' ? 1 : 0;
        ended += code === 0 ? 1 : 0;
        if (code !== 0 && signal === null) {
          wrong.push(`a render failed by itself: ${out.slice(0, 200)}`);
        }
        if (isPlugin && out !== '' && vmsIn(out) !== vms) {
          wrong.push(`${vmsIn(out)} of ${vms} VMs were printed`);
        }
        const after = written(folder);
        if (!isPlugin && after !== vms && after !== before) {
          wrong.push(`${after} of ${vms} VMs were written over ${before}`);
        }
      }
    }),
  );
  // Children of a killed process see that it is gone.
  for (let turn = 0; turn < 50 && processes().length > 0; turn++) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  wrong.push(
    ...processes().map(
      (pid) => `process ${pid} goes on: ${readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')}`,
    ),
  );
  wrong.push(...readdirSync(temporary).map((name) => `${name} is left in the temporary folder`));
  for (const lane of lanes) {
    // The next one puts in order what was interrupted.
    await render(lane, 1, undefined);
    const expected = new Set(['cdk8s.yaml', 'main.ts', 'node_modules', 'dist']);
    wrong.push(
      ...readdirSync(lane.folder)
        .filter((name) => !expected.has(name))
        .map((name) => `${name} is left beside the platform`),
    );
    if (written(lane.folder) !== 2) {
      wrong.push(`${written(lane.folder)} of 2 VMs after the last run`);
    }
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
console.log(
  `${killed} killed, ${ended} ended before that; ${wrong.length === 0 ? 'nothing is left' : [...new Set(wrong)].join('\n')}`,
);
process.exitCode = wrong.length === 0 && killed > 0 ? 0 : 1;
