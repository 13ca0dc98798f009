import type { Finding } from '../../findings/finding';
import { TAR_EXCLUSIONS } from '../install/settings';

/** A file of a repository. */
export interface SizedFile {
  readonly path: string;
  readonly bytes: number;
}

/** What is sent to a plugin for each render, and what of it is not needed. */
export interface RepositorySize {
  readonly files: number;
  readonly bytes: number;
  /** Of that, the history of git, which is sent too unless it is excluded. */
  readonly historyBytes: number;
  /** What to exclude, the largest first. */
  readonly exclude: readonly { readonly pattern: string; readonly bytes: number }[];
}

/** Larger than these are worth a word. */
const LARGE_BYTES = 50e6;
const MANY_FILES = 10_000;
/** Smaller ones are not worth a pattern. */
const WORTH_BYTES = 1e6;

/** Weighs a repository. A folder at its top is needed where a render reads any file of it. */
export function weighRepository(
  files: readonly SizedFile[],
  historyBytes: number,
  needed: readonly string[],
): RepositorySize {
  const isNeeded = new Set(needed.map(topOf));
  const tops = new Map<string, number>();
  for (const { path, bytes } of files) {
    if (path.includes('/')) {
      tops.set(topOf(path), (tops.get(topOf(path)) ?? 0) + bytes);
    }
  }
  const spare = [...tops].filter(([top, bytes]) => !isNeeded.has(top) && bytes >= WORTH_BYTES);
  return {
    files: files.length,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, historyBytes),
    historyBytes,
    exclude: [...(historyBytes >= WORTH_BYTES ? [['.git', historyBytes] as const] : []), ...spare]
      .map(([pattern, bytes]) => ({ pattern, bytes }))
      .sort((a, b) => b.bytes - a.bytes),
  };
}

function topOf(path: string): string {
  return path.split('/')[0]!;
}

/** What is wrong with the size of a repository. */
export function checkRepository({ files, bytes, exclude }: RepositorySize): Finding[] {
  const left = bytes - exclude.reduce((sum, each) => sum + each.bytes, 0);
  if (bytes < LARGE_BYTES && files < MANY_FILES) {
    return [];
  }
  const patterns = [...new Set([...exclude.map(({ pattern }) => pattern), ...TAR_EXCLUSIONS])];
  return [
    {
      code: 'PV717',
      severity: 'warning',
      path: 'reposerver.plugin.tar.exclusions',
      what: `${files} files (${megabytes(bytes)}) are sent to the plugin for each render of each Application`,
      why: 'Sending counts towards the time limit of a render, for every Application',
      fix:
        left < bytes / 2
          ? `exclude ${exclude.map(({ pattern }) => pattern).join(', ')}, which leaves ${megabytes(left)}: ` +
            `"${patterns.join(';')}" in argocd-cmd-params-cm, where no other plugin needs them`
          : 'put the platforms into a repository of their own, or commit what polyvirt synth writes and use no plugin',
      source: 'argoproj/argo-cd v3.5.1 util/cmp/stream.go',
    },
  ];
}

/** A size as people say it. */
export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
