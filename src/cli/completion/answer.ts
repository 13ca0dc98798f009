import { oneLine } from '../../findings/escape/characters';
import { type Commands, type Completion, completionOf } from './candidates';

/**
 * Completes the last word of a command line, as lines: a word, a tab and what it is; then a colon and a sum of 2 (no space after it), 4 (no file names) and 16
 * (folders only).
 *
 * The protocol of cobra's `__complete`, which `kubectl` reads from `kubectl_complete-polyvirt`.
 */
export function completionLines(words: readonly string[], commands: Commands): string {
  const { candidates, files, open }: Completion = completionOf(words, commands);
  const lines = candidates.map(({ word, about }) => (about === undefined ? word : `${word}\t${oneLine(about)}`));
  const directive = (open === true ? 2 : 0) + (files === undefined ? 4 : files === 'folders' ? 16 : 0);
  return [...lines, `:${directive}`].map((line) => `${line}\n`).join('');
}
