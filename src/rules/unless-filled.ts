import { valueAtPath } from '../architectures/instance-view';
import type { CreatedInstance } from '../cluster/created-instance';
import type { Said } from './rule';

/** What neither an instance type nor a preference ever says. */
const NEVER_FILLED = /^(?:volumes|networks|accessCredentials|resourceClaims)\b/;

/**
 * Findings about the spec of an instance, with the instance type or the preference that set the value, where the VM does not.
 *
 * What follows from nothing being said is not sure while an instance type or a preference was not found, which may say it.
 */
export function unlessFilled(said: Said, { expanded, because }: CreatedInstance): Said {
  const { spec, filled, missing } = expanded;
  const { path = '' } = said;
  const filler = filled.findLast((each) => path === each.path || path.startsWith(`${each.path}.`));
  if (filler !== undefined) {
    return { ...said, what: `${said.what} (${filler.reason})` };
  }
  const [unknown] = missing;
  // A preference may say the architecture too.
  const isSaid = valueAtPath(spec, path) !== undefined || NEVER_FILLED.test(path);
  const isSure = said.code === 'PV111' || (isSaid && said.wants === undefined && because === undefined);
  return unknown === undefined || (said.severity ?? 'error') !== 'error' || isSure
    ? said
    : {
        ...said,
        severity: 'warning',
        what: `${said.what}, unless ${unknown.name}, which was not found, says it`,
      };
}
