import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, relative } from 'node:path';

/** A program of the user's that builds kustomizations. */
export interface KustomizeTool {
  /** As it is named in a report: `kubectl kustomize v5.5.0`. */
  readonly name: string;
  readonly build: (files: readonly string[], path: string, boundary: string) => BuiltKustomization;
}

/** What it printed, or why it did not. */
export type BuiltKustomization = { readonly text: string } | { readonly why: string };

/** Longer than any build without a network takes. */
const TIMEOUT_MS = 60_000;

/** Finds what of `kustomize` and `kubectl` is installed here; nothing where neither is. */
export function findKustomize(): KustomizeTool | undefined {
  for (const { program, build, version } of TOOLS) {
    const path = pathOf(program);
    const said = path === undefined ? undefined : spawnSync(path, version, { ...quiet(), cwd: tmpdir() });
    if (path !== undefined && said?.status === 0) {
      const [release = ''] = /v\d+\.\d+\.\d+\S*/.exec(said.stdout.replace(/^Client.*$/m, '')) ?? [];
      return {
        name: [program, ...build.filter((word) => word !== 'build'), release].filter((word) => word !== '').join(' '),
        build: (files, at, boundary) => buildCopy([path, ...build], files, at, boundary),
      };
    }
  }
  return undefined;
}

const TOOLS = [
  { program: 'kustomize', build: ['build'], version: ['version'] },
  { program: 'kubectl', build: ['kustomize'], version: ['version', '--client'] },
] as const;

function pathOf(program: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder.startsWith('/'));
  return folders.map((folder) => join(folder, program)).find((path) => existsSync(path));
}

/** No token is in reach of what a pull request may have written. */
function quiet() {
  const { PATH, HOME } = process.env;
  return { encoding: 'utf8', env: { PATH, HOME }, timeout: TIMEOUT_MS, maxBuffer: 1 << 28 } as const;
}

/** Builds in a folder that has nothing but the files it is made of, and no links. */
function buildCopy(
  [program = '', ...args]: readonly string[],
  files: readonly string[],
  path: string,
  boundary: string,
): BuiltKustomization {
  const outside = files.find((file) => relative(boundary, file).startsWith('..'));
  if (outside !== undefined) {
    return { why: `${outside} is not in ${boundary}` };
  }
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'polyvirt-kustomize-'));
  try {
    for (const file of files) {
      const copy = join(folder, relative(boundary, file));
      mkdirSync(dirname(copy), { recursive: true });
      copyFileSync(file, copy);
    }
    const at = relative(boundary, dirname(path));
    const { status, stdout, stderr, error } = spawnSync(program, [...args, at === '' ? '.' : at], {
      ...quiet(),
      cwd: folder,
    });
    const why = error?.message ?? (stderr ?? '').trim().replaceAll(`${folder}/`, '').replace(/\s+/g, ' ').slice(0, 500);
    return status === 0 ? { text: stdout } : { why };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
