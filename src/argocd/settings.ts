import type { Finding } from '../findings/finding';
import { asText, isMap } from '../kube/object';

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

/** A command of a plugin: words, no shell. */
export type PluginCommand = readonly string[];

/** `plugin.yaml`, as far as it says what is run. */
export interface PluginConfig {
  /** Absent for one that is meant whatever it is called. */
  readonly name?: string;
  readonly init?: PluginCommand;
  readonly generate: PluginCommand;
  readonly parameters?: PluginCommand;
  /** A file that must be there, or a command that must print something. */
  readonly discover?: { readonly fileName: string } | { readonly command: PluginCommand };
  readonly preserveFileMode: boolean;
}

/** Reads a plugin's configuration; says what cmp-server would not start with. */
export function readPluginConfig(value: unknown): PluginConfig | string {
  if (!isMap(value) || value.kind !== 'ConfigManagementPlugin') {
    return 'its kind is not ConfigManagementPlugin';
  }
  const [metadata, spec] = [value.metadata, value.spec].map((part) => (isMap(part) ? part : {}));
  const generate = commandOf(spec!.generate);
  if (typeof metadata!.name !== 'string' || metadata!.name === '') {
    return 'metadata.name is missing';
  }
  if (generate === undefined) {
    return 'spec.generate.command is missing';
  }
  const init = commandOf(spec!.init);
  const parameters = commandOf(partOf(spec!.parameters, 'dynamic'));
  const fileName = partOf(spec!.discover, 'fileName');
  const find = commandOf(partOf(spec!.discover, 'find'));
  return {
    name: typeof spec!.version === 'string' ? `${metadata!.name}-${spec!.version}` : metadata!.name,
    generate,
    preserveFileMode: spec!.preserveFileMode === true,
    ...(init === undefined ? {} : { init }),
    ...(parameters === undefined ? {} : { parameters }),
    ...(typeof fileName === 'string' && fileName !== ''
      ? { discover: { fileName } }
      : find === undefined
        ? {}
        : { discover: { command: find } }),
  };
}

function partOf(value: unknown, key: string): unknown {
  return isMap(value) ? value[key] : undefined;
}

function commandOf(value: unknown): PluginCommand | undefined {
  const words = [partOf(value, 'command'), partOf(value, 'args')].flatMap((part) => (Array.isArray(part) ? part : []));
  return Array.isArray(partOf(value, 'command')) && words.length > 0 ? words.map(asText) : undefined;
}
