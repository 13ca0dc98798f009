import { asText, type Fields, isMap, type KubeObject } from '../kube/object';
import { compareReleases, parseRelease, type Release } from '../kube/release';
import { type ClusterNode, isNode, readNodes } from './node';
import type { TargetDeclaration } from './target';

/** What a cluster tells about itself. */
export interface Snapshot {
  /** The releases that it runs, as far as its operators say so. */
  readonly target: TargetDeclaration;
  /** Absent where the snapshot has none: a cluster without nodes does not exist. */
  readonly nodes?: readonly ClusterNode[];
  /** Everything else that is on it. */
  readonly existing: readonly KubeObject[];
}

/** Where an operator says which release it runs. */
const RELEASES: Readonly<
  Record<string, readonly [component: keyof TargetDeclaration, of: (status: Fields) => unknown]>
> = {
  'kubevirt.io/KubeVirt': ['kubevirt', ({ observedKubeVirtVersion }) => observedKubeVirtVersion],
  'cdi.kubevirt.io/CDI': ['cdi', ({ observedVersion }) => observedVersion],
  'ssp.kubevirt.io/SSP': ['ssp', ({ observedVersion }) => observedVersion],
  'hco.kubevirt.io/HyperConverged': ['hco', operatorVersion],
};

/** Reads what `kubectl get nodes,kubevirt,hyperconverged,… -A -o yaml` printed. */
export function readSnapshot(objects: readonly KubeObject[]): Snapshot {
  const nodes = objects.filter(isNode);
  const releases = objects.flatMap(releaseOf);
  const kubernetes = oldest(nodes.flatMap(kubeletOf));
  return {
    target: {
      ...Object.fromEntries(releases),
      ...(kubernetes === undefined ? {} : { kubernetes }),
    },
    ...(nodes.length === 0 ? {} : { nodes: readNodes(nodes) }),
    existing: objects.filter((object) => !isNode(object)),
  };
}

function releaseOf({ apiVersion, kind, status }: KubeObject): [string, Release][] {
  const [component, of] = RELEASES[`${apiVersion.split('/')[0]}/${kind}`] ?? [];
  const release = isMap(status) ? parseRelease(asText(of?.(status))) : undefined;
  // Distributions count by their own releases, as 4.18; what KubeVirt says of itself is upstream's.
  const isUpstream = component === 'kubevirt' || /^[01]\./.test(release ?? '');
  return component === undefined || release === undefined || !isUpstream ? [] : [[component, release]];
}

function operatorVersion({ versions }: Fields): unknown {
  const rows = Array.isArray(versions) ? versions.filter(isMap) : [];
  return rows.find(({ name }) => name === 'operator')?.version;
}

function kubeletOf({ status }: KubeObject): Release[] {
  const info = isMap(status) ? status.nodeInfo : undefined;
  const release = isMap(info) ? parseRelease(asText(info.kubeletVersion)) : undefined;
  return release === undefined ? [] : [release];
}

/** In the middle of an upgrade the older ones decide what is safe. */
function oldest(releases: readonly Release[]): Release | undefined {
  return [...releases].sort(compareReleases)[0];
}
