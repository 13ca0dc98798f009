import type { GivenParameter } from '../../argocd/given';
import type { Finding } from '../../findings/finding';
import { isWorkspaceError, shownPath, WorkspaceError } from '../host/open-text';
import type { WallMemory } from '../memory';
import type { ProgramBundle } from './bundle-app';
import type { BundleBounds } from './bundle-bounds';
import type { AppLocation } from './find-app';
import { wallLibraryText } from './library';
import type { WalledProgram } from './wall/start-wall';
import { WALL_LIMITS, WallEnd, type WallLimits, type WallReads, type WallStart } from './wall/wall-messages';

/** What a program in the wall may have. */
export interface Wall {
  /** All that it may be made of, and, of its repository, all that it may read. */
  readonly within: BundleBounds;
  /**
   * All that it sees of the environment.
   *
   * @default - nothing
   */
  readonly env?: Readonly<Record<string, string>>;
  readonly limits?: Partial<WallLimits>;
  /**
   * Takes what it prints.
   *
   * @default - it goes to our stderr
   */
  readonly hear?: (text: string) => void;
  /** Takes what it looked at. */
  readonly look?: (reads: WallReads) => void;
  /** Takes what it was made of, by absolute paths. */
  readonly bundled?: (files: readonly string[]) => void;
}

/** What the thread of a program is told when it starts. */
export function threadOf({ within, env = {}, limits }: Wall, known?: WallMemory): Omit<WallStart, 'untaken'> {
  return { env, root: within.root, limits: { ...WALL_LIMITS, ...limits }, flags: known?.flags ?? [] };
}

/** Code for the thread before the program is there: polyvirt, unless an engine that has it may be kept. */
export function early(known: WallMemory | undefined): string {
  return known?.hasEngine === true ? '' : wallLibraryText();
}

/** The program for its thread. */
export function beginOf(
  app: AppLocation,
  { code, format, libraries = '' }: ProgramBundle,
  given: readonly GivenParameter[],
  known: WallMemory | undefined,
): Omit<WalledProgram, 'receive' | 'hear' | 'look' | 'signal'> {
  const { image, keep } = known?.engine(libraries) ?? {};
  return {
    library: image === undefined && known?.hasEngine === true ? wallLibraryText() : '',
    libraries: image === undefined ? libraries : '',
    ...(image === undefined ? {} : { image }),
    program: code,
    format,
    begin: JSON.stringify({ folder: app.folder, entry: app.entry, given }),
    isImageKept: image === undefined && keep !== undefined,
    keep: (made) => keep?.(made),
  };
}

/** What a limit of the wall means to its user. */
const LIMITS: Readonly<Record<keyof WallLimits, (limits: WallLimits) => readonly [what: string, fix: string]>> = {
  memoryMiB: ({ memoryMiB }) => [
    `needs more than the ${memoryMiB} MiB of memory that it may have`,
    `${LESS}, or raise typescript.heapMiB in the policy of the plugin`,
  ],
  seconds: ({ seconds }) => [
    `did not finish within ${seconds} s`,
    'look for a loop without end; for more time use --timeout, or POLYVIRT_DEADLINE of the plugin',
  ],
  stackBytes: ({ stackBytes }) => [`calls itself deeper than a stack of ${stackBytes >> 10} KiB holds`, 'use a loop'],
  saidMiB: ({ saidMiB }) => [`hands over more than ${saidMiB} MiB`, LESS],
  messages: ({ messages }) => [`hands over more than ${messages} messages`, LESS],
  objects: ({ objects }) => [`hands over more than ${objects} objects`, LESS],
  depth: ({ depth }) => [`hands over objects of more than ${depth} levels`, 'make them flatter'],
  fileMiB: ({ fileMiB }) => [`reads a file of more than ${fileMiB} MiB`, 'read a smaller one'],
  filesMiB: ({ filesMiB }) => [`reads more than ${filesMiB} MiB`, 'read less'],
  calls: ({ calls }) => [`asks for files, digests and addresses more than ${calls} times`, 'keep what it was told'],
  printedBytes: ({ printedBytes }) => [`prints more than ${printedBytes} bytes`, 'print less'],
};

const LESS = 'make less at once, as with one cluster per Application';

/** Why a program that runs in the wall came to nothing, as a finding: there is no other way to run it. */
export function notWalled(error: unknown, app: AppLocation, { limits }: Wall): unknown {
  if (isWorkspaceError(error)) {
    return error;
  }
  return new WorkspaceError([stopped(error, shownPath(app.entry), { ...WALL_LIMITS, ...limits })]);
}

function stopped(error: unknown, file: string, limits: WallLimits): Finding {
  if (!(error instanceof WallEnd)) {
    return {
      code: 'PV013',
      severity: 'error',
      file,
      what: 'what the app handed over cannot be read',
      why: 'The program did not return its construct tree, so nothing is written',
      fix: 'leave what polyvirt brings into the program as it is, as App.synth() and what all objects inherit',
    };
  }
  const { limit, detail } = error.stop;
  if (limit === 'engine') {
    return {
      code: 'PV013',
      severity: 'error',
      file,
      what: `the sandbox of programs ended: ${detail ?? 'it says no reason'}`,
      why: 'Programs of other authors run only in the sandbox, so there are no manifests',
      fix:
        'correct the program where it caused this; else install polyvirt again, with its dependencies as they are ' +
        'published',
    };
  }
  const [what, fix] = LIMITS[limit](limits);
  return {
    code: limit === 'saidMiB' ? 'PV705' : 'PV013',
    severity: 'error',
    file,
    what: `the app ${what}`,
    why: 'One program must not take what the others need, so there are no manifests',
    fix,
  };
}
