import { COMMANDS } from '../../src/cli/start/commands';
import { isFrequent } from '../../src/cli/start/frequent';
import { FREQUENT_COMMANDS } from '../../src/cli/start/frequent-commands';

/** Words of every command, as they tell which file has it. */
function kindsOf(commands: typeof COMMANDS): string[] {
  return Object.entries(commands).flatMap(([word, entry]) =>
    'commands' in entry ? kindsOf(entry.commands).map((below) => `${word}-${below}`) : [word],
  );
}

test('the commands that are told to have a file of their own are the commands of that file', () => {
  expect(kindsOf(COMMANDS).filter(isFrequent).sort()).toEqual(kindsOf(FREQUENT_COMMANDS).sort());
  expect(isFrequent('argocd')).toBe(false);
  expect(isFrequent('synth-help')).toBe(false);
});
