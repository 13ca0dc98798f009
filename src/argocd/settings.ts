import type { Finding } from '../findings/finding';

/** The environment of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** How the plugin works, as its installation says. */
export interface PluginSettings {
  /** When to give up, in milliseconds from the start. */
  readonly deadlineMs: number;
  /** How many may render at once; as many as there are processors where absent. */
  readonly renders?: number;
  /** How long to wait for a turn before giving up; two thirds of the deadline where absent. */
  readonly waitMs?: number;
  /** File that says what programs and output may be. */
  readonly policyFile?: string;
}

/** Well below the 60 s after which Argo CD ends a plugin silently, transfer of the repository included. */
const DEADLINE_S = 45;

/** Says on stderr what happens. */
const LEAST_S = 0.001;

/**
 * Reads the settings.
 *
 * Settings of an Application have the prefix `ARGOCD_ENV_`, so that it cannot turn off what the pod turns on; only the
 * deadline is its own affair too.
 */
export function readSettings(env: Environment): { settings: PluginSettings; findings: Finding[] } {
  const findings: Finding[] = [];
  const number = (name: string, standard: number, least: number): number => {
    const text = env[name];
    if (text === undefined || text === '') {
      return standard;
    }
    const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= least)) {
      findings.push(wrongSetting(name, `it is not a number from ${least}`, `write a number, as ${standard}`));
      return standard;
    }
    return value;
  };
  const deadline = number('ARGOCD_ENV_POLYVIRT_DEADLINE', number('POLYVIRT_DEADLINE', DEADLINE_S, LEAST_S), LEAST_S);
  const wait = env.POLYVIRT_RENDER_WAIT ? number('POLYVIRT_RENDER_WAIT', deadline, 0) : undefined;
  const renders = number('POLYVIRT_RENDERS', 0, 1);
  const policyFile = env.POLYVIRT_POLICY;
  return {
    settings: {
      deadlineMs: deadline * 1000,
      ...(wait === undefined ? {} : { waitMs: wait * 1000 }),
      ...(renders === 0 ? {} : { renders: Math.floor(renders) }),
      ...(policyFile === undefined || policyFile === '' ? {} : { policyFile }),
    },
    findings,
  };
}

/** A setting that cannot be followed. */
export function wrongSetting(name: string, what: string, fix: string): Finding {
  return {
    code: 'PV712',
    severity: 'error',
    path: name,
    what,
    why: 'A misconfigured plugin might print objects that it must not',
    fix,
  };
}
