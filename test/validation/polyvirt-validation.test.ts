import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Validation } from 'cdk8s-cli/plugins';
import {
  PolyvirtValidation,
  type ValidationContext,
  type ValidationViolation,
} from '../../src/validation/polyvirt-validation';
import { appFolder, ROOT } from '../app-folder';

async function validated(manifests: readonly string[]) {
  const violations: ValidationViolation[] = [];
  const submitted: unknown[] = [];
  const context: ValidationContext = {
    manifests,
    report: {
      addViolation: (violation) => violations.push(violation),
      submit: (status, metadata) => submitted.push({ status, metadata }),
    },
  };
  // Of the type that the CLI asks for, so that a change of the contract does not compile.
  const validation: Validation = new PolyvirtValidation();
  await (validation as PolyvirtValidation).validate(context);
  return { violations, submitted };
}

test('no manifests are no failure', async () => {
  expect(await validated([])).toEqual({
    violations: [],
    submitted: [{ status: 'success', metadata: expect.objectContaining({ Objects: '0' }) }],
  });
});

test('files that cannot be read are violations, and do not hold up each other', async () => {
  const folder = appFolder({
    'broken.yaml': 'kind: [',
    'values.yaml': 'replicas: 3\n',
    'binary.yaml': '\0\0',
  });
  const { violations, submitted } = await validated(
    ['missing.yaml', 'broken.yaml', 'values.yaml', 'binary.yaml'].map((name) => join(folder, name)),
  );
  expect(violations.map(({ ruleName }) => ruleName)).toEqual([
    'PV034 unreadable file',
    'PV030 invalid YAML',
    'PV034 unreadable file',
  ]);
  expect(violations.every(({ violatingResources }) => violatingResources[0]!.locations.length === 1)).toBe(true);
  expect(submitted).toEqual([
    { status: 'failure', metadata: expect.objectContaining({ Skipped: '1 not Kubernetes objects' }) },
  ]);
});

test('an app that imports polyvirt loads no reader of YAML for it', () => {
  const script = `require('polyvirt'); console.log(Object.keys(require.cache).filter((name) => /read-objects/.test(name)).length)`;
  const { stdout } = spawnSync(process.execPath, ['-e', script], { cwd: ROOT, encoding: 'utf8' });
  expect(stdout).toBe('0\n');
});
