import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { GATE_NAMES, stageOf } from '../../src/gates/stages';
import { appFolder, ROOT, writeFiles } from '../app-folder';

/** A checkout that registers what our tables say of a release, and more. */
function checkout(extra: string, kubevirt = '1.9'): string {
  const folder = join(appFolder(), 'kubevirt');
  const gates = GATE_NAMES.filter((name) => stageOf(name, kubevirt) !== undefined);
  const constants = gates.map((name) => `\t${name}Gate = "${name}"`);
  const calls = gates.map(
    (name) => `\tRegisterFeatureGate(FeatureGate{Name: ${name}Gate, State: ${stageOf(name, kubevirt)}, Message: "x"})`,
  );
  writeFiles(folder, {
    'pkg/virt-config/featuregate/active.go': `const (\n${constants.join('\n')}\n)\nfunc init() {\n${calls.join('\n')}\n}\n`,
    'pkg/virt-config/featuregate/more.go': extra,
    'pkg/virt-config/featuregate/active_test.go': 'RegisterFeatureGate(FeatureGate{Name: "OnlyInATest", State: Alpha})',
  });
  return folder;
}

const run = (...args: string[]) =>
  spawnSync(process.execPath, [join(ROOT, 'scripts/gates.mjs'), ...args], { encoding: 'utf8' });

test('a release that the tables know is compared', () => {
  expect(run(checkout(''), 'v1.9.0')).toMatchObject({
    status: 0,
    stdout: 'KubeVirt 1.9 registers 84 gates: 0 new, 0 at another stage, 0 gone\n',
  });
});

test('a newer release gives the rows to add and to change', () => {
  const more = `const Brand = "BrandNew"
    RegisterFeatureGate(
      FeatureGate{
        Name:  Brand,
        State: Alpha,
      },
    )
    RegisterFeatureGate(FeatureGate{Name: "HostDisk", State: Beta})`;
  const { status, stdout } = run(checkout(more), '1.10');
  expect(status).toBe(0);
  expect(stdout).toContain('registers 85 gates: 1 new, 1 at another stage, 0 gone');
  expect(stdout).toContain("  BrandNew: { Alpha: '1.10' },");
  expect(stdout).toContain("  HostDisk: { Alpha: '1.3', Beta: '1.10' },");
});

test.each([
  [[], 'usage:'],
  [['.', 'newest'], 'usage:'],
  [['nowhere', '1.10'], 'is not there'],
])('%j is called wrongly', (args, said) => {
  const { status, stderr } = run(...args);
  expect(status).toBe(2);
  expect(stderr).toContain(said);
});
