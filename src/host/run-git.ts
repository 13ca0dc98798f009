import { spawnSync } from 'node:child_process';

/** Nothing of the repository is run: no hook, no monitor, no filter that fetches large files. */
const SAFE = ['-c', 'core.hooksPath=/dev/null', '-c', 'core.fsmonitor=false', '-c', 'protocol.allow=never'];

/** What git answered. */
export interface GitAnswer {
  readonly ok: boolean;
  /** As it was printed. */
  readonly out: string;
  /** The last line of what went wrong. */
  readonly why: string;
}

/** Runs git in a folder. */
export function runGit(folder: string, args: readonly string[]): GitAnswer {
  const { status, stdout, stderr, error } = spawnSync('git', [...SAFE, ...args], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    // A hook has the index of the commit that is being made in its environment: nothing here may write to that.
    env: { ...process.env, GIT_INDEX_FILE: undefined, GIT_LFS_SKIP_SMUDGE: '1', GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' },
  });
  const why = error === undefined ? stderr.trim().split('\n').slice(-1)[0]! : 'git is not installed';
  return { ok: status === 0, out: stdout ?? '', why };
}
