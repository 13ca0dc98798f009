import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { app, appFolder } from '../app-folder';
import { polyvirt } from '../run-cli';

const EDGE = `# Our edge.
apiVersion: polyvirt.io/v1
kind: Platform
metadata: { name: edge }
spec:
  target: { hco: "1.18" } # the rack
  nodes: [{ pool: intel, architecture: amd64 }, { pool: ampere, architecture: arm64 }]
  hyperConverged: {} # all of it
`;
const QUIET = EDGE.replace('name: edge', 'name: quiet').replace(', { pool: ampere, architecture: arm64 }', '');

/** What a fix makes of a file, and what it says. */
async function fixed(text: string, ...fixes: string[]) {
  const folder = appFolder({ 'edge.yaml': text });
  const { code, stderr, stdout } = await polyvirt(folder, [
    'check',
    ...fixes.flatMap((fix) => ['--fix', fix]),
    'edge.yaml',
  ]);
  expect(stdout).toBe('');
  return { code, stderr, text: readFileSync(join(folder, 'edge.yaml'), 'utf8'), folder };
}

async function codes(folder: string): Promise<string[]> {
  return [...(await polyvirt(folder, ['synth', 'edge.yaml'])).stderr.matchAll(/(PV\d+)/g)].map(([, code]) => code!);
}

test.each<[string, [from: string, to: string]]>([
  ['PV303=enable', ['{} #', '{ enableMultiArchBootImageImport: true } #']],
  ['PV303=narrow:arm64', ['{} #', '{ workloads: { architectures: [arm64] } } #']],
])('%s changes one place, and the finding is gone', async (fix, [from, to]) => {
  const { code, text, stderr, folder } = await fixed(`${EDGE}---\n${QUIET}`, fix);
  expect(text).toBe(`${EDGE.replace(from, to)}---\n${QUIET}`);
  expect({ code, first: stderr.split('\n')[0] }).toEqual({
    code: 0,
    first: expect.stringMatching(/^edge\.yaml: edge: spec\.hyperConverged\./),
  });
  expect(await codes(folder)).not.toContain('PV303');
  expect(readdirSync(folder).filter((name) => name.includes('polyvirt-'))).toEqual([]);
});

const IMAGES = EDGE.replace('{} #', '{ enableMultiArchBootImageImport: true } #').concat(`  goldenImages:
  # from the mainframe
  - name: zos
    registry: { url: "docker://registry.example.com/z:1" }
    architectures: [s390x]
    size: 5Gi
  - name: corp # ours
    registry: { url: "docker://registry.example.com/corp:1" }
    size: 20Gi
`);

test('PV302=annotate writes architectures where there are none', async () => {
  const { text, folder } = await fixed(IMAGES, 'PV302=annotate:amd64,arm64');
  expect(text).toBe(`${IMAGES}    architectures: [amd64, arm64]\n`);
  expect(await codes(folder)).not.toContain('PV302');
});

test('PV301=disable removes an image of your own, and switches off built-in ones', async () => {
  const { text, folder } = await fixed(IMAGES, 'PV301=disable');
  expect(text).toBe(IMAGES.replace(/ {2}- name: zos\n(.*\n){3}/, ''));
  expect(await codes(folder)).not.toContain('PV301');
  const alone = await fixed(
    EDGE.replace(
      '{} #',
      '{ enableMultiArchBootImageImport: true, workloads: { nodeSelector: { kubernetes.io/arch: riscv64 } } } #',
    ),
    'PV301=disable',
  );
  expect(alone.text).toContain(
    '  goldenImages: [{ name: centos-stream10, disabled: true }, { name: centos-stream9, disabled: true }, { name: fedora, disabled: true }]\n',
  );
});

test('a second run finds nothing to fix', async () => {
  const { text } = await fixed(EDGE, 'PV303=enable');
  const again = await fixed(text, 'PV303=enable');
  expect(again.text).toBe(text);
  expect(again.stderr).toContain('There is nothing to fix');
});

test.each([
  ['PV303=nope', 'PV303 has no fix "nope"'],
  ['PV303=narrow:amd46', 'did you mean "amd64"'],
  ['PV303=enable:x', 'it takes nothing behind a colon'],
  ['PV303=narrow:amd64,arm64', 'it takes one architecture'],
  ['PV303=constructor', 'PV303 has no fix "constructor"'],
  ['PV107=x', 'is not a fix'],
])('%s is rejected: %s', async (fix, expected) => {
  const { code, stderr, text } = await fixed(EDGE, fix);
  expect({ code, stderr, text }).toEqual({ code: 2, stderr: expect.stringContaining(expected), text: EDGE });
});

test('a program is not edited, and a file with mistakes neither', async () => {
  const program = await polyvirt(appFolder({ 'main.ts': app('') }), ['check', '--fix', 'PV303=enable']);
  expect({ ...program }).toMatchObject({ code: 2, stderr: expect.stringContaining('is a program') });
  const broken = EDGE.replace('hyperConverged: {}', 'hyperConvergd: {}');
  expect(await fixed(broken, 'PV303=enable')).toMatchObject({ code: 1, text: broken });
});

const BARE = `${EDGE}  goldenImages: [{ name: corp, registry: { url: "docker://registry.example.com/corp:1" }, size: 20Gi }]\n`;

test.each([
  ['an architecture that no workload node has', EDGE, 'PV303=narrow:s390x', 'workload nodes are amd64, arm64'],
  ['another alert', BARE, 'PV303=enable', 'PV303=enable would bring PV302 to edge'],
  ['images that nobody could boot', IMAGES, 'PV302=annotate:s390x', 'workload nodes are amd64, arm64'],
])('a fix that would give %s is not written', async (_, before, fix, expected) => {
  const { code, stderr, text } = await fixed(before, fix);
  expect({ code, stderr, text }).toEqual({ code: 1, stderr: expect.stringContaining(expected), text: before });
});

test('fixes that belong together are judged together, and a list of architectures has each once', async () => {
  const { code, text, folder } = await fixed(BARE, 'PV303=enable', 'PV302=annotate:amd64,arm64,amd64');
  expect(code).toBe(0);
  expect(text).toContain('architectures: [amd64, arm64] }]');
  expect(await codes(folder)).not.toEqual(expect.arrayContaining(['PV302']));
});

test('a byte order mark stays, and nothing is said of a change where there is none', async () => {
  const marked = await fixed(`\uFEFF${EDGE}`, 'PV303=enable');
  expect(marked.text.startsWith('\uFEFF# Our edge.')).toBe(true);
  expect((await fixed(QUIET, 'PV303=enable')).stderr).not.toContain('Look at the change');
});

test('comments of what stays are kept', async () => {
  const listed = EDGE.replace(
    '{} # all of it',
    '\n    workloads:\n      # as agreed\n      architectures:\n      - amd64 # the old ones\n      - arm64 # new',
  );
  expect((await fixed(listed, 'PV303=narrow:amd64')).text).toBe(listed.replace('      - arm64 # new\n', ''));
  const image = `${EDGE.replace('{} #', '{ enableMultiArchBootImageImport: true } #')}  goldenImages:
  # not ours
  - name: fedora # theirs
    registry: { url: "docker://registry.example.com/z:1" }
    architectures: [s390x]
    size: 5Gi
`;
  expect((await fixed(image, 'PV301=disable')).text).toBe(
    image.replace(/ {4}registry:(.*\n){3}/, '    disabled: true\n'),
  );
});
