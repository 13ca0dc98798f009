import { ARGOCD } from '../../src/cli/start/argocd-entry';
import { CHECK } from '../../src/cli/start/check-entry';
import { COMMANDS } from '../../src/cli/start/commands';
import { fileOf } from '../../src/cli/start/frequent';
import { SYNTH } from '../../src/cli/start/synth-entry';

/** Words of every command, as they tell which file has it. */
function kindsOf(commands: typeof COMMANDS): string[] {
  return Object.entries(commands).flatMap(([word, entry]) =>
    'commands' in entry ? kindsOf(entry.commands).map((below) => `${word}-${below}`) : [word],
  );
}

test('the commands that are told to have a file of their own are the commands of that file', () => {
  const kinds = kindsOf(COMMANDS);
  for (const [file, commands] of Object.entries({ 'run-argocd': ARGOCD, 'run-check': CHECK, 'run-synth': SYNTH })) {
    expect(kinds.filter((kind) => fileOf(kind) === file).sort()).toEqual(kindsOf(commands).sort());
  }
  expect(fileOf('argocd')).toBe('run-any');
  expect(fileOf('synth-help')).toBe('run-any');
});
