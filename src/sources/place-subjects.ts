import type { CheckContext } from '../cluster/cluster-view';
import { type Finding, hasErrors } from '../findings/finding';
import { shownSource } from '../host/read-text';
import { WorkspaceError } from '../host/workspace-error';
import { isNode } from '../inventory/node';
import { NodeInventory } from '../inventory/nodes';
import type { KubeObject } from '../kube/object';
import { resolveTarget } from '../target/resolve';
import { onTop } from '../target/target';
import { findSource } from './find-source';
import { filesByCluster, type Informants, knownClusters, snapshotOf } from './known-clusters';
import { manifestFiles } from './manifest-files';
import { isPlatformPath } from './read-hyper-converged';
import { readNodes } from './read-nodes';
import { readObjects } from './read-objects';
import { readTree } from './read-tree';

/** The VMs of one cluster, and what is known of it. */
export interface PlaceSubject {
  /** Name of the cluster, or of the files. */
  readonly title: string;
  readonly objects: readonly KubeObject[];
  readonly context: CheckContext;
}

/** What was found, and what there is to say about where it was looked for. */
export interface PlaceSubjects {
  readonly subjects: readonly PlaceSubject[];
  readonly findings: readonly Finding[];
}

/** Platforms, any manifests, or a snapshot of a cluster by itself. */
export async function placeSubjects(paths: readonly string[], informants: Informants): Promise<PlaceSubjects> {
  const { cluster, platform } = informants;
  if (paths.length === 0 && cluster !== undefined) {
    return ofSnapshot(cluster, informants);
  }
  const platforms = paths.length === 0 ? [typeof platform === 'string' ? platform : '.'] : paths.filter(isPlatformPath);
  const manifests = paths.filter((path) => !platforms.includes(path));
  const found = [
    ...(await Promise.all(platforms.map((path) => ofPlatform(path, informants)))),
    ...(manifests.length === 0 ? [] : [await ofManifests(manifests, informants)]),
  ];
  return { subjects: found.flatMap(({ subjects }) => subjects), findings: found.flatMap(({ findings }) => findings) };
}

/** The nodes that a cluster really has win over those that its platform declares. */
async function ofPlatform(path: string, { nodes, cluster, target }: Informants): Promise<PlaceSubjects> {
  const tree = await readTree(findSource(path));
  const snapshot = cluster === undefined ? undefined : snapshotOf(cluster);
  const exported = nodes === undefined ? undefined : readNodes(nodes);
  const findings = [...(snapshot?.findings ?? []), ...(exported?.findings ?? [])];
  if (hasErrors(findings)) {
    throw new WorkspaceError(findings, true);
  }
  const said = resolveTarget(target).findings;
  if (hasErrors(said)) {
    throw new WorkspaceError(said, true);
  }
  if (hasErrors(tree.findings)) {
    throw new WorkspaceError(tree.findings);
  }
  const known = exported?.inventory.nodes ?? snapshot?.nodes;
  return {
    subjects: tree.clusters
      .filter(({ isPlatform, objects }) => isPlatform || objects.length > 0)
      .map((each) => ({
        title: each.name,
        objects: each.objects.map(({ object }) => object),
        context: {
          ...each,
          target: resolveTarget(onTop(each.target, target)).target,
          ...(known === undefined ? {} : { nodes: known }),
          ...(snapshot === undefined ? {} : { existing: [...(each.existing ?? []), ...snapshot.existing] }),
        },
      })),
    findings: tree.clusters.flatMap(({ findings: own }) => own).filter(({ severity }) => severity === 'error'),
  };
}

/** Nodes beside the VMs, as `kubectl get nodes,vm -A -o yaml` prints them, are those of their cluster. */
async function ofManifests(paths: readonly string[], informants: Informants): Promise<PlaceSubjects> {
  const known = await knownClusters(informants);
  const files = paths.flatMap((path) => manifestFiles(path, 'all folders'));
  const read = [...filesByCluster(files, known)].map(([cluster, group]) => {
    const { objects, findings } = readObjects(group);
    const nodes = objects.filter(isNode);
    const own = informants.nodes === undefined && nodes.length > 0 ? { nodes: NodeInventory.of(nodes).nodes } : {};
    const title = cluster.name ?? paths.map(shownSource).join(', ');
    return { subject: { title, objects, context: { ...cluster.context, ...own } }, findings };
  });
  return {
    subjects: read.map(({ subject }) => subject),
    findings: [...known.findings, ...read.flatMap(({ findings }) => findings)],
  };
}

function ofSnapshot(path: string, { nodes, target: said }: Informants): PlaceSubjects {
  const { target: own, existing, nodes: known, findings } = snapshotOf(path);
  const exported = nodes === undefined ? undefined : readNodes(nodes);
  const { target, findings: mistaken } = resolveTarget({ ...own, ...said });
  const all = [...findings, ...(exported?.findings ?? []), ...mistaken];
  if (hasErrors(all)) {
    throw new WorkspaceError(all, true);
  }
  const inventory = exported?.inventory.nodes ?? known;
  const context = { target, ...(inventory === undefined ? {} : { nodes: inventory }) };
  return { subjects: [{ title: shownSource(path), objects: existing, context }], findings: all };
}
