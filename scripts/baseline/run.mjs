// Runs the inputs with the built command, each in a folder of its own, and writes down all that comes of it.
import { spawn } from 'node:child_process';
import { cpSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ROOT } from './inputs.mjs';

const BIN = join(ROOT, 'lib/src/cli/start/bin.js');

/** Runs all of them, some at once; the number of those that ran. */
export async function runInputs(inputs, target) {
  const waiting = Object.entries(inputs);
  const count = waiting.length;
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      await runInput(next[1], join(target, next[0]));
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  return count;
}

async function runInput({ files, commands, program }, target) {
  const above = mkdtempSync(join(tmpdir(), 'polyvirt-baseline-'));
  const folder = join(above, 'work');
  mkdirSync(folder);
  mkdirSync(join(above, 'bin'));
  symlinkSync(BIN, join(above, 'bin/polyvirt'));
  mkdirSync(join(above, 'node_modules'));
  symlinkSync(ROOT, join(above, 'node_modules/polyvirt'));
  for (const name of ['cdk8s', 'constructs']) {
    symlinkSync(join(ROOT, 'node_modules', name), join(above, 'node_modules', name));
  }
  const texts = program ? { 'cdk8s.yaml': 'language: typescript\napp: npx ts-node main.ts\n', ...files } : files;
  for (const [name, text] of Object.entries(texts)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  mkdirSync(target, { recursive: true });
  for (const [i, command] of commands.entries()) {
    const { code, stdout, stderr } = await shell(command, above);
    // Neither where the temporary folder is nor how long something took may count as a difference.
    const plain = (text) => text.replaceAll(above, '').replace(/\b\d+(\.\d+)? (m?s)\b/g, 'N $2');
    writeFileSync(join(target, `${i + 1}.json`), `${JSON.stringify({ command, code })}\n`);
    writeFileSync(join(target, `${i + 1}.stdout`), plain(stdout));
    writeFileSync(join(target, `${i + 1}.stderr`), plain(stderr));
  }
  keepFiles(folder, join(target, 'files'));
  rmSync(above, { recursive: true, force: true });
}

/** All files that are there at the end, the manifests among them; commits have a date, so Git's own are left out. */
function keepFiles(folder, target) {
  if (readdirSync(folder).length > 0) {
    cpSync(folder, target, {
      recursive: true,
      verbatimSymlinks: true,
      // An example may leave a named pipe behind, which has no content to keep.
      filter: (path) => !/[/\\](\.git|node_modules)$/.test(path) && !lstatSync(path).isFIFO(),
    });
  }
}

function shell(command, above) {
  return new Promise((done) => {
    const child = spawn('sh', ['-c', command], {
      cwd: join(above, 'work'),
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: `${join(above, 'bin')}:${process.env.PATH}`,
        HOME: above,
        TMPDIR: above,
        POLYVIRT_CACHE: 'off',
        // Commits of examples have the same hash each time.
        GIT_AUTHOR_DATE: '2026-01-01T00:00:00Z',
        GIT_COMMITTER_DATE: '2026-01-01T00:00:00Z',
      },
    });
    const texts = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr']) {
      child[name].setEncoding('utf8').on('data', (text) => {
        texts[name] += text;
      });
    }
    child.on('close', (code) => done({ code, ...texts }));
  });
}
