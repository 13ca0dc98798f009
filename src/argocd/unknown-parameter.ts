import type { Finding } from '../findings/finding';
import { suggestionFor } from '../findings/suggestion';
import { parameterPath } from './given';

/** More names than a line of Argo CD's window has room for. */
const SHOWN = 12;

/** A parameter that nothing takes. */
export function unknownParameter(name: string, offered: readonly string[]): Finding {
  const suggestion = suggestionFor(name, offered);
  const some = offered.slice(0, SHOWN).join(', ');
  return {
    code: 'PV701',
    severity: 'error',
    path: parameterPath(name),
    what: 'there is no such parameter',
    why: 'What is set in the Application would change nothing, without notice',
    fix:
      suggestion === undefined
        ? `use one of ${some}${offered.length > SHOWN ? ' and so on' : ''}, or declare it under spec.parameters`
        : `did you mean "${suggestion}"?`,
  };
}
