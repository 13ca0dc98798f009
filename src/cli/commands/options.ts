import { type Command as Commander, InvalidArgumentError, Option } from 'commander';
import type { GivenParameter } from '../../argocd/given';
import type { Cluster } from '../../cluster/cluster';
import type { Finding, Severity } from '../../findings/finding';
import { checkPolicy } from '../../findings/policy';
import { chooseFrom } from '../../findings/suggestion';
import { asText, isMap } from '../../kube/object';
import { placeOf, writtenAt, type YamlPath } from '../../kube/yaml/place';
import { isProblem, readYaml, type YamlDocument } from '../../kube/yaml/reader';
import type { Grouping } from '../../sources/cluster-map';
import { notYaml, WorkspaceError } from '../../sources/host/open-text';
import { readText, shownSource } from '../../sources/host/read-text';
import { type ClusterInputs, type KnownClusters, knownClusters } from '../../sources/known-clusters';
import { WALL_LIMITS, type WallLimits } from '../../sources/program/wall/wall-messages';

/** What is given to platforms on a command line. */
export interface ParameterOptions {
  readonly set?: readonly string[];
  readonly values?: readonly string[];
}

/** Options by which commands that render a platform set its parameters. */
export function addParameterOptions(commander: Commander): Commander {
  const repeated = (value: string, previous: readonly string[] = []) => [...previous, value];
  return commander
    .option('--set <name=value>', 'set a parameter of the platform; can be repeated', repeated)
    .option('--values <file>', 'set parameters from a YAML file; can be repeated', repeated);
}

/** What is given: what comes later wins, and --set wins over files. */
export function parametersOf({ set = [], values = [] }: ParameterOptions): readonly GivenParameter[] {
  const given = new Map<string, GivenParameter>();
  for (const parameter of [...values.flatMap(fileParameters), ...set.map(flagParameter)]) {
    const whole = partOfMap(parameter, given);
    given.set(whole.name, whole);
  }
  return [...given.values()];
}

/** Maps that every platform has: `target.kubevirt=1.9` is one entry of the first. */
const BUILT_IN_MAPS = ['target', 'severity'];

function partOfMap(parameter: GivenParameter, given: ReadonlyMap<string, GivenParameter>): GivenParameter {
  const [map = '', ...rest] = parameter.name.split('.');
  const key = rest.join('.');
  if (!BUILT_IN_MAPS.includes(map) || key === '' || key === 'replicas' || parameter.string === undefined) {
    return parameter;
  }
  return { name: map, map: { ...given.get(map)?.map, [key]: parameter.string }, isCommandLine: true };
}

