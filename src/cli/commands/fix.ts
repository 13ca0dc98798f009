import { oneLine } from '../../escape/characters';
import { today } from '../../host/today';
import { parseFix } from '../../model/read/platform-fixes';
import { findSource } from '../../sources/find-source';
import type { CommandIo, ExitCode } from '../start/io';
import { fixPlatforms } from './fix-platforms';

/** `polyvirt check --fix CODE=NAME[:ARGUMENT] [path…]`: writes a fix into platform files. */
export function runFix(paths: readonly string[], written: readonly string[], io: CommandIo): ExitCode {
  const asked = written.map(parseFix);
  const problems = asked.flatMap((each) => ('problem' in each ? [each.problem] : []));
  const sources = paths.map((path) => ({ path, source: findSource(path) }));
  const programs = sources.filter(({ source }) => 'app' in source).map(({ path }) => path);
  for (const problem of problems) {
    io.err(`error: ${problem}.\n`);
  }
  for (const path of programs) {
    io.err(`error: ${path} is a program, which is not edited. Fix: write the change there, as the finding says.\n`);
  }
  if (problems.length + programs.length > 0) {
    return 2;
  }
  const fixes = asked.flatMap((each) => ('problem' in each ? [] : [each]));
  let isChanged = false;
  for (const { source } of sources) {
    for (const { fix, changes } of 'files' in source ? fixPlatforms(source.files, fixes, today()) : []) {
      isChanged ||= changes.length > 0;
      for (const { file, platform, what } of changes) {
        io.err(`${oneLine(`${file}: ${platform}: ${what}`)}\n`);
      }
      if (changes.length === 0) {
        io.err(`There is nothing to fix: no platform has the finding ${fix.code}, or none that the fix is for.\n`);
      }
    }
  }
  if (isChanged) {
    io.err('Look at the change, then run polyvirt synth.\n');
  }
  return 0;
}
