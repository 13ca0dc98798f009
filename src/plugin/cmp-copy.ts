import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { WorkspaceError } from '../sources/host/workspace-error';

/** A copy of a repository as cmp-server makes one for each call. */
interface CmpCopy {
  /** The copy. */
  readonly root: string;
  /** What to remove afterwards. */
  readonly scratch: string;
}

/** Copies what git would have: cmp-server gets a fresh checkout. Executable bits are lost unless they are to be kept. */
export function copyForCmp(repository: string, preserveFileMode: boolean): CmpCopy {
  const scratch = mkdtempSync(join(tmpdir(), 'polyvirt-simulate-'));
  const root = join(scratch, '_cmp_server', randomUUID());
  mkdirSync(root, { recursive: true, mode: 0o755 });
  for (const name of repositoryFiles(repository)) {
    const [from, to] = [join(repository, name), join(root, name)];
    const found = lstatSync(from, { throwIfNoEntry: false });
    mkdirSync(dirname(to), { recursive: true, mode: 0o755 });
    if (found?.isSymbolicLink()) {
      symlinkSync(checkedLink(repository, name), to);
    } else if (found?.isFile()) {
      copyFileSync(from, to);
      chmodSync(to, preserveFileMode ? found.mode : 0o644);
    }
  }
  return { root, scratch };
}

/** What git would have of a folder: the files of the repository, as repo-server sends them. */
export function repositoryFiles(repository: string): string[] {
  if (existsSync(join(repository, '.git'))) {
    const { status, stdout } = spawnSync('git', ['-C', repository, 'ls-files', '-coz', '--exclude-standard'], {
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    });
    if (status === 0) {
      return stdout.split('\0').filter((name) => name !== '');
    }
  }
  return below(repository, '');
}

/** Without git to say what belongs to the repository: everything but what git and npm put there. */
function below(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = join(folder, entry.name);
    if (entry.isDirectory()) {
      return entry.name === '.git' || entry.name === 'node_modules' ? [] : below(root, name);
    }
    return [name];
  });
}

/** The repo-server rejects a repository with a link that leaves it before any plugin sees it. */
function checkedLink(repository: string, name: string): string {
  const link = readlinkSync(join(repository, name));
  const target = relative(repository, resolve(repository, dirname(name), link));
  if (isAbsolute(link) || target === '..' || target.startsWith('../')) {
    throw new WorkspaceError([
      {
        code: 'PV708',
        severity: 'error',
        file: name,
        what: 'it is a link that leads out of the repository',
        why: 'Argo CD rejects the repository: repository contains out-of-bounds symlinks',
        fix: 'put the file itself there, or remove the link',
      },
    ]);
  }
  return link;
}
