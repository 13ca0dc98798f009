import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { printFindings } from '../../../src/cli/format/print-findings';
import { commandIo } from '../../../src/cli/start/io';
import { app, appFolder, ROOT } from '../../app-folder';
import { builtPolyvirt } from '../../built-program';
import { HOSTILE } from './hostile-world';

const world = (colour: boolean) => {
  const written: string[] = [];
  const write = (text: string) => void written.push(text);
  return { io: commandIo({ out: write, err: write, colour }, (text) => text), written };
};

test('colours are ours alone: what a file says of them is shown', () => {
  const { io, written } = world(true);
  printFindings([{ code: 'PV040', severity: 'error', what: HOSTILE.hidden, why: 'w', fix: 'f' }], io);
  const [text] = written;
  expect(text!.startsWith('\u001b[31merror\u001b[39m PV040: x\\u001b[31m')).toBe(true);
  expect(text!.split('\u001b')).toHaveLength(3);
});

test('what a finding says on several lines stands behind a bar', () => {
  const { io, written } = world(false);
  printFindings([{ code: 'PV040', severity: 'error', what: 'a\nerror PV001: b', why: 'w', fix: 'f' }], io);
  expect(written.join('')).toBe('error PV040: a\n  | error PV001: b.\n  w. Fix: f.\n');
});

test('a message of an error is one line, and manifests are what they are', () => {
  const { io, written } = world(false);
  io.err('error: there is no "a\n::error::b"\n');
  io.manifests('a: |\n  ::b\n');
  io.manifests(Buffer.from('c: \u200d\n'));
  expect(written).toEqual(['error: there is no "a\\u000a::error::b"\n', 'a: |\n  ::b\n', 'c: \u200d\n']);
});

/** Whoever writes to a stream by itself goes past the gate. */
const PAST_THE_GATE = {
  'cli/start/bin.ts': 'the version, which is ours',
  'cli/start/descriptor.ts': 'what the gate writes with',
  'cli/start/plugin-quick.ts': 'what was inert when it was remembered',
  'cli/start/plugin-run.ts': 'what doPluginWork made inert',
  'cli/start/run.ts': 'the streams behind the gate',
  'cli/start/io.ts': 'numbers, on a line that is written over',
  'cli/format/print-findings.ts': 'colours, behind the gate',
  'sources/program/app-child.ts': 'what a program prints, made inert',
  'sources/program/run-app.ts': 'what a program in the wall prints, made inert',
};

test('nothing in src writes to a terminal past the gate', () => {
  const src = join(ROOT, 'src');
  const found = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .filter((name) =>
      /process\.(stdout|stderr)(\.write|\))|console\.\w+\(|writeSync\([12],|writeAll\(|\\(x1b|u001b)\[|picocolors/.test(
        readFileSync(join(src, name), 'utf8'),
      ),
    );
  expect(found.sort()).toEqual(Object.keys(PAST_THE_GATE).sort());
});

test('what a program prints is inert, at the desk and in the log of the plugin', () => {
  const folder = appFolder({
    'main.ts': app(
      `console.log('\\u001b]0;out\\u0007\\u202e'); console.error('\\u001b[2Jerr'); process.stdout.write(Buffer.from('##[add-mask]x\\n'));
new VirtualMachine(edge, 'web', { architecture: 'amd64', memory: Size.gibibytes(1) });`,
    ),
  });
  for (const args of [['synth'], ['synth', '--stdout'], ['argocd', 'generate', '.']]) {
    const { stdout, stderr } = builtPolyvirt(folder, args, { POLYVIRT_CACHE: 'off' });
    expect([args, (stdout + stderr).match(/(?!\n)\p{Cc}|\u202e|##\[/u)]).toEqual([args, null]);
  }
  expect(builtPolyvirt(folder, ['synth']).stderr).toContain(
    '\\u001b]0;out\\u0007\\u202e\n\\u001b[2Jerr\n#\\u0023[add-mask]x\n',
  );
});
