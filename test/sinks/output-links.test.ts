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
import { dirname, join } from 'node:path';
import { refuseLinksOut } from '../../src/sinks/replace-files';
import { polyvirt } from '../run-cli';

const LINK_OUT = 'it is a link that leads out of the output folder';

let [top, folder, outside] = ['', '', ''];
beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), 'polyvirt-links-')));
  folder = join(top, 'edge');
  outside = join(top, 'outside');
  mkdirSync(folder);
  mkdirSync(outside);
});
afterEach(() => rmSync(top, { recursive: true }));

const run = (...args: string[]) => polyvirt(folder, args, { POLYVIRT_CACHE: 'off' });

async function expectRefused(link: string, ...args: string[]): Promise<void> {
  const before = readdirSync(outside, { recursive: true });
  const { code, stderr } = await run(...args);
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(`PV018 at ${link}: ${LINK_OUT}`) });
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
  async (path) => {
    await run('init', '.');
    await run('synth');
    moveOut(path);
    // Everything there is to be written again, or removed.
    const platform = join(folder, 'polyvirt.yaml');
    writeFileSync(platform, readFileSync(platform, 'utf8').replace('memory: 2Gi', 'memory: 3Gi'));
    await expectRefused(path, 'synth');
  },
);

test('a link that was there before the first file, or that leads nowhere, is rejected too', async () => {
  await run('init', '.');
  moveOut('dist');
  await expectRefused('dist', 'synth');
  rmSync(join(folder, 'dist'));
  symlinkSync(join(outside, 'not-yet'), join(folder, 'dist'));
  await expectRefused('dist', 'synth');
  expect(existsSync(join(outside, 'not-yet'))).toBe(false);
});

test('a parent of the output that is a link is rejected, seen from here and from the platform', async () => {
  await run('init', '.');
  moveOut('a');
  await expectRefused('a', 'synth', '--output', 'a/b/dist');
  // The output that `cdk8s.yaml` of a platform elsewhere names.
  expect(() => refuseLinksOut(join(folder, 'a/b/dist'), [], folder)).toThrow(LINK_OUT);
  expect(() => refuseLinksOut(join(folder, 'b/dist'), [], folder)).not.toThrow();
});

test('import, argocd install, init, a baseline and a report are not written through links', async () => {
  writeFileSync(join(folder, 'vm.yaml'), 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\n');
  moveOut('argocd');
  await expectRefused('argocd', 'argocd', 'install');
  moveOut('first');
  await expectRefused('first', 'init', 'first');
  writeFileSync(join(outside, 'known.json'), 'mine');
  symlinkSync(join(outside, 'known.json'), join(folder, 'known.json'));
  await expectRefused(
    'known.json',
    'check',
    '--no-platform',
    '--baseline',
    'known.json',
    '--write-baseline',
    'vm.yaml',
  );
  symlinkSync(join(outside, 'known.json'), join(folder, 'review.md'));
  const { stderr } = await run('review', '--no-platform', '-w', 'review.md', 'vm.yaml', 'vm.yaml');
  expect(stderr).toContain(`PV018 at review.md: ${LINK_OUT}`);
  expect(readFileSync(join(outside, 'known.json'), 'utf8')).toBe('mine');
});

test('a link that stays in the folder is followed', async () => {
  await run('init', '.');
  mkdirSync(join(folder, 'real'));
  symlinkSync('real', join(folder, 'dist'));
  expect(await run('synth')).toMatchObject({ code: 0 });
  expect(readdirSync(join(folder, 'real'))).toEqual(['edge']);
  expect(lstatSync(join(folder, 'dist')).isSymbolicLink()).toBe(true);
});

test('links above where the user stands are theirs', async () => {
  await run('init', '.');
  symlinkSync(folder, join(top, 'here'));
  const { code } = await polyvirt(outside, ['synth', join(top, 'here'), '-o', join(top, 'here/out')]);
  expect(code).toBe(0);
  expect(existsSync(join(folder, 'out/edge'))).toBe(true);
});
