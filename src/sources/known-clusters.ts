import { resolve, sep } from 'node:path';
import type { GivenParameter } from '../argocd/given';
import type { Cluster } from '../cluster/cluster';
import type { CheckContext } from '../cluster/cluster-view';
import { type Finding, hasErrors } from '../findings/finding';
import type { KubeObject } from '../kube/object';
import type { Distribution } from '../target/node';
import { readSnapshot, type Snapshot } from '../target/nodes';
import { NEWEST_KUBEVIRT, onTop, resolveTarget, type TargetDeclaration } from '../target/target';
import { findSource, platformFiles, type Source, withGiven } from './find-source';
import { WorkspaceError } from './host/open-text';
import { ownCopy, shownSource } from './host/read-text';
import { SpilledValues } from './host/spill-file';
import { openPlatform } from './open-platform';
import { readNodes } from './platform-inputs';
import { type KnownCluster, readObjects } from './read-objects';

/** Where to learn about the clusters that manifests are for. */
export interface ClusterInputs {
  /** Releases that were said; they win over everything else. */
  readonly target: TargetDeclaration;
  /** A file of exported nodes. */
  readonly nodes?: string;
  /** A file with a snapshot of a cluster. */
  readonly cluster?: string;
  /** What the cluster is said to be. */
  readonly distribution?: Distribution;
  /** A folder or file with a platform; false for none, absent for the one where we stand, if it runs no code. */
  readonly platform?: string | false;
  /** What is given to platforms from outside. */
  readonly given?: readonly GivenParameter[];
}

/** All that is known. */
export interface KnownClusters {
  /** For files that belong to none of the platforms. */
  readonly other: KnownCluster;
  readonly platforms: readonly KnownCluster[];
  /** What is wrong with how it was said, or with what was read. */
  readonly findings: readonly Finding[];
}

/** What is told of clusters beside what they declare. */
interface Told {
  /** Releases: those that were said, on those of a snapshot. */
  readonly target: TargetDeclaration;
  /** The knowledge of a cluster that declares nothing. */
  readonly context: CheckContext;
  /** What is on the cluster already. */
  readonly existing: readonly KubeObject[];
  readonly findings: readonly Finding[];
}

/** Takes flags, exported nodes and a snapshot together, in this order of weight; rejects what cannot be read. */
export function toldBy({ target: said, nodes: file, cluster, distribution }: ClusterInputs): Told {
  const snapshot = cluster === undefined ? undefined : snapshotOf(cluster);
  const exported = file === undefined ? undefined : readNodes(file);
  const target = onTop(snapshot?.target ?? {}, said);
  const resolved = resolveTarget(target);
  const findings = [...(snapshot?.findings ?? []), ...(exported?.findings ?? []), ...resolved.findings];
  if (hasErrors(findings)) {
    throw new WorkspaceError(findings, true);
  }
  const nodes = exported?.inventory.nodes ?? snapshot?.nodes;
  return {
    target,
    context: {
      target: resolved.target,
      ...(nodes === undefined ? {} : { nodes }),
      ...(distribution === undefined ? {} : { distribution }),
    },
    existing: snapshot?.existing ?? [],
    findings,
  };
}

/** What is known of a cluster, with what is told of it. */
export function withTold<T extends CheckContext>(known: T, { target, context, existing }: Told): T {
  return {
    ...known,
    ...context,
    target: resolveTarget(onTop(known.target, target)).target,
    ...(existing.length === 0 ? {} : { existing: [...(known.existing ?? []), ...existing] }),
  };
}

