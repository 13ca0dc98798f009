import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { appFolder, textsBelow, writeFiles } from '../app-folder';
import { builtPolyvirt } from '../built-program';

const platform = (name: string, cores: number) => `apiVersion: polyvirt.io/v1
kind: Platform
metadata: { name: ${name} }
spec:
  nodes: [{ pool: a, architecture: arm64, count: 2 }]
  kubevirt: {}
  virtualMachines: [{ name: web, memory: 1Gi, cpu: { cores: ${cores} }, architecture: amd64 }]
`;

const PROGRAM = `import { App } from 'cdk8s';
import { Platform, VirtualMachine } from 'polyvirt';
const app = new App();
new VirtualMachine(new Platform(app, 'edge'), 'web', { memory: '1Gi' });
app.synth();
`;

/** A fleet in a repository, changed since its last commit, and a program beside it. */
function repository(): string {
  const folder = appFolder({ 'main.ts': PROGRAM });
  const fleet = join(folder, 'fleet');
  const git = (...args: string[]) =>
    spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: fleet });
  writeFiles(fleet, {
    'polyvirt.yaml': platform('a', 1),
    'clusters/b.yaml': platform('b', 1),
    'clusters/c.yaml': platform('c', 1),
  });
  git('init', '-qb', 'main');
  git('add', '.');
  git('commit', '-qm', 'x');
  writeFiles(fleet, { 'clusters/b.yaml': platform('b', 2) });
  return folder;
}

const PLUGIN = { ARGOCD_ENV_POLYVIRT_CLUSTER: 'b' };

test.each<{ args: string[]; in?: string; env?: NodeJS.ProcessEnv }>([
  { args: ['synth', '--stdout'] },
  { args: ['synth', '--stdout'], in: '.' },
  { args: ['synth', '--output', 'out'] },
  { args: ['synth', '--check', '--output', 'none'] },
  { args: ['check', '.'] },
  { args: ['review', 'main', '--format', 'markdown'] },
  { args: ['argocd', 'generate'], env: PLUGIN },
  { args: ['argocd', 'parameters'], env: PLUGIN },
])(
  '$args is the same without the room of speed, the first time with it, and the second time',
  ({ args, in: at, env }) => {
    const folder = repository();
    const [fleet, cache] = [join(folder, at ?? 'fleet'), join(folder, 'cache')];
    const run = (speed: string) => {
      rmSync(join(fleet, 'out'), { recursive: true, force: true });
      const { code, stdout, stderr } = builtPolyvirt(fleet, args, {
        ...env,
        POLYVIRT_CACHE: cache,
        POLYVIRT_SPEED: speed,
      });
      return { code, stdout, stderr: stderr.replace(/in \d+\.\d+ s/, 'in … s'), files: textsBelow(join(fleet, 'out')) };
    };
    const without = run('off');
    expect(existsSync(cache)).toBe(false);
    expect([run(''), run('')]).toEqual([without, without]);
    expect(existsSync(cache)).toBe(true);
    expect(run('off')).toEqual(without);
  },
);
