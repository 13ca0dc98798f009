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
  readFileSync,
  readlinkSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { type SizedFile, tellsOfInstallation } from '../argocd/doctor';
import { isKubeObject } from '../kube/identity';
import type { KubeObject } from '../kube/object';
import { isProblem, readYaml } from '../kube/yaml/reader';
import { WorkspaceError } from '../sources/host/open-text';

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

/** What of a repository matters to Argo CD. */
interface InspectedRepository {
  readonly files: readonly SizedFile[];
  readonly historyBytes: number;
  readonly applications: readonly { readonly file: string; readonly object: KubeObject }[];
  /** What tells of the installation of Argo CD itself. */
  readonly installation: readonly unknown[];
}

/** Larger files are not written by people. */
const LARGEST_TEXT = 1 << 20;

/** Only these are worth taking apart. */
const TELLING = /argoproj\.io\/|argocd-cmd-params-cm|argocd-repo-server|repo\.server\.timeout|POLYVIRT_DEADLINE/;

/** Looks at everything that repo-server would send, and into what is about Argo CD. */
export function inspectRepository(root: string): InspectedRepository {
  const files = repositoryFiles(root).flatMap((path): SizedFile[] => {
    const found = lstatSync(join(root, path), { throwIfNoEntry: false });
    return found?.isFile() ? [{ path, bytes: found.size }] : [];
  });
  const documents = files
    .filter(({ path, bytes }) => /\.ya?ml$/.test(path) && bytes <= LARGEST_TEXT)
    .flatMap(({ path }) => documentsIn(join(root, path)).map((value) => ({ file: path, value })));
  return {
    files,
    historyBytes: sizeBelow(join(root, '.git')),
    applications: documents.flatMap(({ file, value }) =>
      isKubeObject(value) && isApplication(value) ? [{ file, object: value }] : [],
    ),
    installation: documents.map(({ value }) => value).filter(tellsOfInstallation),
  };
}

function isApplication({ apiVersion, kind }: KubeObject): boolean {
  return apiVersion.startsWith('argoproj.io/') && ['Application', 'ApplicationSet'].includes(kind);
}

function documentsIn(file: string): unknown[] {
  const text = readFileSync(file, 'utf8');
  return TELLING.test(text) ? [...readYaml(text)].flatMap((read) => (isProblem(read) ? [] : [read.value])) : [];
}

/** A work tree that git added elsewhere has a file there instead, and no history of its own. */
function sizeBelow(folder: string): number {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (found === undefined || !found.isDirectory()) {
    return found?.isFile() ? found.size : 0;
  }
  return readdirSync(folder).reduce((sum, name) => sum + sizeBelow(join(folder, name)), 0);
}
