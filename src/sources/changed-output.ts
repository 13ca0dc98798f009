import { join, resolve } from 'node:path';
import { type NotJudged, notJudged } from '../findings/not-judged';
import type { AskedSide } from './asked-side';
import { filesThatDiffer, textAt } from './host/git';
import { readTextOr } from './host/read-text';
import type { ReadSide } from './read-side';
import { textPrint } from './unjudged/unit';

/** Where synth writes what a platform comes to. */
const OUTPUT = 'dist';

/** More differences than these are not looked into. */
const MOST_FILES = 100;

/**
 * The committed output of a platform, where that changes and the platform does not: what is deployed is not what the platform says.
 *
 * To be asked only where nothing else changes. What changes with its platform is held to it by `synth --check`.
 */
export function changedOutput(
  asked: { readonly before: AskedSide; readonly after: AskedSide },
  read: { readonly before: ReadSide; readonly after: ReadSide },
): NotJudged[] {
  const { before, after } = asked;
  const isPlatform = [read.before, read.after].every((side) => side.files === undefined && side.isAbsent !== true);
  if (!isPlatform || !('commit' in before)) {
    return [];
  }
  const { repository, commit } = before;
  const path = 'commit' in after ? after.path : resolve(after.path);
  if (path !== ('commit' in after ? before.path : resolve(repository, before.path))) {
    return [];
  }
  const output = join(before.path, OUTPUT);
  const differing = filesThatDiffer(repository, 'commit' in after ? [commit, after.commit] : [commit], output);
  const now = (file: string) =>
    'commit' in after ? textAt(`${after.commit}:${file}`) : readTextOr(join(repository, file), []);
  const isOther = (file: string) =>
    textPrint(textAt(`${commit}:${file}`) ?? '', file) !== textPrint(now(file) ?? '', file);
  const files = differing.length > MOST_FILES ? differing : differing.filter(isOther);
  return files.length === 0
    ? []
    : [
        {
          ...notJudged('beside-platform', output, {
            file: output,
            change: 'modified',
            files,
            what: 'what synth wrote of the platform, which does not change: what is deployed is something else',
          }),
          fix: `write it anew with polyvirt synth, or review what is written: polyvirt review BASE:${output} ${OUTPUT}`,
        },
      ];
}
