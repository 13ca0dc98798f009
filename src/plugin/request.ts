import { type GivenParameter, readGiven, typedValue, wrongParameter } from '../argocd/given';
import type { PluginPolicy } from '../argocd/output-policy';
import { type Environment, type PluginSettings, readSettings } from '../argocd/settings';
import type { Finding } from '../findings/finding';
import { readText } from '../host/read-text';
import { WorkspaceError } from '../host/workspace-error';
import { readPluginPolicy } from './policy';

/** What Argo CD and whoever installed the plugin ask for. */
export interface PluginRequest {
  readonly settings: PluginSettings;
  readonly policy: PluginPolicy;
  /** Whether the command of the plugin allows programs. */
  readonly programs: boolean;
  /** The cluster that is asked for. */
  readonly cluster?: string;
  /** All other parameters of the Application. */
  readonly given: readonly GivenParameter[];
}

/** The name of the parameter that chooses one of several clusters. */
export const CLUSTER_PARAMETER = 'cluster';

/**
 * Reads the environment of the plugin. Nothing is rendered where any of it cannot be followed.
 *
 * @param programs whether the one who calls allows programs
 */
export function readRequest(env: Environment, programs: boolean): PluginRequest {
  const { settings, findings: wrongSettings } = readSettings(env);
  const { given, findings: wrongGiven } = readGiven(env.ARGOCD_APP_PARAMETERS);
  const { policy, findings: wrongPolicy } = policyOf(settings.policyFile);
  const { cluster, findings: wrongCluster } = clusterOf(given, env);
  const findings = [...wrongSettings, ...wrongGiven, ...wrongPolicy, ...wrongCluster];
  if (findings.length > 0) {
    throw new WorkspaceError(findings);
  }
  return {
    settings,
    policy: policy ?? {},
    programs,
    given: given.filter(({ name }) => name !== CLUSTER_PARAMETER),
    ...(cluster === undefined ? {} : { cluster }),
  };
}

function policyOf(file: string | undefined): ReturnType<typeof readPluginPolicy> {
  return file === undefined ? { policy: {}, findings: [] } : readPluginPolicy(readText(file));
}

function clusterOf(given: readonly GivenParameter[], env: Environment): { cluster?: string; findings: Finding[] } {
  const parameter = given.find(({ name }) => name === CLUSTER_PARAMETER);
  const typed = parameter === undefined ? undefined : typedValue(parameter, 'string');
  if (typed !== undefined && 'problem' in typed) {
    return { findings: [wrongParameter(CLUSTER_PARAMETER, typed.problem, 'give the name of a cluster')] };
  }
  const cluster = (typed?.value as string | undefined) ?? env.ARGOCD_ENV_POLYVIRT_CLUSTER;
  return { ...(cluster === undefined || cluster === '' ? {} : { cluster }), findings: [] };
}
