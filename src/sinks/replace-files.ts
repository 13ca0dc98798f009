import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { Finding } from '../findings/finding';
import type { OutputFile } from '../kube/yaml/files';
import { reasonOf, shownPath, WorkspaceError } from '../sources/host/open-text';
import { isAlive } from '../sources/host/process';
import { STAGE_PREFIX } from './output-folder';

/** What is to be done to a folder. */
export interface Replacement {
  /** Files that are new or others than before. */
  readonly files: readonly OutputFile[];
  /** Files that go, by their path below the folder. */
  readonly removals: readonly string[];
}

/** How long a stage may be the work in progress of another process. */
const ABANDONED_MS = 10 * 60 * 1000;

/**
 * Replaces and removes files of a folder.
 *
 * @param decide looks at the folder and says what to do
 */
export function replaceFiles(folder: string, decide: () => Replacement): Replacement {
  const staging = new Staging(folder);
  try {
    staging.makeFolder();
    const replacement = explained(folder, UNTOUCHED, decide);
    for (const file of replacement.files) {
      staging.add(file);
    }
    staging.commit(replacement.removals);
    return replacement;
  } finally {
    staging.drop();
  }
}

/**
 * A change of a folder that is prepared, and then happens at once.
 *
 * Everything new is first written into a folder beside the old files: a full disk or a kill there leaves the old ones
 * whole. Then files are renamed over the old ones, each of them whole at any moment. A kill in the middle of that is
 * completed by the next run, which compares every file with what it should be.
 */
export class Staging {
  /** Where staged files go, in the order in which they are numbered: of a large fleet there are many. */
  private readonly moves: string[] = [];
  private stage: string | undefined;
  private isDone = false;
  /** The topmost folder that was made for it. */
  private made: string | undefined;

  constructor(
    private readonly folder: string,
    private readonly around?: string,
  ) {}

  /** Prepares a file. */
  public add({ path, text }: OutputFile): void {
    explained(this.folder, UNTOUCHED, () => {
      this.stage ??= this.begin();
      writeFileSync(join(this.stage, stagedName(this.moves.length)), text);
      this.moves.push(path);
    });
  }

  /** Makes the change. */
  public commit(removals: readonly string[]): void {
    explained(this.folder, UNTOUCHED, () => {
      this.makeFolder();
      refuseLinksOut(this.folder, [...this.moves, ...removals], this.around);
      if (this.moves.length + removals.length > 0) {
        this.stage ??= this.begin();
        const { stage } = this;
        withSignalsHeld(() => explained(this.folder, HALFWAY, () => commit(this.folder, stage, this.moves, removals)));
      }
      this.isDone = true;
    });
  }

  /** Clears away what was prepared; where nothing came of it, also the folder that was made for it. */
  public drop(): void {
    if (this.stage !== undefined) {
      rmSync(this.stage, { recursive: true, force: true });
      this.stage = undefined;
    }
    if (this.isDone) {
      explained(this.folder, UNTOUCHED, () => clearAbandoned(this.folder));
    } else {
      removeEmpty(this.folder, this.made);
    }
  }

  private begin(): string {
    this.makeFolder();
    const stage = mkdtempSync(join(this.folder, `${STAGE_PREFIX}${process.pid}-`));
    // Whatever a killed run leaves behind must not end up in a commit.
    writeFileSync(join(stage, '.gitignore'), '*\n');
    return stage;
  }

  /** Makes the folder, where it is missing. */
  public makeFolder(): void {
    explained(this.folder, UNTOUCHED, () => {
      refuseLinksOut(this.folder, [], this.around);
      this.made = mkdirSync(this.folder, { recursive: true }) ?? this.made;
    });
  }
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
      why: 'Manual edits would be lost',
      fix: 'move it away, or write to another folder with --output',
    })),
  );
}

function stagedName(number: number): string {
  return `${number}.tmp`;
}

function commit(folder: string, stage: string, moves: readonly string[], stale: readonly string[]): void {
  for (const parent of new Set(moves.map((path) => dirname(path)))) {
    mkdirSync(join(folder, parent), { recursive: true });
  }
  for (const [number, path] of moves.entries()) {
    renameSync(join(stage, stagedName(number)), join(folder, path));
  }
  for (const path of stale) {
    const file = join(folder, path);
    rmSync(file, { force: true });
    removeEmpty(dirname(file), join(folder, path.split('/')[0]!));
  }
}

/** What killed runs left behind: nothing in it is needed any more. A run of this moment is left alone. */
function clearAbandoned(folder: string): void {
  for (const name of readdirSync(folder).filter((entry) => entry.startsWith(STAGE_PREFIX))) {
    const stage = join(folder, name);
    const pid = Number(name.slice(STAGE_PREFIX.length).split('-')[0]);
    const age = Date.now() - (statSync(stage, { throwIfNoEntry: false })?.mtimeMs ?? 0);
    if (pid === process.pid || !isAlive(pid) || age > ABANDONED_MS) {
      rmSync(stage, { recursive: true, force: true });
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

/** What to say where nothing came of it. */
export const UNTOUCHED = 'Nothing was changed: the files that were there are still whole';
const HALFWAY = 'Some files are new and some are old, each of them whole; the next run completes the change';

/** Turns a failed system call into a finding. */
export function explained<T>(folder: string, why: string, action: () => T): T {
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

/**
 * Refuses to write through a link that leads out of a folder: nothing outside of it is written or deleted, whatever was put
 * into the repository.
 *
 * The folder itself is looked at from the platform on, from where the user stands, or from the folder that it is in: links above that
 * are the user's own.
 *
 * @param paths what is to be written or removed, below the folder
 * @param around the folder of the platform, where the output belongs to one
 */
export function refuseLinksOut(folder: string, paths: readonly string[], around?: string): void {
  const top = resolve(folder);
  const bases = [...(around === undefined ? [] : [resolve(around)]), process.cwd()];
  const base = bases.find((each) => isWithin(top, each)) ?? dirname(top);
  const findings = linksOut(base, relative(base, top));
  if (findings.length === 0) {
    const looked = new Set<string>();
    findings.push(...paths.flatMap((path) => linksOut(top, path, looked)));
  }
  if (findings.length > 0) {
    throw new WorkspaceError(findings);
  }
}

/** The first link on the way from a folder to what is below it that leads out of the folder. */
function linksOut(base: string, below: string, looked = new Set<string>()): Finding[] {
  let at = base;
  for (const part of below.split(/[\\/]/).filter(Boolean)) {
    at = join(at, part);
    if (looked.has(at)) {
      continue;
    }
    looked.add(at);
    const found = lstatSync(at, { throwIfNoEntry: false });
    if (found === undefined) {
      return [];
    }
    if (found.isSymbolicLink() && !isWithin(targetOf(at), realpathSync(base))) {
      return [linkOut(at)];
    }
  }
  return [];
}

/** Where a link ends; where that is not there, or a circle, nowhere in the folder. */
function targetOf(link: string): string {
  try {
    return realpathSync(link);
  } catch {
    return sep;
  }
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

function linkOut(link: string): Finding {
  return {
    code: 'PV018',
    severity: 'error',
    file: shownPath(link),
    what: 'it is a link that leads out of the output folder',
    why: 'Nothing was changed: polyvirt would write and delete files somewhere else',
    fix: 'replace the link by what it leads to, or name the folder that is meant with --output',
  };
}
