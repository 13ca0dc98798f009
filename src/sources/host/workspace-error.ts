import { readlinkSync } from 'node:fs';
import { relative } from 'node:path';
import type { Finding } from '../../findings/finding';
import type { YamlProblem } from '../../kube/yaml/reader';

/** A way out of work with files and processes, with what there is to say about it. */
export class WorkspaceError extends Error {
  constructor(
    public readonly findings: readonly Finding[],
    /** Whether the command was called on the wrong thing, as opposed to having failed. */
    public readonly usage = false,
  ) {
    super(findings.map(({ what }) => what).join('; '));
    this.name = 'WorkspaceError';
  }
}

/** By name: what the plugin is built into has a copy of its own of the class. */
export function isWorkspaceError(error: unknown): error is WorkspaceError {
  return error instanceof Error && error.name === 'WorkspaceError';
}

/** The reason of a failed system call in words, without our own stack. */
export function reasonOf(error: unknown): string {
  const { code, message, path } = error as NodeJS.ErrnoException;
  const target = code === 'ENOENT' && path !== undefined ? linkTarget(path) : undefined;
  if (target !== undefined) {
    return `it is a link to ${target}, which does not exist`;
  }
  return (code !== undefined && REASONS[code]) || message || String(error);
}

function linkTarget(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

/** A path as the user would write it from where they stand. */
export function shownPath(path: string): string {
  return relative(process.cwd(), path) || path;
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'not permitted',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota is used up',
  EFBIG: 'the file would be too large',
  ENOTDIR: 'a part of the path is a file',
  EISDIR: 'it is a folder',
  ENOENT: 'it does not exist',
  EEXIST: 'a file is in the way',
  EMFILE: 'too many files are open',
  EXDEV: 'it is on another disk',
};

/** A document that cannot be read. */
export function notYaml(file: string, { problem, line, column }: YamlProblem): Finding {
  return {
    code: 'PV030',
    severity: 'error',
    file,
    line,
    column,
    what: `polyvirt cannot read this YAML: ${problem}`,
    why: 'Nothing can be read from this document',
    fix: problem.includes('template')
      ? 'write plain YAML: templates ({{ }}) are not rendered here'
      : 'correct it at this place',
  };
}
