import type { Severity } from '../../findings/finding';
import { checkPolicy } from '../../findings/policy';
import { chooseFrom } from '../../findings/suggestion';
import { WorkspaceError } from '../../host/workspace-error';

const SEVERITIES: readonly Severity[] = ['error', 'warning', 'info'];

/** `PV201=error` as an entry of a policy. */
export function severityFlag(written: string): readonly [code: string, severity: Severity] {
  const [code = '', severity = ''] = written.split('=');
  const [problem] = checkPolicy({ severity: { [code]: 'info' } });
  if (problem !== undefined) {
    throw new WorkspaceError([{ ...problem, path: `--severity ${written}` }], true);
  }
  if (!(SEVERITIES as readonly string[]).includes(severity)) {
    throw new WorkspaceError(
      [
        {
          code: 'PV038',
          severity: 'error',
          path: `--severity ${written}`,
          what: `"${severity}" is not a severity`,
          why: 'A policy that does something else than it says hides mistakes, or hides nothing',
          fix: chooseFrom(severity, SEVERITIES),
        },
      ],
      true,
    );
  }
  return [code, severity as Severity];
}
