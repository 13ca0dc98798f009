import { allowancesOf } from '../check/allow-annotation';
import { checkObjects } from '../check/check';
import { countUnjudged } from '../check/judged-kinds';
import { checkNamesAcross } from '../check/shared-names';
import type { Finding, FindingObject, Place } from '../findings/finding';
import { foldFindings } from '../findings/fold';
import { applyPolicy, type FindingsPolicy } from '../findings/policy';
import { findingObject } from '../kube/identity';
import type { CustomKinds } from '../schema/custom-kinds';
import { clusterOf, type KnownCluster, type KnownClusters } from './known-clusters';
import { manifestFiles } from './manifest-files';
import { readObjects } from './read-objects';
import { readPlatforms } from './read-platforms';
import { synthesize } from './synthesize';
import type { Tree } from './tree';

/** How files are judged. */
export interface Judging {
  readonly clusters: KnownClusters;
  readonly crds?: CustomKinds;
  /** On top of what platforms decide. */
  readonly policy: FindingsPolicy;
  readonly today: string;
}

/** What files come to. */
export interface Judged {
  readonly objects: readonly FindingObject[];
  /** How many of them are of kinds that no rule is about. */
  readonly unjudged: number;
  readonly findings: readonly Finding[];
  /** Documents that are not Kubernetes objects. */
  readonly skipped: readonly Place[];
  /** Files that are patches of a kustomization. */
  readonly patches: readonly string[];
}

/** Judges every object of files, folders and standard input, cluster by cluster. */
export function judgeFiles(paths: readonly string[], judging: Judging): Judged {
  const groups = new Map<KnownCluster, string[]>();
  for (const path of paths.flatMap((each) => manifestFiles(each, 'all folders'))) {
    const cluster = clusterOf(path, judging.clusters);
    const files = groups.get(cluster);
    if (files === undefined) {
      groups.set(cluster, [path]);
    } else {
      files.push(path);
    }
  }
  const read = [...groups].map(([cluster, files]) => ({ cluster, read: readObjects(files) }));
  const shared = checkNamesAcross(
    read.map(({ cluster, read }) => ({
      ...cluster.context,
      ...(cluster.name === undefined ? {} : { name: cluster.name }),
      objects: read.objects,
    })),
  );
  return merged(read.map(({ cluster, read }, i) => judgeGroup(cluster, read, judging, shared[i]!)));
}

/** Judges what a platform would write, as synth does. */
export function judgeTree(tree: Tree, { policy, today }: Pick<Judging, 'policy' | 'today'>): Judged {
  const { clusters, findings } = synthesize(tree, today, true);
  return {
    objects: clusters.flatMap(({ objects }) => objects.map(findingObject)),
    unjudged: clusters.reduce((sum, { objects }) => sum + countUnjudged(objects, undefined), 0),
    findings: applyPolicy(findings, policy, today),
    skipped: [],
    patches: [],
  };
}

function judgeGroup(
  { context, policy }: KnownCluster,
  { objects, findings, skipped, patches, platforms, locate }: ReturnType<typeof readObjects>,
  judging: Judging,
  shared: readonly Finding[],
): Judged {
  const own = allowancesOf(objects);
  const found = [
    ...shared,
    ...checkObjects(objects, { ...context, ...(judging.crds === undefined ? {} : { crds: judging.crds }) }),
  ];
  const severity = { ...policy.severity, ...judging.policy.severity };
  const allow = usedBy(policy, found);
  const judged = applyPolicy(found, { severity, allow: [...allow, ...own.allowances] }, judging.today);
  const here = {
    objects: objects.map(findingObject),
    unjudged: countUnjudged(objects, judging.crds),
    findings: [...findings, ...locate([...foldFindings(judged), ...own.findings])],
    skipped,
    patches,
  };
  return platforms.length === 0 ? here : merged([here, judgeTree(readPlatforms(platforms), judging)]);
}

/** What a platform allows may be about objects that are not in these files: that it is unused here means nothing. */
function usedBy({ allow = [] }: FindingsPolicy, findings: readonly Finding[]): NonNullable<FindingsPolicy['allow']> {
  const codes = new Set(findings.map(({ code }) => code));
  return allow.filter(({ code }) => codes.has(code));
}

function merged(parts: readonly Judged[]): Judged {
  return {
    objects: parts.flatMap(({ objects }) => objects),
    unjudged: parts.reduce((sum, { unjudged }) => sum + unjudged, 0),
    findings: parts.flatMap(({ findings }) => findings),
    skipped: parts.flatMap(({ skipped }) => skipped),
    patches: parts.flatMap(({ patches }) => patches),
  };
}
