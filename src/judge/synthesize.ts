import type { ArgocdDeclaration } from '../argocd/declaration';
import { annotateForSync } from '../argocd/sync/annotate';
import type { Tree, TreeCluster, TreeObject } from '../cluster/tree';
import { compareFindings, type Finding, hasErrors } from '../findings/finding';
import { foldFindings } from '../findings/fold';
import { applyPolicy } from '../findings/policy';
import { findingObject } from '../kube/identity';
import type { KubeObject } from '../kube/object';
import { orderObjects } from '../kube/order';
import { declaredPath } from '../model/declared-path';
import { checkNamesAcross, type PoolNames, poolNamesOf } from '../rules/machines/shared-names';
import { allowancesOf } from './allow-annotation';
import { ClusterJudge } from './cluster-judge';

/** One cluster, ready to be written. */
export interface SynthesizedCluster {
  readonly name: string;
  readonly objects: readonly KubeObject[];
  readonly argocd?: ArgocdDeclaration;
}

/** Everything that a platform comes to. */
export interface Synthesis {
  readonly clusters: readonly SynthesizedCluster[];
  /** Of all clusters, errors first. */
  readonly findings: readonly Finding[];
}

const NO_CLUSTER: Finding = {
  code: 'PV016',
  severity: 'error',
  what: 'there is no platform and no chart',
  why: 'Empty output, applied with pruning, deletes everything that was there before',
  fix: 'add a platform with objects',
};

/** What a platform refers to and does not make is told by `check`; secrets never come from here. */
const ABOUT_OTHERS = ['PV112', 'PV805'];

/** What is around a cluster: what is wrong with the whole, and where things are in the user's files. */
export type Around = Pick<Tree, 'findings' | 'placeOf'>;

/** One cluster with what there is to say about it. */
export interface JudgedCluster extends SynthesizedCluster {
  readonly findings: readonly Finding[];
  /** What the other clusters have to know of it. */
  readonly pools: PoolNames;
}

/**
 * Orders and judges what an app handed over.
 *
 * @param others whether to tell also what the platform refers to and others have to bring
 */
export function synthesize(tree: Tree, today: string, others = false): Synthesis {
  const clusters = [...tree.clusters].sort((a, b) => (a.name < b.name ? -1 : 1));
  const alone = clusters.map((cluster) => judgeCluster(cluster, tree, today, others));
  const judged = checkNamesAcross(alone.map(({ pools }) => pools)).map((shared, i) =>
    shared.length === 0 ? alone[i]! : judgeCluster(clusters[i]!, tree, today, others, shared),
  );
  return {
    clusters: judged.map(({ findings: _findings, pools: _pools, ...cluster }) => cluster),
    findings: [
      ...tree.findings,
      ...checkAnything(clusters, tree.findings),
      ...judged.flatMap(({ findings }) => findings),
    ].sort(compareFindings),
  };
}

/** Nothing at all is a mistake, unless another one is the reason. */
export function checkAnything(
  clusters: readonly { readonly isPlatform: boolean; readonly objects: { readonly length: number } }[],
  findings: readonly Finding[],
): Finding[] {
  const isNothing = clusters.every(({ objects, isPlatform }) => objects.length === 0 && !isPlatform);
  return isNothing && !hasErrors(findings) ? [NO_CLUSTER] : [];
}

/**
 * Orders and judges one cluster.
 *
 * @param shared what is wrong with it because of other clusters
 */
export function judgeCluster(
  cluster: TreeCluster,
  around: Around,
  today: string,
  others = false,
  shared: readonly Finding[] = [],
): JudgedCluster {
  const judge = new ClusterJudge(
    cluster.objects.map(({ object }) => object),
    cluster,
  );
  for (const { object, membership } of cluster.objects) {
    judge.see(object, membership?.group);
  }
  const ordered = orderObjects(cluster.objects, cluster.dependencies);
  const objects = annotateForSync(
    'cycle' in ordered ? cluster.objects : ordered.objects,
    cluster.dependencies,
    cluster.argocd ?? {},
    cluster.target,
  );
  const circle = 'cycle' in ordered ? [circular(ordered.cycle, around)] : [];
  // Where something else is wrong, that may be why: objects with mistakes are left out.
  const isEmpty = objects.length === 0 && cluster.isPlatform && !hasErrors([...cluster.findings, ...around.findings]);
  const findings = [
    ...cluster.findings,
    ...(isEmpty ? [empty(cluster, around)] : []),
    ...circle,
    ...shared,
    ...judge.findings().filter(({ code }) => others || !ABOUT_OTHERS.includes(code)),
  ];
  const own = allowancesOf(objects);
  const policy = { ...cluster.policy, allow: [...(cluster.policy.allow ?? []), ...own.allowances] };
  const all = [...foldFindings(applyPolicy(findings, policy, today)), ...own.findings];
  return {
    name: cluster.name,
    objects,
    ...(cluster.argocd === undefined ? {} : { argocd: cluster.argocd }),
    findings: locate(all, cluster.objects, around).map((finding) =>
      finding.file === undefined ? { ...finding, ...around.placeOf(partOf(cluster, finding)) } : finding,
    ),
    pools: poolNamesOf({ ...cluster, objects }),
  };
}

/** What a finding about the platform itself is about, as deep as its path says: `findings.allow[1]`. */
function partOf({ path }: TreeCluster, finding: Finding): string {
  return [path, ...(finding.path?.match(/[^.[\]]+/g) ?? [])].join('/');
}

function empty({ name, path }: TreeCluster, tree: Around): Finding {
  return {
    code: 'PV016',
    severity: 'error',
    ...tree.placeOf(path),
    what: `${name} has no objects`,
    why: 'Empty output, applied with pruning, deletes everything that was there before',
    fix: 'add objects to it, or remove it',
  };
}

/** Joins the places of the constructs that the objects came from. */
export function locate(findings: readonly Finding[], objects: readonly TreeObject[], tree: Around): Finding[] {
  if (findings.length === 0) {
    return [];
  }
  const makers = new Map(objects.map((made) => [JSON.stringify(findingObject(made.object)), made]));
  return findings.map((finding) => {
    const made = finding.file === undefined ? makers.get(JSON.stringify(finding.object)) : undefined;
    return made === undefined
      ? finding
      : { ...withProp(finding, made), ...tree.placeOf(made.owner, finding, made.object) };
  });
}

/** A finding about the object of one of our constructs, by the prop that says it. */
function withProp(finding: Finding, { path, owner, object }: TreeObject): Finding {
  const isOurs = path.startsWith(`${owner}/`) && path.endsWith('/Resource') && finding.path !== undefined;
  const prop = isOurs ? declaredPath(finding, object) : undefined;
  return prop === undefined ? finding : { ...finding, path: prop };
}

function circular(cycle: readonly string[], tree: Around): Finding {
  return {
    code: 'PV803',
    severity: 'error',
    ...tree.placeOf(cycle[0] ?? ''),
    what: `these wait for each other: ${cycle.join(' → ')}`,
    why: 'No order of applying them satisfies all dependencies',
    fix: 'remove one of the calls of addDependency() between them',
  };
}
