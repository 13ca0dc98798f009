import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SizedFile } from '../argocd/doctor/repository';
import { tellsOfInstallation } from '../argocd/doctor/timeouts';
import { isKubeObject } from '../kube/identity';
import type { KubeObject } from '../kube/object';
import { isProblem, readYaml } from '../kube/yaml/reader';
import { repositoryFiles } from './cmp-copy';

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