function flagParameter(written: string): GivenParameter {
  const [, name, value = ''] = /^([^=]+)=(.*)$/s.exec(written) ?? [];
  if (name === undefined) {
    throw wrongCall({
      ...WRONG,
      path: '--set',
      what: 'it has no =',
      fix: 'write --set name=value, as --set web.replicas=3',
    });
  }
  // What looks like a list or a map may be text all the same: the parameter decides.
  const [read] = /^\s*[[{]/.test(value) ? [...readYaml(value)] : [];
  const parts = read === undefined || isProblem(read) ? {} : partsOf(read, []);
  return { name, string: value, ...parts, isCommandLine: true };
}

function fileParameters(path: string): GivenParameter[] {
  const file = shownSource(path);
  const findings: Finding[] = [];
  const given: GivenParameter[] = [];
  for (const read of readYaml(usableText(path))) {
    if (isProblem(read)) {
      findings.push(notYaml(file, read));
    } else if (!isMap(read.value)) {
      findings.push({ ...WRONG, file, ...placeOf(read, []), what: 'it is not a map', fix: 'write parameters by name' });
    } else {
      for (const name of Object.keys(read.value)) {
        const parts = partsOf(read, [name]);
        if (Object.keys(parts).length === 0) {
          findings.push({
            ...WRONG,
            file,
            ...placeOf(read, [name]),
            path: name,
            what: 'it is not a string, a number, a boolean, or a list or map of these',
            fix: 'write one of these',
          });
        }
        given.push({ name, ...parts, isCommandLine: true });
      }
    }
  }
  if (findings.length > 0) {
    throw new WorkspaceError(findings, true);
  }
  return given;
}

/** A file that cannot be read is a wrong call. */
function usableText(path: string): string {
  try {
    return readText(path);
  } catch (error) {
    throw error instanceof WorkspaceError ? new WorkspaceError(error.findings, true) : error;
  }
}

/** A value as texts, as Argo CD hands parameters over; nothing where it cannot be said so. */
function partsOf(document: YamlDocument, path: YamlPath): Pick<GivenParameter, 'string' | 'array' | 'map'> {
  const value = path.reduce<unknown>((at, step) => (isMap(at) ? at[step] : undefined), document.value);
  const textAt = (each: unknown, step: string | number) => scalarText(each, document, [...path, step]);
  if (Array.isArray(value)) {
    const array = value.map(textAt);
    return array.every((each) => each !== undefined) ? { array } : {};
  }
  if (isMap(value)) {
    const entries = Object.entries(value).map(([key, each]) => [key, textAt(each, key)] as const);
    return entries.every(([, text]) => text !== undefined)
      ? { map: Object.fromEntries(entries as [string, string][]) }
      : {};
  }
  const string = scalarText(value, document, path);
  return string === undefined ? {} : { string };
}

/** A number as it is written: `1.10` is not 1.1. */
function scalarText(value: unknown, document: YamlDocument, path: YamlPath): string | undefined {
  if (typeof value === 'number') {
    return writtenAt(document, path) ?? asText(value);
  }
  return typeof value === 'string' || typeof value === 'boolean' ? asText(value) : undefined;
}

const WRONG = {
  code: 'PV702',
  severity: 'error',
  why: 'The value would be lost or misread',
} as const;

function wrongCall(finding: Finding): WorkspaceError {
  return new WorkspaceError([finding], true);
}

/** How long programs of other authors may take. */
export interface TimeoutOption {
  readonly timeout?: number;
}

/** @param asked the option that has programs run in the sandbox */
export function addTimeoutOption(commander: Commander, asked: string): Commander {
  return commander.option(
    '--timeout <seconds>',
    `with ${asked}: time limit for a program; default: ${WALL_LIMITS.seconds}`,
    secondsOf,
  );
}

/** What such a program may take. */
export function sandboxLimits({ timeout }: TimeoutOption): Partial<WallLimits> {
  return timeout === undefined ? {} : { seconds: timeout };
}

/** Timers of Node know no longer time than 24 days. */
const LONGEST_S = 86_400;

function secondsOf(text: string): number {
  const seconds = Number(text);
  if (!/^\d+$/.test(text) || seconds < 1 || seconds > LONGEST_S) {
    throw new InvalidArgumentError(`Write whole seconds, from 1 to ${LONGEST_S}.`);
  }
  return seconds;
}

/** Options that describe the cluster that manifests are for. */
export interface ClusterOptions extends ParameterOptions {
  readonly kubevirt?: string;
  readonly hco?: string;
  readonly cdi?: string;
  readonly machineController?: string;
  readonly nodes?: string;
  readonly cluster?: string;
  readonly openshift?: boolean;
  readonly kubernetes?: boolean;
  readonly platform?: string | false;
}

/** Options by which commands learn what manifests are for. */
export function addClusterOptions(commander: Commander): Commander {
  return commander
    .option('--kubevirt <release>', 'KubeVirt release; default: the one that --hco ships, or the newest known')
    .option('--hco <release>', 'HyperConverged release')
    .option('--cdi <release>', 'CDI release')
    .option('--machine-controller <release>', 'release of Kubermatic machine-controller')
    .option('--nodes <file>', 'nodes of the cluster, from kubectl get nodes -o yaml')
    .option('--cluster <file>', 'snapshot of the cluster, for its releases, nodes and existing objects')
    .option('--openshift', 'the cluster is OpenShift or OKD')
    .option('--kubernetes', 'the cluster is not OpenShift, so nothing imports golden images')
    .option('--platform <dir>', 'platform that the files belong to; default: polyvirt.yaml in this folder')
    .option('--no-platform', 'the files belong to no platform; ignore polyvirt.yaml in this folder');
}

/** How manifests are put to clusters, as it was said. */
export interface GroupingOptions {
  readonly clusters: Grouping;
}

/** The option that says which folders are clusters. */
export function addGroupingOption(commander: Commander): Commander {
  return commander.addOption(
    new Option(
      '--clusters <how>',
      'how folders map to clusters: auto, folders (each top-level folder is one), one (a single cluster), or a ' +
        'pattern such as "deploy/*"',
    )
      .argParser((how: string): Grouping => {
        if (!['auto', 'folders', 'one'].includes(how) && !/(^|[^*])\*($|[^*])/.test(how)) {
          throw new InvalidArgumentError(
            'Write auto, folders, one, or a pattern with a star for the cluster name, such as "clusters/*".',
          );
        }
        return how;
      })
      .default('auto'),
  );
}

/** What files are for has no meaning without files: a platform says its own target and nodes. */
export function mistakeWithoutFiles(options: ClusterOptions, further: readonly string[] = []): string | undefined {
  const { kubevirt, hco, cdi, machineController, nodes, cluster } = options;
  const given = Object.entries({ kubevirt, hco, cdi, 'machine-controller': machineController, nodes, cluster })
    .filter(([, value]) => value !== undefined)
    .map(([name]) => `--${name}`);
  const [first, ...others] = [...given, ...further];
  return first === undefined
    ? undefined
    : `${[first, ...others].join(' and ')} ${others.length === 0 ? 'says' : 'say'} what files are for: name the ` +
        'files. A platform says its own target and nodes.';
}

/** Where to learn about the clusters, as it was said. */
export function clusterInputsOf(options: ClusterOptions): ClusterInputs {
  const { kubevirt, hco, cdi, machineController, nodes, cluster, platform, openshift, kubernetes } = options;
  const given = parametersOf(options);
  const distribution = openshift === true ? 'openshift' : kubernetes === true ? 'kubernetes' : undefined;
  return {
    target: {
      ...(kubevirt === undefined ? {} : { kubevirt }),
      ...(hco === undefined ? {} : { hco }),
      ...(cdi === undefined ? {} : { cdi }),
      ...(machineController === undefined ? {} : { machineController }),
    },
    ...(given.length === 0 ? {} : { given }),
    ...(nodes === undefined ? {} : { nodes }),
    ...(cluster === undefined ? {} : { cluster }),
    ...(distribution === undefined ? {} : { distribution }),
    // `--no-platform` makes it false; commander gives true where neither is said.
    ...(typeof platform === 'string' || platform === false ? { platform } : {}),
  };
}

/** What is known of the clusters, with a word about them for people. */
export async function clustersFor(options: ClusterOptions): Promise<KnownClusters & { readonly about: string }> {
  const known = await knownClusters(clusterInputsOf(options));
  return { ...known, about: aboutOf(known) };
}

function aboutOf({ platforms, other }: KnownClusters): string {
  const [only, ...more] = platforms;
  const { target, nodes } = (more.length === 0 ? (only ?? other) : other).context;
  const count = nodes === undefined ? '' : ` on ${nodes.length} ${nodes.length === 1 ? 'node' : 'nodes'}`;
  return more.length === 0
    ? `KubeVirt ${target.kubevirt}${count}${only === undefined ? '' : ` of ${only.name}`}`
    : `the platforms ${platforms.map(({ name }) => name).join(', ')}, files in no folder of theirs for KubeVirt ` +
        `${target.kubevirt}`;
}

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
          why: 'A policy that does not do what it says hides mistakes, or hides nothing',
          fix: chooseFrom(severity, SEVERITIES),
        },
      ],
      true,
    );
  }
  return [code, severity as Severity];
}

/** The cluster that is asked for, or all in the order of their names; what is wrong with the call where there is no such one. */
export function chosenClusters(clusters: readonly Cluster[], asked: string | undefined): readonly Cluster[] | string {
  const names = clusters.map(({ name }) => name).sort();
  if (names.length === 0) {
    return 'there is neither a platform nor an object: name a platform or manifests';
  }
  if (asked === undefined) {
    return [...clusters].sort((a, b) => (a.name < b.name ? -1 : 1));
  }
  const found = clusters.filter(({ name }) => name === asked);
  return found.length > 0 ? found : `there is no cluster "${asked}": ${chooseFrom(asked, names)}`;
}

/** Name of a cluster, or of the files that it was read from. */
export function titleOf({ name }: Cluster, paths: readonly string[]): string {
  return name === '' ? paths.map(shownSource).join(', ') : name;
}
