// The plugin's way past everything else: a render that was done before costs little more than starting Node.
import { realpathSync } from 'node:fs';
import type { Answer } from '../../speed/answers';
import { printObjects, writeAll } from './descriptor';
import { PluginAnswers, type PluginQuestion } from './plugin-answer';

/** What `argocd generate` and `argocd parameters` are asked for; nothing where only the real parser knows. */
export function pluginQuestion(argv: readonly string[]): PluginQuestion | undefined {
  const [group, command, ...rest] = argv;
  if (group !== 'argocd' || (command !== 'generate' && command !== 'parameters')) {
    return undefined;
  }
  const json = rest.indexOf('--format=json');
  const programs = rest.indexOf('--programs');
  const words = rest.filter((_word, i) => i !== json && i !== programs);
  if (words.length > 1 || words[0]?.startsWith('-') || (command === 'parameters' && json !== -1)) {
    return undefined;
  }
  try {
    const folder = realpathSync(words[0] ?? '.');
    return { command, folder, format: json === -1 ? 'yaml' : 'json', programs: programs !== -1 };
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
