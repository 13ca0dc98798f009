import { type Command as Commander, InvalidArgumentError, Option } from 'commander';
import type { Cluster } from '../../cluster/cluster';
import type { Severity } from '../../findings/finding';
import { checkPolicy } from '../../findings/policy';
import { chooseFrom } from '../../findings/suggestion';
import type { Grouping } from '../../sources/cluster-map';
import { shownSource } from '../../sources/host/read-text';
import { WorkspaceError } from '../../sources/host/workspace-error';
import { type ClusterInputs, type KnownClusters, knownClusters } from '../../sources/known-clusters';
import { type ParameterOptions, parametersOf } from './parameter-options';

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
