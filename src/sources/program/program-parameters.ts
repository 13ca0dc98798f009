import { type GivenParameter, typedValue, unknownParameter, wrongParameter } from '../../argocd/given';
import type { Cluster } from '../../cluster/cluster';
import type { Finding, Severity } from '../../findings/finding';
import { checkPolicy } from '../../findings/policy';
import type { AnnouncedParameter } from '../../model/read/parameters';

/** What every program takes from outside, whether or not it asks for it. */
const TAKEN = ['namespace', 'target', 'severity'];

/** What is given to a program, as far as the program itself does not see to it. */
interface ProgramParameters {
  /** A cluster with the severities that are given. */
  readonly applied: (cluster: Cluster) => Cluster;
  /** What is wrong with what is given, once it is known what the program asked for. */
  readonly findings: (asked: readonly AnnouncedParameter[]) => readonly Finding[];
}

/** @param elsewhere names that are taken elsewhere */
export function programParameters(
  given: readonly GivenParameter[],
  elsewhere: readonly string[] = [],
): ProgramParameters {
  const { severity, findings } = givenSeverity(given);
  return {
    applied: (cluster) => ({
      ...cluster,
      policy: { ...cluster.policy, severity: { ...cluster.policy.severity, ...severity } },
    }),
    findings: (asked) => {
      const offered = [...elsewhere, ...TAKEN, ...asked.map(({ name }) => name)];
      const unknown = given.filter(({ name }) => !offered.includes(name));
      return [...findings, ...unknown.map(({ name }) => unknownParameter(name, offered))];
    },
  };
}

/** Severities that are given to a program, which need not know of them. */
function givenSeverity(given: readonly GivenParameter[]): { severity: Record<string, Severity>; findings: Finding[] } {
  const parameter = given.find(({ name }) => name === 'severity');
  if (parameter === undefined) {
    return { severity: {}, findings: [] };
  }
  const typed = typedValue(parameter, 'map');
  if ('problem' in typed) {
    return { severity: {}, findings: [wrongParameter('severity', typed.problem, 'give a map of codes to severities')] };
  }
  const severity = typed.value as Record<string, Severity>;
  const wrong = Object.entries(severity).find(([, each]) => !['error', 'warning', 'info'].includes(each));
  const findings =
    wrong === undefined
      ? checkPolicy({ severity }).map(({ what, fix }) => wrongParameter('severity', what, fix))
      : [wrongParameter('severity', `what is given for ${wrong[0]} is no severity`, 'give error, warning or info')];
  return findings.length > 0 ? { severity: {}, findings } : { severity, findings };
}
