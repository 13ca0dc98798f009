import { inert, oneLine } from '../../findings/escape/characters';
import { environmentSecrets, type KnownSecrets } from '../../findings/secrets/known-secrets';
import { elapsedMs } from '../../sources/host/process';
import { inColours } from '../format/print-findings';

/** The outside world of a command: where it writes. */
export interface Io {
  /** Standard output. */
  readonly out: (text: string) => void;
  /** The same of bytes, which are not kept; as text where it is absent. */
  readonly outBytes?: (bytes: Uint8Array) => void;
  /** Everything meant for a person. */
  readonly err: (text: string) => void;
  /** Whether a person is looking at `err`, on a terminal. */
  readonly terminal?: boolean;
  /** Whether that terminal knows colours. */
  readonly colour: boolean;
}

/**
 * What a command has of it. All that it says goes through one gate, so that none can forget that names come from files:
 * nothing that a terminal, an editor or a runner of GitHub would obey gets past `out` and `err` (docs/security.md).
 */
export interface CommandIo extends Io {
  /** Manifests, and nothing else: bytes that are applied, as the emitter wrote and quoted them. */
  readonly manifests: (written: string | Uint8Array) => void;
  /** YAML of what becomes of an object, to be read and not applied: quoted by the emitter, without secrets. */
  readonly document: (text: string) => void;
  /** Workflow commands of GitHub, which are meant to be obeyed: the renderer escapes what is in them. */
  readonly workflowCommands: (text: string) => void;
  /** A text for a file: what is kept from the streams is kept from it too. */
  readonly forFile: (text: string) => string;
  /** How far a long run is. */
  readonly progress: () => Progress;
}

/**
 * The world behind its gate.
 *
 * @param guard takes secrets out of a text, the last thing before it leaves
 */
export function commandIo(io: Io, guard: Guard): CommandIo {
  const { out, outBytes, err } = io;
  return {
    ...io,
    out: (text) => out(inColours(inert(guard(text)))),
    err: (text) => err(inColours(inert(guard(/^(error|note): /.test(text) ? asOneLine(text) : text)))),
    manifests: (written) => {
      if (typeof written === 'string') {
        out(written);
      } else if (outBytes === undefined) {
        out(new TextDecoder().decode(written));
      } else {
        outBytes(written);
      }
    },
    document: (text) => out(guard(text)),
    workflowCommands: (text) => out(guard(text)),
    forFile: (text) => inert(guard(text)),
    progress: () => new Progress(io),
  };
}

/** A message that says what went wrong is one line, whatever it quotes: a name in it must not add another like ours. */
function asOneLine(message: string): string {
  return `${oneLine(message.replace(/\n$/, ''))}\n`;
}

/**
 * 0 success, 1 an error finding or drift, 2 usage error, 10 a comparison found changes, 11 a policy blocks
 * them.
 */
export type ExitCode = 0 | 1 | 2 | 10 | 11;

/** A text as it may leave the process. */
type Guard = (text: string) => string;

/**
 * The last guard before the streams: no secret of the environment, and nothing that is a secret by its form, whatever a command
 * makes its report of. What is secret by its place in an object is replaced long before, where the object is at hand.
 */
export function outputGuard(env: Readonly<Record<string, string | undefined>>): Guard {
  let known: KnownSecrets | undefined;
  return (text) => {
    known ??= environmentSecrets(env);
    return known.without(text);
  };
}

/** Sooner than that it is not asked how long it takes. */
const PATIENCE_MS = 1000;
const EVERY_MS = 200;

/** How far a long run is, on a terminal: never in a pipe or in CI. */
export class Progress {
  private readonly started = elapsedMs();
  private shown = 0;
  private isShown = false;

  constructor(private readonly io: Pick<Io, 'err' | 'terminal'>) {}

  /** @param total how many there are, where that is known */
  public readonly show = (done: number, total: number | undefined): void => {
    if (!this.io.terminal) {
      return;
    }
    const now = elapsedMs();
    if (now - this.started < PATIENCE_MS || now - this.shown < EVERY_MS) {
      return;
    }
    this.shown = now;
    this.isShown = true;
    this.io.err(`\r\x1b[K${progressText(done, total, now - this.started)}`);
  };

  /** Clears the line for what follows. */
  public readonly end = (): void => {
    if (this.isShown) {
      this.io.err('\r\x1b[K');
      this.isShown = false;
    }
  };
}

/** `120 of 1000 clusters, 9 s left`. */
export function progressText(done: number, total: number | undefined, passedMs: number): string {
  if (total === undefined) {
    return `${done} ${done === 1 ? 'cluster' : 'clusters'}`;
  }
  const left = done === 0 ? undefined : Math.ceil(((passedMs / done) * (total - done)) / 1000);
  return `${done} of ${total} clusters${left === undefined ? '' : `, ${left} s left`}`;
}
