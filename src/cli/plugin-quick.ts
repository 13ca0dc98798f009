// The plugin's way past everything else: a render that was done before costs little more than starting Node.
import { realpathSync, writeSync } from 'node:fs';
import type { Answer } from '../cache/answers';
import { PluginAnswers, type PluginQuestion } from './plugin-answer';

/** What `argocd generate` and `argocd parameters` are asked for; nothing where only the real parser knows. */
export function pluginQuestion(argv: readonly string[]): PluginQuestion | undefined {
  const [group, command, ...rest] = argv;
  if (group !== 'argocd' || (command !== 'generate' && command !== 'parameters')) {
    return undefined;
  }
  const json = rest.indexOf('--format=json');
  const words = rest.filter((_word, i) => i !== json);
  if (words.length > 1 || words[0]?.startsWith('-') || (command === 'parameters' && json !== -1)) {
    return undefined;
  }
  try {
    return { command, folder: realpathSync(words[0] ?? '.'), format: json === -1 ? 'yaml' : 'json' };
  } catch {
    return undefined;
  }
}

/** Prints what was printed before for the same; says whether it could. */
export function answerQuickly(asked: PluginQuestion): boolean {
  const answer = recalled(asked);
  if (answer === undefined) {
    return false;
  }
  writeAll(2, Buffer.from(answer.notes.notices ?? ''));
  printObjects(answer.body);
  return true;
}

/** A cache that fails is no cache: the work is done anew, and says what is wrong if anything is. */
function recalled(asked: PluginQuestion): Answer | undefined {
  try {
    return PluginAnswers.of(asked, process.env)?.recall();
  } catch {
    return undefined;
  }
}

/** Objects to stdout; a reader that does not get all of them must not take the rest for everything. */
export function printObjects(body: Uint8Array): void {
  try {
    writeAll(1, body);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // A reader that has seen enough, as `head` does, is not an error.
    if (code !== 'EPIPE') {
      writeAll(2, Buffer.from(`error: stdout cannot be written (${code}): what arrived there is not complete.\n`));
    }
    process.exit(code === 'EPIPE' ? 0 : 1);
  }
}

/** All of it, before anything else happens: a stream would still hold some of it when the process ends. */
export function writeAll(descriptor: number, bytes: Uint8Array): void {
  for (let sent = 0; sent < bytes.length; ) {
    try {
      sent += writeSync(descriptor, bytes, sent);
    } catch (error) {
      // A full pipe that does not block: the reader is reading, so there will be room.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') {
        throw error;
      }
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}
