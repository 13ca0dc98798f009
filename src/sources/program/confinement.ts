import { basename, dirname, join } from 'node:path';
import type { GivenParameter } from '../../argocd/given';
import { OWN_PACKAGE, OWN_SOURCE } from '../host/own-folder';

/** What a program of another author may do. */
export interface Confinement {
  /** The repository, by its real path: the only thing that the program may read. It may write nothing. */
  readonly root: string;
  /** All that it sees of the environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly heapMiB: number;
  /** No network, no clock, no random numbers. */
  readonly hermetic: boolean;
  /** What the Application gives. */
  readonly given: readonly GivenParameter[];
}

/** How the message begins of what a program may not do; the parent tells that apart from its own mistakes. */
export const REFUSED = 'polyvirt does not allow ';

/** What Argo CD says to a plugin, as opposed to what the pod says to everybody in it. */
const TOLD = /^(ARGOCD_APP_|ARGOCD_ENV_|PARAM_|KUBE_VERSION$|KUBE_API_VERSIONS$)/;

/** The part of the environment that a program may see: what its Application says, and nothing of the pod. */
export function toldBy(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const told = Object.entries(env).filter(
    (entry): entry is [string, string] => TOLD.test(entry[0]) && entry[1] !== undefined,
  );
  return { ...Object.fromEntries(told), TZ: 'UTC', LANG: 'C.UTF-8' };
}

/** Arguments by which Node holds a program to that. */
export function confiningFlags({ root, heapMiB }: Confinement): string[] {
  // Renamed when it was no longer an experiment.
  const permission = process.allowedNodeEnvironmentFlags.has('--permission')
    ? '--permission'
    : '--experimental-permission';
  return [
    '--no-warnings',
    permission,
    `--allow-fs-read=${join(root, '/')}`,
    `--max-old-space-size=${heapMiB}`,
    '--no-addons',
  ];
}

/** Where packages are found that a repository does not bring itself: beside polyvirt, as they were installed there. */
export function installedModules(): string[] {
  const beside = dirname(OWN_PACKAGE);
  return [join(OWN_PACKAGE, 'node_modules'), ...(basename(beside) === 'node_modules' ? [beside] : [])];
}

/** What `import … from 'polyvirt'` means in a repository without a copy of its own. */
export function ownEntry(): string {
  return join(OWN_SOURCE, 'index.js');
}
