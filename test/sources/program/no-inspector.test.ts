import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { withoutInspector } from '../../../src/sources/program/spawn-node';
import { app, appFolder, writeFiles } from '../../app-folder';
import { BIN } from '../../built-program';

const VM = "new VirtualMachine(edge, 'web', { architecture: 'amd64', memory: '2Gi' });";

/** Says by a file that it runs, and stays until a file says that it may go. */
const UNTIL_TOLD = `
import { existsSync, writeFileSync } from 'node:fs';
writeFileSync('running', String(process.pid));
for (let looked = 0; !existsSync('enough') && looked < 10_000_000; looked++);
${VM}`;

/** A program that takes its time, in the wall too, where it has neither a clock nor threads to wait for. */
const SLOW = app(`for (let i = 0; i < 50_000_000; i++);\n${VM}`);

/** In which Node would have opened an inspector, and said so. */
const OPENS_MS = 500;

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts polyvirt, does something while its program runs, and waits for both. */
async function during(
  folder: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  act: (pid: number, said: () => string) => Promise<void>,
): Promise<Ended> {
  const child = spawn(process.execPath, [BIN, ...args], { cwd: folder, env: { ...process.env, ...env } });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  await act(child.pid!, () => stderr);
  return { code: await ended, stdout, stderr };
}

async function until(isTrue: () => boolean): Promise<void> {
  for (let i = 0; i < 600 && !isTrue(); i++) {
    await wait(50);
  }
  expect(isTrue()).toBe(true);
}

test('a signal opens the inspector neither of polyvirt nor of a program that it runs', async () => {
  const folder = appFolder({ 'main.ts': app(UNTIL_TOLD) });
  const running = join(folder, 'running');
  const { code, stdout, stderr } = await during(folder, ['synth', '--stdout'], {}, async (pid) => {
    await until(() => existsSync(running) && readFileSync(running, 'utf8') !== '');
    process.kill(pid, 'SIGUSR1');
    process.kill(Number(readFileSync(running, 'utf8')), 'SIGUSR1');
    await wait(OPENS_MS);
    writeFiles(folder, { enough: '' });
  });
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.not.stringMatching(/debugger|inspect/i) });
  expect(stdout).toContain('name: web\n');
});

test('the signal is ignored from the start, by the plugin too', async () => {
  const folder = join(appFolder(), 'repository');
  mkdirSync(folder);
  writeFiles(folder, {
    'cdk8s.yaml': 'app: npx ts-node main.ts\n',
    'main.ts': SLOW,
  });
  const env = { POLYVIRT_CACHE: 'off' };
  const { code, stderr } = await during(folder, ['argocd', 'generate', '--programs'], env, async (pid) => {
    await wait(1000);
    process.kill(pid, 'SIGUSR1');
  });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
});

test('an inspector that is open already is closed before a program of others runs', async () => {
  const folder = join(appFolder(), 'repository');
  mkdirSync(folder);
  writeFiles(folder, {
    'cdk8s.yaml': 'app: npx ts-node main.ts\n',
    'main.ts': SLOW,
  });
  let isOpen: boolean | undefined;
  const env = { POLYVIRT_CACHE: 'off', NODE_OPTIONS: '--inspect=127.0.0.1:0' };
  const { code } = await during(folder, ['argocd', 'generate', '--programs'], env, async (_pid, said) => {
    await until(() => /ws:\/\/127\.0\.0\.1:\d+/.test(said()));
    const port = Number(/ws:\/\/127\.0\.0\.1:(\d+)/.exec(said())![1]);
    // Polyvirt has to start before it can close anything.
    for (let i = 0; i < 100 && isOpen !== false; i++) {
      await wait(50);
      isOpen = await answers(port);
    }
  });
  expect({ code, isOpen }).toEqual({ code: 0, isOpen: false });
});

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}

test.each<{ given: string | undefined; left: string | undefined }>([
  { given: undefined, left: undefined },
  { given: '--max-old-space-size=512', left: '--max-old-space-size=512' },
  { given: '--inspect', left: undefined },
  { given: '--inspect-brk=0.0.0.0:9229 --no-warnings', left: '--no-warnings' },
  { given: '--no-warnings --inspect-port 9229 -r "./a b.js"', left: '--no-warnings -r "./a b.js"' },
  { given: '"--inspect-wait" --inspect_brk --debug-port=1', left: undefined },
])('of NODE_OPTIONS $given a program gets $left', ({ given, left }) => {
  const env = withoutInspector({ PATH: '/bin', ...(given === undefined ? {} : { NODE_OPTIONS: given }) });
  expect(env).toEqual({ PATH: '/bin', ...(left === undefined ? {} : { NODE_OPTIONS: left }) });
});