/** Learns about the clusters from flags, files and the platform at hand, in this order of weight. */
export async function knownClusters(inputs: ClusterInputs): Promise<KnownClusters> {
  const told = toldBy(inputs);
  const { context, existing } = told;
  const other = {
    context: inputs.cluster === undefined ? context : { ...context, existing },
    policy: {},
  };
  const spilled = new SpilledValues<CheckContext>();
  const platforms: KnownCluster[] = [];
  const source = sourceAtHand(inputs);
  const take = (cluster: Cluster) => {
    const own = spilled.put(contextOf(cluster));
    platforms.push({
      name: cluster.name,
      policy: ownCopy(cluster.policy),
      get context() {
        return withTold(own(), told);
      },
    });
  };
  const opened = source === undefined ? undefined : openPlatform(source);
  for await (const cluster of opened ?? []) {
    take(cluster);
  }
  await opened?.locate([]);
  return {
    other,
    platforms,
    findings: [
      ...told.findings,
      ...(inputs.cluster === undefined || platforms.length > 0 ? [] : unknownRelease(inputs.cluster, told.target)),
      ...(opened?.findings ?? []).filter(({ severity }) => severity === 'error'),
    ],
  };
}

/**
 * Tells the platform that a file is for: the one whose folder it is in, as synth writes them, or the only one there is.
 *
 * @returns nothing where no platform is known for it
 */
export function clusterFinder({ platforms }: KnownClusters): (file: string, name: string) => KnownCluster | undefined {
  // Backwards, so that the first of a name stays.
  const positions = new Map(platforms.map(({ name }, i) => [name, i] as const).reverse());
  const [only, ...more] = platforms;
  return (file, name) => {
    const found = file.split(sep).flatMap((folder) => positions.get(folder) ?? []);
    if (found.length > 0) {
      return platforms[found.reduce((a, b) => Math.min(a, b))]!;
    }
    return only === undefined || more.length > 0 ? undefined : name === '' ? only : renamed(only, name);
  };
}

/** What is known of one cluster, taken for another. */
export function renamed(cluster: KnownCluster, name: string): KnownCluster {
  return {
    name,
    policy: cluster.policy,
    get context() {
      return cluster.context;
    },
  };
}

function contextOf(cluster: Cluster): CheckContext {
  const { target, objects, architectures, nodes, distribution, supportByArch, hypervisorsInUse } = cluster;
  return {
    target,
    existing: objects.map(({ object }) => object),
    ...(architectures === undefined ? {} : { architectures }),
    ...(nodes === undefined ? {} : { nodes }),
    ...(distribution === undefined ? {} : { distribution }),
    ...(supportByArch === undefined ? {} : { supportByArch }),
    ...(hypervisorsInUse === undefined ? {} : { hypervisorsInUse }),
  };
}

/** A program is only run when it is named: checking files must not run code by surprise. */
function sourceAtHand({ platform, given }: ClusterInputs): Source | undefined {
  if (platform === undefined) {
    const files = platformFiles(resolve('.'));
    return files.length === 0 ? undefined : withGiven({ files, output: '' }, given);
  }
  return platform === false ? undefined : withGiven(findSource(platform), given);
}

/** A snapshot is there to tell the release; that it does not must not go unnoticed. */
function unknownRelease(path: string, { kubevirt, hco }: TargetDeclaration): Finding[] {
  return kubevirt !== undefined || hco !== undefined
    ? []
    : [
        {
          code: 'PV908',
          severity: 'info',
          file: shownSource(path),
          what: `the snapshot does not show which KubeVirt the cluster runs; ${NEWEST_KUBEVIRT} is assumed`,
          why: 'Findings depend on the release',
          fix: 'put kubevirt into the list of what kubectl gets, or add --kubevirt',
        },
      ];
}

/** Reads a snapshot of a cluster; that there is nothing in it is an error. */
function snapshotOf(path: string): Snapshot & { findings: readonly Finding[] } {
  const { objects, findings } = readObjects([path]);
  const nothing: Finding[] =
    objects.length > 0 || findings.length > 0
      ? []
      : [
          {
            code: 'PV034',
            severity: 'error',
            file: shownSource(path),
            what: 'it contains no object',
            why: 'Nothing can be learned about the cluster',
            fix: 'write it anew: kubectl get nodes,kubevirt,hyperconverged -A -o yaml',
          },
        ];
  return { ...readSnapshot(objects), findings: [...findings, ...nothing] };
}
