import { tmpdir } from 'node:os';
import { isWorkspaceError } from '../../../src/sources/host/open-text';
import { allowedPrograms } from '../../../src/sources/program/foreign-programs';

const settings = { deadlineMs: 1000 };

function answer(repositories: string[] | undefined, address: string | undefined, programs = true): string {
  try {
    const typescript = repositories === undefined ? {} : { repositories };
    allowedPrograms({ policy: { typescript }, programs, settings }, tmpdir(), address);
    return 'allowed';
  } catch (error) {
    return isWorkspaceError(error) ? error.findings[0]!.code : 'thrown';
  }
}

test.each<[repositories: string[] | undefined, address: string | undefined, expected: string]>([
  [undefined, 'https://git.example.org/a', 'allowed'],
  [['https://git.example.org/platform/*'], 'https://git.example.org/platform/edge', 'allowed'],
  [['https://git.example.org/platform/*'], 'https://git.example.org/other/edge', 'PV707'],
  [['https://git.example.org/platform/*'], 'https://evil.example.com/?https://git.example.org/platform/x', 'PV707'],
  [['*'], undefined, 'allowed'],
  [['https://git.example.org/*'], undefined, 'PV707'],
  [[], 'https://git.example.org/a', 'PV707'],
])('of %j a program of %s is %s, whether the command or the policy allows it', (repositories, address, expected) => {
  expect([answer(repositories, address), answer(repositories, address, false)]).toEqual([expected, expected]);
});
