import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shell as runShell } from '../built-program';

const MANIFEST = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\ndata: { a: "1" }\n';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'polyvirt-pipes-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs a line of the shell; one that does not end fails. */
const shell = (line: string) => runShell(folder, line);

test('a named pipe that nobody writes to is rejected after some seconds', () => {
  execFileSync('mkfifo', ['pipe.yaml'], { cwd: folder });
  expect(shell('polyvirt check --no-platform pipe.yaml')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('error PV034 at pipe.yaml: nothing was written to this pipe for 5 s.'),
  });
});

test('a named pipe is read to its end where something writes to it, also later', async () => {
  execFileSync('mkfifo', ['pipe.yaml'], { cwd: folder });
  const writer = spawn('bash', ['-c', `sleep 1; printf '%s' '${MANIFEST}' > pipe.yaml`], { cwd: folder });
  const ended = new Promise((done) => writer.on('exit', done));
  expect(shell('polyvirt check --no-platform pipe.yaml')).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('1 object for'),
  });
  await ended;
});

test.each([
  'polyvirt check --no-platform <(cat a.yaml)',
  'polyvirt check --no-platform <(sleep 1; cat a.yaml)',
  'cat a.yaml | polyvirt check --no-platform /dev/stdin',
  'polyvirt check --no-platform /dev/stdin < a.yaml',
  'cat a.yaml | polyvirt check --no-platform -',
  'polyvirt check --no-platform a.yaml /dev/null',
])('what a shell hands over is read: %s', (line) => {
  writeFileSync(join(folder, 'a.yaml'), MANIFEST);
  expect(shell(line)).toMatchObject({ code: 0, stderr: expect.stringContaining('1 object for') });
});

test('an end without anything written is the end, where the shell made the pipe', () => {
  expect(shell('polyvirt check --no-platform <(true)')).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('0 objects for'),
  });
});

test('devices and sockets are rejected', () => {
  expect(shell('polyvirt check --no-platform /dev/zero').stderr).toContain('it is a device, not a file');
  const listen = `require('net').createServer().listen('s.yaml', () => process.exit())`;
  // A process that ends by itself removes its socket; one that is killed leaves it.
  shell(`node -e "${listen.replace('process.exit()', "process.kill(process.pid, 'SIGKILL')")}"`);
  expect(shell('polyvirt check --no-platform s.yaml').stderr).toContain('it is a socket, not a file');
});

test('pipes in a folder are named and never opened, also behind a link', () => {
  writeFileSync(join(folder, 'a.yaml'), MANIFEST);
  execFileSync('mkfifo', ['p.yaml'], { cwd: folder });
  execFileSync('ln', ['-s', 'p.yaml', 'q.json'], { cwd: folder });
  const { code, stderr } = shell('polyvirt check --no-platform .');
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('1 object for') });
  expect(stderr).toContain('warning PV034 at p.yaml: it is a named pipe, so it was skipped');
  expect(stderr).toContain('warning PV034 at q.json: it is a named pipe, so it was skipped');
});

test('a pipe in the output is in the way', () => {
  shell('polyvirt init . && polyvirt synth && rm dist/*/default/virtualmachine-hello-amd64.yaml');
  shell('mkfifo "$(echo dist/*/default)/virtualmachine-hello-amd64.yaml"');
  expect(shell('polyvirt synth')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('a named pipe is where polyvirt would write a file'),
  });
});
