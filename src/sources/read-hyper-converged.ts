import { join } from 'node:path';
import type { CheckContext } from '../cluster/cluster-view';
import type { Finding } from '../findings/finding';
import { isHyperConverged } from '../golden-images/hyper-converged-view';
import { foundAt } from '../host/open-text';
import { readText, STDIN, shownSource } from '../host/read-text';
import { isNode } from '../inventory/node';
import { NodeInventory } from '../inventory/nodes';
import { judgeAll } from '../judge/judge';
import type { KubeObject } from '../kube/object';
import type { Target } from '../target/target';
import { findSource } from './find-source';
import { readObjects } from './read-objects';
import { readTree } from './read-tree';

/** A HyperConverged, and what is known of its cluster. */
export interface FoundHyperConverged {
  /** Name of the cluster, or of the file. */
  readonly title: string;
  readonly object: KubeObject;
  readonly context: CheckContext;
}

/** What was found, and what is wrong with where it was looked for. */
export interface ReadHyperConverged {
  readonly found: readonly FoundHyperConverged[];
  readonly findings: readonly Finding[];
}

/**
 * The HyperConverged resources of platforms and of any manifests.
 *
 * @param target of manifests, which do not say it themselves
 */
export async function readHyperConverged(
  paths: readonly string[],
  target: Target,
  today: string,
): Promise<ReadHyperConverged> {
  const platforms = paths.filter(isPlatformPath);
  const manifests = paths.filter((path) => !platforms.includes(path));
  const read = await Promise.all(platforms.map((path) => ofPlatform(path, today)));
  const all = [...read, ...(manifests.length === 0 ? [] : [ofManifests(manifests, target)])];
  return { found: all.flatMap(({ found }) => found), findings: all.flatMap(({ findings }) => findings) };
}

async function ofPlatform(path: string, today: string): Promise<ReadHyperConverged> {
  const tree = await readTree(findSource(path));
  const contexts = new Map(tree.clusters.map((cluster) => [cluster.name, cluster]));
  const { judged, findings } = judgeAll(tree.clusters, tree.findings, { today, tellsMissing: false });
  return {
    found: judged.flatMap(({ name, objects }) =>
      objects.filter(isHyperConverged).map((object) => ({ title: name, object, context: contexts.get(name)! })),
    ),
    findings,
  };
}

/** Nodes beside the resource, as `kubectl get nodes,hyperconverged -A -o yaml` prints them, are those of its cluster. */
function ofManifests(paths: readonly string[], target: Target): ReadHyperConverged {
  const { objects, findings } = readObjects(paths);
  const nodes = objects.filter(isNode);
  const context = { target, ...(nodes.length === 0 ? {} : { nodes: NodeInventory.of(nodes).nodes }) };
  const title = paths.map(shownSource).join(', ');
  return { found: objects.filter(isHyperConverged).map((object) => ({ title, object, context })), findings };
}

/** A folder of a platform, or a file with one in it. */
export function isPlatformPath(path: string): boolean {
  if (path === STDIN) {
    return false;
  }
  const found = foundAt(path);
  if (found?.isFile() === true) {
    return path.endsWith('cdk8s.yaml') || /^kind:[ \t]*["']?Platform["']?[ \t\r]*$/m.test(readText(path));
  }
  return ['polyvirt.yaml', 'cdk8s.yaml'].some((name) => foundAt(join(path, name))?.isFile());
}
