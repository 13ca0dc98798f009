import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { app, appFolder, writeFiles } from '../app-folder';
import { BIN } from '../built-program';

interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
}

const VM = "new VirtualMachine(edge, 'web', { architecture: 'amd64', memory: '2Gi' });";

function repository(body: string): string {
  const folder = join(appFolder(), 'repository');
  mkdirSync(folder);
  writeFiles(folder, { 'cdk8s.yaml': 'app: npx ts-node main.ts\n', 'main.ts': app(body) });
  return folder;
}

/** A render as Argo CD starts it. It is over once nothing that it started holds its output any more. */
function render(folder: string, cache: string) {
  const env = { ...process.env, POLYVIRT_SPEED: '', POLYVIRT_CACHE: cache, POLYVIRT_DEADLINE: '100' };
  const child = spawn(process.execPath, [BIN, 'argocd', 'generate', '--programs'], { cwd: folder, env });
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.resume();
  const ended = new Promise<Ended>((resolve) => child.on('close', (code, signal) => resolve({ code, signal, stdout })));
  return { kill: (signal: NodeJS.Signals) => child.kill(signal), ended };
}

test('of 30 renders at once half are killed: nothing hangs, nothing is left, the others are whole', async () => {
  const cache = appFolder();
  const [endless, good] = [repository(`${VM}\nfor (;;);`), repository(VM)];
  // Those that do not end come first, and have the places that all renders share.
  const bad = Array.from({ length: 15 }, () => render(endless, cache));
  const others = Array.from({ length: 15 }, () => render(good, cache));
  await wait(4000);
  const signals = bad.map((_, i) => (i % 2 === 0 ? 'SIGKILL' : 'SIGTERM'));
  bad.forEach(({ kill }, i) => void kill(signals[i]!));
  for (const [i, { signal, stdout }] of (await Promise.all(bad.map(({ ended }) => ended))).entries()) {
    expect({ signal, stdout }).toEqual({ signal: signals[i], stdout: '' });
  }
  const wholes = await Promise.all(others.map(({ ended }) => ended));
  expect(wholes[0]!.stdout).toContain('name: web\n');
  expect(wholes).toEqual(wholes.map(() => ({ code: 0, signal: null, stdout: wholes[0]!.stdout })));
}, 100_000);
