import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import type { OutputFile } from '../render/files';
import { STAGE_PREFIX } from './output-folder';
import { reasonOf, shownPath, WorkspaceError } from './workspace-error';

/** What is to be done to a folder. */
export interface Replacement {
  /** Files that are new or others than before. */
  readonly files: readonly OutputFile[];
  /** Files that go, by their path below the folder. */
  readonly removals: readonly string[];
}

/** What a run is about to do, once everything is on disk. */
interface Journal {
  /** Staged file → place below the output folder. */
  readonly moves: readonly (readonly [staged: string, path: string])[];
  readonly removals: readonly string[];
}

const JOURNAL = 'journal.json';

/**
 * Replaces and removes files of a folder, all or nothing.
 *
 * 1. Everything new is written into a folder beside the old files. A full disk or a kill here leaves the old ones whole.
 * 2. A journal is put in place, in one rename: from here on the new state is decided.
 * 3. Files are renamed over the old ones, each of them whole at any moment. A kill here is completed by the next run.
 *
 * @param decide looks at the folder, in which no earlier run is left half done, and says what to do
 */
export function replaceFiles(folder: string, decide: () => Replacement): Replacement {
  return explained(folder, UNTOUCHED, () => {
    const made = mkdirSync(folder, { recursive: true });
    try {
      finishEarlierRuns(folder);
      const replacement = decide();
      if (replacement.files.length + replacement.removals.length > 0) {
        const stage = stageFiles(folder, replacement);
        withSignalsHeld(() => explained(folder, DECIDED, () => commit(folder, stage)));
      }
      return replacement;
    } catch (error) {
      removeEmpty(folder, made);
      throw error;
    }
  });
}

/** Refuses to go on where files that polyvirt did not write are in the way. */
export function refuseForeign(folder: string, files: readonly string[]): void {
  if (files.length === 0) {
    return;
  }
  throw new WorkspaceError(
    files.map((file) => ({
      code: 'PV018',
      severity: 'error',
      file: shownPath(join(folder, file)),
      what: 'polyvirt would overwrite this file, which it did not write',
      why: 'What somebody wrote by hand would be lost',
      fix: 'move it away, or write to another folder with --output',
    })),
  );
}

/** Completes what a killed run had decided, and clears away what it had not. */
function finishEarlierRuns(folder: string): void {
  for (const name of readdirSync(folder).filter((entry) => entry.startsWith(STAGE_PREFIX))) {
    const stage = join(folder, name);
    if (isAlive(Number(name.slice(STAGE_PREFIX.length).split('-')[0]))) {
      continue;
    }
    if (existsSync(join(stage, JOURNAL))) {
      commit(folder, stage);
    } else {
      rmSync(stage, { recursive: true, force: true });
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function stageFiles(folder: string, { files, removals }: Replacement): string {
  const stage = mkdtempSync(join(folder, `${STAGE_PREFIX}${process.pid}-`));
  try {
    // Whatever a killed run leaves behind must not end up in a commit.
    writeFileSync(join(stage, '.gitignore'), '*\n');
    const moves = files.map(({ path, text }, i) => {
      const staged = `${i}.tmp`;
      writeFileSync(join(stage, staged), text);
      return [staged, path] as const;
    });
    const journal: Journal = { moves, removals };
    writeFileSync(join(stage, `${JOURNAL}.tmp`), JSON.stringify(journal));
    renameSync(join(stage, `${JOURNAL}.tmp`), join(stage, JOURNAL));
    return stage;
  } catch (error) {
    rmSync(stage, { recursive: true, force: true });
    throw error;
  }
}

/** Can be repeated: what is moved already is not there to be moved again. */
function commit(folder: string, stage: string): void {
  const { moves, removals } = JSON.parse(readFileSync(join(stage, JOURNAL), 'utf8')) as Journal;
  for (const parent of new Set(moves.map(([, path]) => dirname(inside(folder, path))))) {
    mkdirSync(parent, { recursive: true });
  }
  for (const [staged, path] of moves) {
    ignoringMissing(() => renameSync(join(stage, staged), inside(folder, path)));
  }
  for (const path of removals) {
    const file = inside(folder, path);
    ignoringMissing(() => unlinkSync(file));
    removeEmpty(dirname(file), join(folder, path.split('/')[0]!));
  }
  rmSync(stage, { recursive: true, force: true });
}

/** A journal is ours, but it lies in a folder that others can write to. */
function inside(folder: string, path: string): string {
  const file = resolve(folder, path);
  if (!file.startsWith(resolve(folder) + sep)) {
    throw new Error(`the journal names ${path}, which is outside of the output folder`);
  }
  return file;
}

function ignoringMissing(action: () => void): void {
  try {
    action();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
      throw error;
    }
  }
}

/** Removes folders from here up to the topmost one, as long as they are empty. */
function removeEmpty(folder: string, topmost: string | undefined): void {
  if (topmost === undefined) {
    return;
  }
  try {
    for (let at = folder; at.length >= topmost.length; at = dirname(at)) {
      rmdirSync(at);
    }
  } catch {
    // Not empty, so it stays.
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Signals that came while they were held; nothing where none are held. */
let held: Set<NodeJS.Signals> | undefined;

/** A signal in the middle of the renames waits for them: it is a matter of milliseconds. */
function withSignalsHeld(action: () => void): void {
  if (held !== undefined) {
    action();
    return;
  }
  const received = new Set<NodeJS.Signals>();
  held = received;
  const hold = (signal: NodeJS.Signals) => received.add(signal);
  for (const signal of SIGNALS) {
    process.on(signal, hold);
  }
  try {
    action();
  } finally {
    // Signals are delivered between turns of the event loop: look once more before letting go.
    setImmediate(() => {
      held = undefined;
      for (const signal of SIGNALS) {
        process.off(signal, hold);
      }
      for (const signal of received) {
        process.kill(process.pid, signal);
      }
    });
  }
}

const UNTOUCHED = 'Nothing was changed: the files that were there are still whole';
const DECIDED = 'Some files are new and some are old, each of them whole; the next run completes the change';

/** Turns a failed system call into a finding. */
function explained<T>(folder: string, why: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (error instanceof WorkspaceError || (error as NodeJS.ErrnoException).syscall === undefined) {
      throw error;
    }
    throw new WorkspaceError([
      {
        code: 'PV018',
        severity: 'error',
        file: shownPath(folder),
        what: `the output cannot be written: ${reasonOf(error)}`,
        why,
        fix: 'make room or correct the permissions, or write to another folder with --output',
      },
    ]);
  }
}
