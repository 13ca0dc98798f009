import { spawn } from 'node:child_process';
import { existsSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import {
  type ApplicationView,
  type Circumstances,
  pluginEnvironment,
  pluginOf,
  readApplication,
} from '../argocd/application';
import { splitOutput } from '../argocd/output-policy';
import type { PluginCommand, PluginConfig } from '../argocd/settings';
import { isMap, type KubeObject } from '../kube/object';
import { isProblem, readYaml } from '../kube/yaml/reader';
import { copyForCmp } from './cmp-copy';

/** An Application, and what it is run on. */
interface Simulation extends Circumstances {
  readonly application: unknown;
  /** The folder that stands for the repository. */
  readonly repository: string;
  readonly plugin: PluginConfig;
  /** What the caller of the plugin allows, in seconds. */
  readonly deadlineS: number;
  /** The environment of the sidecar. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** What Argo CD would have, or would show. */
export interface SimulationResult {
  readonly error?: string;
  readonly objects: readonly KubeObject[];
  /** The announced parameters, as they were printed. */
  readonly parameters?: unknown;
  /** What the commands said to the log. */
  readonly log: string;
  readonly seconds: number;
}

/** So much earlier than its caller cmp-server gives up, to have time to say so. */
const BUFFER_MS = 100;

/** Runs an Application as repo-server and cmp-server do: match, parameters, generate, each on a copy of its own. */
export async function simulate(simulation: Simulation): Promise<SimulationResult> {
  const started = performance.now();
  const application = readApplication(simulation.application);
  const logs: string[] = [];
  const failed = (error: string): SimulationResult => ({
    error,
    objects: [],
    log: logs.join(''),
    seconds: (performance.now() - started) / 1000,
  });
  if (typeof application === 'string') {
    return failed(application);
  }
  const { plugin } = simulation;
  const call = async (command: readonly string[], withCluster = true) => {
    const result = await onCopy(simulation, application, command, withCluster);
    logs.push(result.stderr);
    return result;
  };
  const unmatched = await checkMatch(plugin, simulation, application, call);
  if (unmatched !== undefined) {
    return failed(unmatched);
  }
  const announced = plugin.parameters === undefined ? undefined : await call(plugin.parameters, false);
  const parameters = announced === undefined ? { value: [] } : announcementIn(announced);
  const generated = await call(plugin.generate);
  if (generated.error !== undefined) {
    return failed(`error generating manifests: ${generated.error}`);
  }
  const objects = splitOutput(generated.stdout);
  if (typeof objects === 'string') {
    return failed(`error generating manifests: ${objects}`);
  }
  return {
    objects,
    ...('value' in parameters ? { parameters: parameters.value } : { error: parameters.error }),
    log: logs.join(''),
    seconds: (performance.now() - started) / 1000,
  };
}

/** A copy for one call; gone afterwards, whatever happens. */
async function onCopy(
  { repository, plugin, deadlineS, env, ...known }: Simulation,
  application: ApplicationView,
  command: readonly string[],
  withCluster: boolean,
): Promise<Awaited<ReturnType<typeof runAsCmp>>> {
  const deadline = performance.now() + deadlineS * 1000 - BUFFER_MS;
  const { root, scratch } = copyForCmp(realpathSync(repository), plugin.preserveFileMode);
  try {
    const folder = join(root, application.path);
    if (!(folder + sep).startsWith(root + sep) || !existsSync(folder)) {
      return { stdout: '', stderr: '', error: `${application.path}: app path does not exist` };
    }
    const told = pluginEnvironment(withOverrides(application, folder), known).filter(
      ([name]) => withCluster || !CLUSTER_ONLY.test(name),
    );
    const call: CmpCall = { command, folder, deadline, env: { ...env, ...Object.fromEntries(told) } };
    const init = plugin.init === undefined ? undefined : await runAsCmp({ ...call, command: plugin.init });
    return init?.error === undefined ? await runAsCmp(call) : init;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Parameters that the announcing command is not told. */
const CLUSTER_ONLY = /^(KUBE_|ARGOCD_APP_(NAMESPACE|PROJECT_NAME|REVISION))/;

/** How polyvirt is installed: with its version in the name, or without by an administrator's own plugin.yaml. */
const OWN_NAME = /^polyvirt(-v\d[\w.+-]*)?$/;

async function checkMatch(
  { name, discover }: PluginConfig,
  { repository }: Simulation,
  application: ApplicationView,
  call: (command: readonly string[]) => Promise<{ stdout: string; error?: string }>,
): Promise<string | undefined> {
  const asked = application.plugin?.name;
  if (asked !== undefined && name === undefined && !OWN_NAME.test(asked)) {
    return `could not find cmp-server plugin with name "${asked}" supporting the given repository: polyvirt is installed as polyvirt-v and its version; for another plugin say --plugin plugin.yaml`;
  }
  if (asked !== undefined && name !== undefined && asked !== name) {
    return `could not find cmp-server plugin with name "${asked}" supporting the given repository: this one is ${name}`;
  }
  if (discover === undefined) {
    return asked === undefined && name !== undefined
      ? `the Application names no plugin, and ${name} discovers nothing: set spec.source.plugin.name`
      : undefined;
  }
  const isMatch =
    'fileName' in discover
      ? existsSync(join(repository, application.path, discover.fileName))
      : await call(discover.command).then(({ stdout, error }) => error === undefined && stdout !== '');
  return isMatch ? undefined : `could not find cmp-server plugin with name "${name}" supporting the given repository`;
}

/** `.argocd-source.yaml` and the one of the Application, which Argo CD merges into the source. */
function withOverrides(application: ApplicationView, folder: string): ApplicationView {
  let { plugin } = application;
  for (const name of ['.argocd-source.yaml', `.argocd-source-${basename(application.name)}.yaml`]) {
    const path = join(folder, name);
    const [read] = existsSync(path) ? [...readYaml(readFileSync(path, 'utf8'))] : [];
    if (read !== undefined && !isProblem(read) && isMap(read.value) && isMap(read.value.plugin)) {
      plugin = pluginOf({ ...plugin, ...read.value.plugin });
    }
  }
  return plugin === undefined ? application : { ...application, plugin };
}

function announcementIn({ stdout, error }: { stdout: string; error?: string }): { value: unknown } | { error: string } {
  if (error !== undefined) {
    return { error: `error executing dynamic parameter output command: ${error}` };
  }
  try {
    const value: unknown = JSON.parse(stdout);
    return Array.isArray(value) ? { value } : { error: NOT_A_LIST };
  } catch {
    return { error: NOT_A_LIST };
  }
}

const NOT_A_LIST = 'error unmarshaling dynamic parameter output into ParametersAnnouncementResponse: it is not a list';

/** How cmp-server runs a command. */
interface CmpCall {
  readonly command: PluginCommand;
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** When the whole call is over, in milliseconds of `performance.now()`. */
  readonly deadline: number;
}

/** What came of it: what was printed, or the error as Argo CD shows it. */
interface CmpResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly error?: string;
}

/** Between asking a group of processes to end and ending it. */
const GRACE_MS = 5000;

/**
 * Runs a command as cmp-server does: a group of its own, everything that it prints held in memory, at the deadline a kill
 * for the command and a request to end for the rest of its group, which is killed later.
 */
export function runAsCmp({ command, folder, env, deadline }: CmpCall): Promise<CmpResult> {
  const [program = '', ...args] = command;
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: folder, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    let [stdout, stderr] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    const toGroup = (signal: NodeJS.Signals) => {
      try {
        process.kill(-child.pid!, signal);
      } catch {
        // It is empty.
      }
    };
    let killing: NodeJS.Timeout | undefined;
    const timer = setTimeout(
      () => {
        child.kill('SIGKILL');
        toGroup('SIGTERM');
        killing = setTimeout(() => toGroup('SIGKILL'), GRACE_MS);
      },
      Math.max(0, deadline - performance.now()),
    );
    const end = (cause: string | undefined) => {
      clearTimeout(timer);
      clearTimeout(killing);
      if (child.pid !== undefined) {
        toGroup('SIGTERM');
      }
      const told = stderr.trim();
      resolve({
        stdout: stdout.replace(/\n$/, ''),
        stderr,
        ...(cause === undefined
          ? {}
          : { error: `\`${command.join(' ')}\` failed ${cause}${told === '' ? '' : `: ${told}`}` }),
      });
    };
    child.on('error', (error) => end(error.message));
    child.on('close', (code, signal) =>
      end(signal !== null ? `signal: ${NAMES[signal] ?? signal}` : code === 0 ? undefined : `exit status ${code}`),
    );
  });
}

const NAMES: Readonly<Record<string, string>> = { SIGKILL: 'killed', SIGTERM: 'terminated', SIGABRT: 'aborted' };
