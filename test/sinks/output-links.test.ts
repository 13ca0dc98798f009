import { spawnSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { refuseLinksOut } from '../../src/sinks/output-links';

const BIN = resolve(__dirname, '../../lib/src/cli/start/bin.js');
const LINK_OUT = 'it is a link that leads out of the folder that is written to';

let [top, folder, outside] = ['', '', ''];
beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), 'polyvirt-links-')));
  folder = join(top, 'edge');
  outside = join(top, 'outside');
  mkdirSync(folder);
  mkdirSync(outside);
});
afterEach(() => rmSync(top, { recursive: true }));

function polyvirt(...args: string[]): { status: number | null; stderr: string } {
  const env = { ...process.env, POLYVIRT_CACHE: 'off' };
  const { status, stderr } = spawnSync(process.execPath, [BIN, ...args], { cwd: folder, encoding: 'utf8', env });
  return { status, stderr };
}

function expectRefused(link: string, ...args: string[]): void {
  const before = readdirSync(outside, { recursive: true });
  const { status, stderr } = polyvirt(...args);
  expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining(`PV018 at ${link}: ${LINK_OUT}`) });
  expect(readdirSync(outside, { recursive: true })).toEqual(before);
}

/** What is in a place goes out of the folder, and a link to it takes its place. */
function moveOut(path: string): void {
  const to = join(outside, path.replaceAll('/', '-'));
  if (existsSync(join(folder, path))) {
    renameSync(join(folder, path), to);
  } else {
    mkdirSync(to);
    mkdirSync(dirname(join(folder, path)), { recursive: true });
  }
  symlinkSync(to, join(folder, path));
}

test.each(['dist', 'dist/edge', 'dist/edge/default', 'dist/edge/default/virtualmachine-hello-amd64.yaml'])(
  'synth neither writes nor deletes through %s',
  (path) => {
    polyvirt('init', '.');
    polyvirt('synth');
    moveOut(path);
    // Everything there is to be written again, or removed.
    const platform = join(folder, 'polyvirt.yaml');
    writeFileSync(platform, readFileSync(platform, 'utf8').replace('memory: 2Gi', 'memory: 3Gi'));
    expectRefused(path, 'synth');
  },
);

test('a link that was there before the first file, or that leads nowhere, is refused too', () => {
  polyvirt('init', '.');
  moveOut('dist');
  expectRefused('dist', 'synth');
  rmSync(join(folder, 'dist'));
  symlinkSync(join(outside, 'not-yet'), join(folder, 'dist'));
  expectRefused('dist', 'synth');
  expect(existsSync(join(outside, 'not-yet'))).toBe(false);
});

test('a parent of the output that is a link is refused, seen from here and from the platform', () => {
  polyvirt('init', '.');
  moveOut('a');
  expectRefused('a', 'synth', '--output', 'a/b/dist');
  // The output that `cdk8s.yaml` of a platform elsewhere names.
  expect(() => refuseLinksOut(join(folder, 'a/b/dist'), [], folder)).toThrow(LINK_OUT);
  expect(() => refuseLinksOut(join(folder, 'b/dist'), [], folder)).not.toThrow();
});

test('import, argocd install, init, a baseline and a report are not written through links', () => {
  writeFileSync(join(folder, 'vm.yaml'), 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\n');
  moveOut('argocd');
  expectRefused('argocd', 'argocd', 'install');
  moveOut('first');
  expectRefused('first', 'init', 'first');
  writeFileSync(join(outside, 'known.json'), 'mine');
  symlinkSync(join(outside, 'known.json'), join(folder, 'known.json'));
  expectRefused('known.json', 'check', '--no-platform', '--baseline', 'known.json', '--write-baseline', 'vm.yaml');
  symlinkSync(join(outside, 'known.json'), join(folder, 'review.md'));
  const { stderr } = polyvirt('review', '--no-platform', '-w', 'review.md', 'vm.yaml', 'vm.yaml');
  expect(stderr).toContain(`PV018 at review.md: ${LINK_OUT}`);
  expect(readFileSync(join(outside, 'known.json'), 'utf8')).toBe('mine');
});

test('a link that stays in the folder is followed', () => {
  polyvirt('init', '.');
  mkdirSync(join(folder, 'real'));
  symlinkSync('real', join(folder, 'dist'));
  expect(polyvirt('synth')).toMatchObject({ status: 0 });
  expect(readdirSync(join(folder, 'real'))).toEqual(['edge']);
  expect(lstatSync(join(folder, 'dist')).isSymbolicLink()).toBe(true);
});

test('links above where the user stands are theirs', () => {
  polyvirt('init', '.');
  symlinkSync(folder, join(top, 'here'));
  const { status } = spawnSync(process.execPath, [BIN, 'synth', join(top, 'here'), '-o', join(top, 'here/out')], {
    cwd: outside,
    encoding: 'utf8',
  });
  expect(status).toBe(0);
  expect(existsSync(join(folder, 'out/edge'))).toBe(true);
});
