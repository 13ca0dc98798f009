import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { GivenParameter } from '../../src/argocd/given';
import { splitOutput } from '../../src/argocd/output-policy';
import type { KubeObject } from '../../src/kube/object';
import { type SimulationResult, simulate } from '../../src/plugin/simulate';
import { appFolder, ROOT, writeFiles } from '../app-folder';
import { BIN } from '../built-program';
import { polyvirt } from '../run-cli';

interface Case {
  readonly name: string;
  readonly repository: 'fleet' | 'charts' | Record<string, string>;
  readonly links?: Record<string, string>;
  /** A file beside the repository, whose path stands for OUTSIDE. */
  readonly outside?: string;
  readonly plugin?: { name?: string; parameters: GivenParameter[] | null; env?: { name: string; value: string }[] };
  readonly sidecar?: Record<string, string>;
  readonly policy?: string;
  readonly apiVersions?: string[];
  readonly deadline?: number;
  readonly format?: 'json';
  readonly synth?: [cluster: string];
  readonly objects?: string[];
  readonly error?: string;
  readonly silent?: string;
  readonly announced?: unknown;
  /** Whether the commands of the plugin do not allow programs. */
  readonly noPrograms?: true;
}

const { ANNOUNCEMENTS, CASES } = require('./cases.cjs') as { ANNOUNCEMENTS: Case[]; CASES: Case[] };
const COMMAND = [process.execPath, BIN, 'argocd'];

/** A repository without packages, as git has it. */
function repositoryOf({ repository, links = {}, outside = '' }: Case): string {
  const folder = join(appFolder(), 'repository');
  mkdirSync(folder);
  if (repository === 'fleet') {
    cpSync(join(ROOT, 'test/fleet'), folder, { recursive: true });
  } else if (repository === 'charts') {
    cpSync(join(ROOT, 'charts'), join(folder, 'charts'), { recursive: true });
    cpSync(join(ROOT, 'cdk8s.yaml'), join(folder, 'cdk8s.yaml'));
  } else {
    const secret = join(folder, '../secret.txt');
    writeFiles(folder, { '../secret.txt': outside });
    writeFiles(
      folder,
      Object.fromEntries(Object.entries(repository).map(([path, text]) => [path, text.replace('OUTSIDE', secret)])),
    );
  }
  for (const [path, target] of Object.entries(links)) {
    symlinkSync(target, join(folder, path));
  }
  return folder;
}

function run(each: Case, repository: string): Promise<SimulationResult> {
  const cache = join(repository, '../cache');
  const programs = each.noPrograms === true ? [] : ['--programs'];
  return simulate({
    application: {
      apiVersion: 'argoproj.io/v1alpha1',
      kind: 'Application',
      metadata: { name: 'edge' },
      spec: {
        project: 'default',
        destination: { namespace: 'argo' },
        source: { repoURL: 'https://git.example.com/fleet.git', path: '.', plugin: each.plugin },
      },
    },
    repository,
    plugin: {
      generate: [...COMMAND, 'generate', ...programs, ...(each.format === 'json' ? ['--format=json'] : [])],
      ...(each.announced === undefined ? {} : { parameters: [...COMMAND, 'parameters', ...programs] }),
      preserveFileMode: false,
    },
    deadlineS: each.deadline ?? 60,
    revision: 'a'.repeat(40),
    kubeVersion: '',
    apiVersions: each.apiVersions ?? [],
    env: {
      PATH: process.env.PATH,
      HOME: '/nowhere',
      POLYVIRT_CACHE: cache,
      ...each.sidecar,
      ...(each.policy === undefined ? {} : { POLYVIRT_POLICY: join(repository, each.policy) }),
    },
  });
}

/** What `polyvirt synth` prints at the desk, where a program finds its packages. */
async function synthesized(repository: string, cluster: string): Promise<readonly KubeObject[]> {
  const { code, stdout, stderr } = await polyvirt(repository, ['synth', '--stdout', '--cluster', cluster]);
  expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
  return splitOutput(stdout) as readonly KubeObject[];
}

const nameOf = ({ kind, metadata: { namespace, name } }: KubeObject) =>
  `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`;

test.concurrent.each(CASES.map((each) => [each.name, each] as const))('generate: %s', async (_name, each) => {
  const repository = repositoryOf(each);
  const result = await run(each, repository).catch((error: Error) => ({
    error: `PV708 ${error.message}`,
    objects: [],
  }));
  if (each.silent !== undefined) {
    expect(result.error).not.toMatch(new RegExp(each.silent));
  }
  if (each.error !== undefined) {
    expect(result.error).toMatch(new RegExp(each.error));
    return;
  }
  expect(result.error).toBeUndefined();
  if (each.objects !== undefined) {
    expect(result.objects.map(nameOf)).toEqual(each.objects);
  } else {
    expect(result.objects).toEqual(await synthesized(repository, each.synth![0]));
  }
});

test.concurrent.each(ANNOUNCEMENTS.map((each) => [each.name, each] as const))('parameters: %s', async (_name, each) => {
  const { parameters, error } = await run(each, repositoryOf(each));
  expect({ parameters, error }).toEqual({ parameters: each.announced, error: undefined });
});

const PLATFORM = `apiVersion: polyvirt.io/v1
kind: Platform
metadata: { name: edge }
spec:
  target: { kubevirt: "1.9" }
  virtualMachines: [{ name: web, architecture: amd64, memory: 2Gi }]
`;

test.concurrent.each([
  ['polyvirt', 1],
  ['polyvirt-v0.1.0', 1],
  ['polyvrit', 0],
  ['cdk8s-v1', 0],
])('an Application that names the plugin %s has %s objects', async (name, count) => {
  const each: Case = { name, repository: { 'polyvirt.yaml': PLATFORM }, plugin: { name, parameters: null } };
  const { error, objects } = await run(each, repositoryOf(each));
  expect(objects).toHaveLength(count);
  expect(error ?? '').toMatch(count === 1 ? /^$/ : new RegExp(`could not find cmp-server plugin with name "${name}"`));
});
