import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { appFolder, writeFiles } from '../app-folder';
import { polyvirt } from '../run-cli';

const git = (folder: string, input: string, ...args: string[]) => execFileSync('git', args, { cwd: folder, input });

export const vm = (name: string, memory = '4Gi') => `apiVersion: kubevirt.io/v1
kind: VirtualMachine
metadata: { name: ${name}, namespace: shop }
spec:
  runStrategy: Always
  template:
    spec:
      architecture: amd64
      domain:
        memory: { guest: ${memory} }
        devices: {}
`;

/** The same objects in other words. */
export const reformatted = (text: string) => `# a comment\n${text.replace(/^metadata: \{ /gm, 'metadata: {   ')}`;

export type Files = Record<string, string>;

export interface Expected {
  readonly code: number;
  /** `web modified in fra`; with the clusters, where there are some. */
  readonly changes: readonly string[];
}

export interface Told {
  readonly clustered?: string;
  readonly rollouts?: readonly unknown[];
  readonly notJudged: { readonly name: string; readonly what: string; readonly change?: string }[];
  readonly changes: {
    readonly change: string;
    readonly effect: string;
    readonly severity: string;
    readonly text: string;
    readonly also?: readonly string[];
    readonly cluster?: string;
    readonly object: { kind: string; name: string; namespace?: string };
  }[];
}

/** A repository with one commit on main, and one on the branch that is checked out. */
export function pullRequest(base: Files, files: Record<string, string | null>): string {
  const folder = join(appFolder(), 'work');
  const added = Object.entries(files).filter((entry): entry is [string, string] => entry[1] !== null);
  const removed = Object.keys(files).filter((path) => files[path] === null);
  writeFiles(folder, { ...base, ...Object.fromEntries(added) });
  for (const path of removed) {
    rmSync(join(folder, path));
  }
  // One stream of both commits: git takes longer to start than for all that it does here.
  const stream = [commit('main', Object.entries(base)), commit('change', added, removed, 'main')].join('');
  git(folder, '', 'init', '--quiet', '--template', '', '--initial-branch', 'change');
  git(folder, stream, 'fast-import', '--quiet');
  git(folder, '', 'read-tree', 'HEAD');
  return folder;
}

/** A commit as `git fast-import` reads it. */
function commit(
  branch: string,
  files: readonly (readonly [path: string, text: string])[],
  removed: readonly string[] = [],
  from?: string,
): string {
  const data = (text: string) => `data ${Buffer.byteLength(text)}\n${text}\n`;
  return [
    `commit refs/heads/${branch}\ncommitter n <a@b.c> 0 +0000\n${data(branch)}`,
    ...(from === undefined ? [] : [`from refs/heads/${from}\n`]),
    ...files.map(([path, text]) => `M 100644 inline ${path}\n${data(text)}`),
    ...removed.map((path) => `D ${path}\n`),
  ].join('');
}

/** Reviews a pull request, once against the working tree and once as two commits: both give the same. */
export async function reviewOf(
  base: Files,
  files: Record<string, string | null>,
  env: NodeJS.ProcessEnv = {},
): Promise<Expected & Pick<Told, 'clustered'> & { told: Told }> {
  const folder = pullRequest(base, files);
  const [here, commits] = [
    await polyvirt(folder, ['review', 'main', '--format', 'json'], env),
    await polyvirt(folder, ['review', 'main', 'HEAD', '--format', 'json'], env),
  ];
  const told = [here, commits].map(({ code, stdout }) => {
    const whole = (stdout === '' ? { changes: [], notJudged: [] } : JSON.parse(stdout)) as Told;
    const names = whole.changes.map(
      ({ change, object, cluster }) => `${object.name} ${change}${cluster === undefined ? '' : ` in ${cluster}`}`,
    );
    const { clustered } = whole;
    return {
      code: code ?? -1,
      changes: names.sort(),
      ...(clustered === undefined ? {} : { clustered }),
      told: whole,
    };
  });
  const { told: _, ...same } = told[1]!;
  expect(told[0]).toMatchObject(same);
  return told[0]!;
}

/** A folder with a program in it, as the PATH of a run that has no other of that name. */
export function pathWith(program: string, text: string): NodeJS.ProcessEnv {
  const bin = join(appFolder(), 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, program), text, { mode: 0o755 });
  return { PATH: `${bin}:${withoutTool(program)}` };
}

/** The PATH without the folders that have a program. */
export function withoutTool(program: string): string {
  return (process.env.PATH ?? '')
    .split(':')
    .filter((folder) => !existsSync(join(folder, program)))
    .join(':');
}
