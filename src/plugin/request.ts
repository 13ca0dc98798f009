import { type GivenParameter, readGiven, typedValue, wrongParameter } from '../argocd/given';
import type { PluginPolicy } from '../argocd/output-policy';
import { type Environment, type PluginSettings, readSettings, wrongSetting } from '../argocd/settings';
import type { Finding } from '../findings/finding';
import { chooseFrom } from '../findings/suggestion';
import { isProblem, readYaml } from '../kube/yaml/reader';
import { maybe, text } from '../model/read/shapes';
import * as z from '../model/read/zod';
import { WorkspaceError } from '../sources/host/open-text';
import { readText } from '../sources/host/read-text';

/** What Argo CD and the administrator of the plugin ask for. */
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

const POLICY = z.strictObject({
  apiVersion: z.literal('polyvirt.io/v1'),
  kind: z.literal('PluginPolicy'),
  metadata: z.exactOptional(z.record(z.string(), z.unknown())),
  spec: z.strictObject({
    typescript: maybe(
      z.union([
        z.literal(false),
        z.strictObject({
          hermetic: maybe(z.literal(true), 'A program always gets neither network nor clock nor chance.'),
          heapMiB: maybe(z.int().check(z.minimum(32)), 'Memory that a program may use; 512 where absent.'),
          repositories: maybe(
            z.array(text),
            'Addresses of repositories that may bring programs; * stands for anything.',
          ),
        }),
      ]),
      'Whether and how programs run; they do not where absent.',
    ),
    output: maybe(
      z.strictObject({
        kinds: maybe(z.array(text), 'Kinds that may be printed, as VirtualMachine.kubevirt.io or *.kubevirt.io.'),
        namespaces: maybe(z.array(text), 'Namespaces that objects may be in; * stands for anything.'),
        clusterScoped: maybe(z.boolean(), 'Whether objects without a namespace may be printed.'),
        maximumMiB: maybe(z.number().check(z.minimum(0.001)), 'Largest output; 64 where absent.'),
      }),
      'What may be printed.',
    ),
  }),
});

/** Reads the policy of a plugin. One that cannot be read allows nothing: it may be the one that forbids. */
export function readPluginPolicy(written: string): { policy?: PluginPolicy; findings: Finding[] } {
  const [read, more] = [...readYaml(written)];
  if (read === undefined || isProblem(read) || more !== undefined) {
    const what =
      read !== undefined && isProblem(read)
        ? read.problem
        : `there is ${read === undefined ? 'no' : 'more than one'} document in it`;
    return { findings: [wrong('', what, 'write one document, with kind: PluginPolicy')] };
  }
  const parsed = POLICY.safeParse(read.value);
  if (parsed.success) {
    return { policy: parsed.data.spec as PluginPolicy, findings: [] };
  }
  return {
    findings: parsed.error.issues.map((issue) => {
      const path = issue.path.join('.');
      return issue.code === 'unrecognized_keys'
        ? wrong(path, `there is no key ${issue.keys.join(', ')}`, chooseFrom(issue.keys[0] ?? '', KEYS))
        : wrong(path, 'the value is not one that it can have', 'see docs/security.md for what may be there');
    }),
  };
}

const KEYS = ['typescript', 'output', 'heapMiB', 'repositories', 'kinds', 'namespaces', 'clusterScoped', 'maximumMiB'];

function wrong(path: string, what: string, fix: string): Finding {
  return wrongSetting(path === '' ? 'POLYVIRT_POLICY' : `POLYVIRT_POLICY, ${path}`, what, fix);
}
