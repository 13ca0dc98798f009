import { allowancesOf } from '../check/allow-annotation';
import { checkObjects } from '../check/check';
import { countUnjudged } from '../check/judged-kinds';
import { checkNamesAcross, poolNamesOf } from '../check/shared-names';
import type { Finding, FindingObject, Place } from '../findings/finding';
import { foldFindings } from '../findings/fold';
import { applyPolicy, type FindingsPolicy } from '../findings/policy';
import { findingObject } from '../kube/identity';
import { isMap, type KubeObject } from '../kube/object';
import type { CustomKinds } from '../schema/custom-kinds';
import { clusterOf, type KnownCluster, type KnownClusters } from './known-clusters';
import { manifestFiles } from './manifest-files';
import { type ReadObjects, readObjects } from './read-objects';
import { readPlatforms } from './read-platforms';
import { type Synthesis, synthesize } from './synthesize';
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
  /** Objects that a platform among the files writes, which were judged with it. */
  readonly written: number;
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
  const parts = [...groups].map(([cluster, files]) => {
    const read = readObjects(files);
    return { cluster, read, made: platformsOf(read, judging) };
  });
  const written = new Set(parts.flatMap(({ made }) => (made === undefined ? [] : contentOf(made))));
  const groupsOfFiles = parts.map((part) => ({ ...part, ...splitBy(written, part.read.objects) }));
  const shared = checkNamesAcross(
    groupsOfFiles.map(({ cluster: { context, name }, objects }) =>
      poolNamesOf({ ...context, ...(name === undefined ? {} : { name }), objects }),
    ),
  );
  return merged(
    groupsOfFiles.flatMap(({ made, ...group }, i) => [
      judgeGroup(group, shared[i]!, judging),
      ...(made === undefined ? [] : [judgeSynthesis(made, judging)]),
    ]),
  );
}

/** Judges what a platform would write, as synth does. */
export function judgeTree(tree: Tree, judging: Pick<Judging, 'policy' | 'today'>): Judged {
  return judgeSynthesis(synthesize(tree, judging.today, true), judging);
}

function judgeSynthesis(
  { clusters, findings }: Synthesis,
  { policy, today }: Pick<Judging, 'policy' | 'today'>,
): Judged {
  return {
    objects: clusters.flatMap(({ objects }) => objects.map(findingObject)),
    unjudged: clusters.reduce((sum, { objects }) => sum + countUnjudged(objects, undefined), 0),
    findings: applyPolicy(findings, policy, today),
    skipped: [],
    patches: [],
    written: 0,
  };
}

/** What the platforms among files come to; nothing where there is none. */
function platformsOf({ platforms }: ReadObjects, { today }: Judging): Synthesis | undefined {
  return platforms.length === 0 ? undefined : synthesize(readPlatforms(platforms), today, true);
}

function contentOf({ clusters }: Synthesis): string[] {
  return clusters.flatMap(({ objects }) => objects.map(contentKey));
}

/** The same for two objects that say the same, in whatever order. */
function contentKey(object: KubeObject): string {
  return JSON.stringify(object, (_, value: unknown) =>
    isMap(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value,
  );
}

/** Objects of files, and those among them that a platform writes: judged with it, so that nothing is said twice. */
function splitBy(written: ReadonlySet<string>, all: readonly KubeObject[]): Pick<Group, 'objects' | 'others'> {
  if (written.size === 0) {
    return { objects: all, others: [] };
  }
  const isWritten = new Map(all.map((object) => [object, written.has(contentKey(object))]));
  return {
    objects: all.filter((object) => isWritten.get(object) === false),
    others: all.filter((object) => isWritten.get(object) === true),
  };
}

/** What was read for one cluster. */
interface Group {
  readonly cluster: KnownCluster;
  readonly read: ReadObjects;
  readonly objects: readonly KubeObject[];
  /** Consulted, not judged. */
  readonly others: readonly KubeObject[];
}

/** @param shared what is wrong about objects of this group together with others */
function judgeGroup({ cluster, read, objects, others }: Group, shared: readonly Finding[], judging: Judging): Judged {
  const { context, policy } = cluster;
  const { findings, skipped, patches, locate } = read;
  const own = allowancesOf(objects);
  const found = [
    ...shared,
    ...checkObjects(objects, {
      ...context,
      ...(others.length === 0 ? {} : { existing: [...(context.existing ?? []), ...others] }),
      ...(judging.crds === undefined ? {} : { crds: judging.crds }),
    }),
  ];
  const severity = { ...policy.severity, ...judging.policy.severity };
  const allow = usedBy(policy, found);
  const judged = applyPolicy(found, { severity, allow: [...allow, ...own.allowances] }, judging.today);
  return {
    objects: objects.map(findingObject),
    unjudged: countUnjudged(objects, judging.crds),
    findings: [...findings, ...locate([...foldFindings(judged), ...own.findings])],
    skipped,
    patches,
    written: others.length,
  };
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
    written: parts.reduce((sum, { written }) => sum + written, 0),
  };
}
