import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { appFolder, ROOT, writeFiles } from '../app-folder';

const SCRIPT = join(ROOT, 'scripts/baseline.mjs');
const COMPARE = `
  import { compare } from ${JSON.stringify(join(ROOT, 'scripts/baseline/compare.mjs'))};
  console.log(JSON.stringify(compare('before', 'after', 20)));
`;

/** Compares two baselines given as files. */
function compared(
  before: Record<string, string>,
  after: Record<string, string>,
): { lines: string[]; differs: boolean } {
  const folder = appFolder();
  writeFiles(join(folder, 'before'), before);
  writeFiles(join(folder, 'after'), after);
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', COMPARE], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

const run = (stderr: string, manifest = 'kind: VirtualMachine\n') => ({
  'runs/yaml-1/1.json': '{"command":"polyvirt synth","code":1}\n',
  'runs/yaml-1/1.stderr': stderr,
  'runs/yaml-1/files/out/vm.yaml': manifest,
});

test('a baseline equals itself', () => {
  const one = {
    ...run('error PV101 at polyvirt.yaml:3:1: x.\n'),
    'cases/place.jsonl': '{"id":"1","answer":{"fits":[]}}\n',
  };
  expect(compared(one, one)).toEqual({
    lines: [
      '',
      'fleets and docs: 1 of 1 equal; findings: 0 lost, 0 new, 0 in other words',
      '',
      'place.jsonl: 1 of 1 equal; findings: 0 lost, 0 new, 0 in other words',
      '',
      'nothing differs',
    ],
    differs: false,
  });
});

test('findings that are lost, new, or said in other words are told apart', () => {
  const { lines, differs } = compared(
    run('error PV101 at polyvirt.yaml:3:1: x.\nerror PV107: no node.\n'),
    run('error PV101 at polyvirt.yaml:9:1: y.\nwarning PV603: new.\n'),
  );
  expect({ lines: lines.slice(1, -2), differs }).toEqual({
    lines: [
      'fleets and docs: 0 of 1 equal; findings: 1 lost, 1 new, 1 in other words',
      '  differs yaml-1: 1.stderr',
      '  lost yaml-1: error PV107: no node.',
      '  new yaml-1: warning PV603: new.',
    ],
    differs: true,
  });
});

test('a changed byte of a manifest, a case without an answer and a file that is gone are differences', () => {
  const before = { ...run(''), 'cases/place.jsonl': '{"id":"1"}\n{"id":"2"}\n' };
  const after = { ...run('', 'kind: VirtualMachine \n'), 'cases/place.jsonl': '{"id":"1"}\n' };
  const { lines } = compared(before, after);
  expect(lines).toEqual(
    expect.arrayContaining(['  differs yaml-1: files/out/vm.yaml', '  differs 2', 'something differs']),
  );
});

test('a folder that holds something is not written into', () => {
  const folder = appFolder();
  mkdirSync(join(folder, 'old/runs'), { recursive: true });
  const { status, stderr } = spawnSync(process.execPath, [SCRIPT, 'old'], { cwd: folder, encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining('old is not empty') });
});
