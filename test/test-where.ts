import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { hasOracle } from '../scripts/oracles.cjs';
import { findHelm, findKustomize } from '../src/sources/host/tool';

/** Needs of some tests that not every machine meets, in the words of the line at the end of a run. */
const NEEDS = {
  crds: 'the CRDs of POLYVIRT_ORACLES',
  allCrds: 'the older CRDs of every kind in POLYVIRT_ORACLES',
  argocdCrd: 'the CRD of the operator of Argo CD in POLYVIRT_ORACLES',
  facts: 'the facts of POLYVIRT_ORACLES',
  cases: 'the cases of POLYVIRT_ORACLES',
  chromium: 'Chromium',
  kustomize: 'kustomize or kubectl',
  helm: 'helm',
  bash: 'bash and script',
  zsh: 'zsh and script',
  fish: 'fish',
  user: 'a user other than root',
  mount: 'the right to mount a file system',
  offline: 'the right to leave the network',
} as const;

export type Need = keyof typeof NEEDS;

/** A browser of this machine. */
export const CHROMIUM = [
  process.env.CHROMIUM ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((path) => path !== '' && existsSync(path));

const IS_THERE: Readonly<Record<Exclude<Need, 'mount'>, () => boolean>> = {
  crds: () => hasOracle('crds'),
  allCrds: () => hasOracle('crds/older/v1.8.0/kubevirt.io_virtualmachineinstancereplicasets.yaml'),
  argocdCrd: () => hasOracle('crds/argoproj.io_argocds.yaml'),
  facts: () => hasOracle('facts/data'),
  cases: () => hasOracle('cases'),
  chromium: () => CHROMIUM !== undefined,
  kustomize: () => findKustomize() !== undefined,
  helm: () => findHelm() !== undefined,
  bash: () => runs('bash') && spawnSync('script', ['--version']).status === 0,
  zsh: () => runs('zsh') && spawnSync('script', ['--version']).status === 0,
  fish: () => runs('fish'),
  user: () => process.getuid?.() !== 0,
  offline: () => spawnSync('unshare', ['--map-root-user', '--net', 'true']).status === 0,
};

function runs(shell: string): boolean {
  return spawnSync(shell, ['-c', 'exit 0']).status === 0;
}

/** As the reporter finds it: test/left-out-reporter.cjs. */
const named = (name: string, need: Need): string => `${name} [needs ${NEEDS[need]}]`;

/**
 * `test` where everything that it needs is there; else a test that is left out, of which the run says why.
 *
 * Nothing else leaves a test out, so that no run is quieter than it looks.
 */
export function testWhere(
  need: Need,
  isThere = need !== 'mount' && IS_THERE[need](),
): Pick<jest.It, 'each'> & ((name: string, run: jest.ProvidesCallback, timeoutMs?: number) => void) {
  if (isThere) {
    return test;
  }
  const leftOut = (name: string, run: jest.ProvidesCallback) => test.skip(named(name, need), run);
  const each =
    (...rows: [never]) =>
    (name: string, ...rest: [never]) =>
      test.skip.each(...rows)(named(name, need), ...rest);
  return Object.assign(leftOut, { each: each as unknown as jest.Each });
}

/** The same of several tests. */
export function describeWhere(need: Exclude<Need, 'mount'>): (name: string, body: () => void) => void {
  return IS_THERE[need]() ? describe : (name, body) => describe.skip(named(name, need), body);
}
