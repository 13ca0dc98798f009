import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, normalize } from 'node:path';

/** What a program of the user's printed, or why it did not. */
export type Rendered = { readonly text: string } | { readonly why: string };

/** A file of the copy that a program runs on: one of this machine, or a text. */
export type CopiedFile = { readonly to: string } & ({ readonly from: string } | { readonly text: string });

/** A program that is installed here. */
interface Tool {
  readonly path: string;
  /** `v5.5.0`; empty where it does not say. */
  readonly release: string;
}

/** Longer than any rendering without a network takes. */
const TIMEOUT_MS = 60_000;

/** Finds a program on the PATH that answers when it is asked for its release. */
export function findTool(program: string, version: readonly string[]): Tool | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder.startsWith('/'));
  const path = folders.map((folder) => join(folder, program)).find((each) => existsSync(each));
  const said = path === undefined ? undefined : spawnSync(path, version, { ...quiet(), cwd: tmpdir() });
  if (path === undefined || said?.status !== 0) {
    return undefined;
  }
  const [release = ''] = /v\d+\.\d+\.\d+[^\s+"]*/.exec(said.stdout.replace(/^Client.*$/m, '')) ?? [];
  return { path, release };
}

/** No token is in reach of what a pull request may have written. */
function quiet() {
  const { PATH, HOME } = process.env;
  return { encoding: 'utf8', env: { PATH, HOME }, timeout: TIMEOUT_MS, maxBuffer: 1 << 28 } as const;
}

/** Runs a program in a folder that has nothing but these files, and no links. */
export function runOnCopy(program: string, args: readonly string[], files: readonly CopiedFile[]): Rendered {
  const outside = files.find(({ to }) => normalize(to).startsWith('..'));
  if (outside !== undefined) {
    return { why: `${outside.to} leaves the repository` };
  }
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'polyvirt-render-'));
  try {
    for (const file of files) {
      const copy = join(folder, file.to);
      mkdirSync(dirname(copy), { recursive: true });
      if ('from' in file) {
        copyFileSync(file.from, copy);
      } else {
        writeFileSync(copy, file.text);
      }
    }
    const { status, stdout, stderr, error } = spawnSync(program, args, { ...quiet(), cwd: folder });
    const why = error?.message ?? (stderr ?? '').trim().replaceAll(`${folder}/`, '').replace(/\s+/g, ' ').slice(0, 500);
    return status === 0 ? { text: stdout } : { why: why === '' ? `exit code ${status}` : why };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
