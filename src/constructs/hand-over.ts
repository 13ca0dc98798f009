import type { ApiObject, App } from 'cdk8s';
import type { IConstruct } from 'constructs';
import type { Architecture } from '../architectures/facts';
import type { ArgocdDeclaration } from '../argocd/declaration';
import type { Finding } from '../findings/finding';
import type { FindingsPolicy } from '../findings/policy';
import type { GateSupportDeclaration } from '../gates/registry';
import type { HypervisorsInUse } from '../hypervisors/declaration';
import { findingObject } from '../kube/identity';
import { isMap, type KubeObject } from '../kube/object';
import { writablePart } from '../kube/plain-data';
import { checkPlainData } from '../rules/values/PV005';
import type { ClusterNode, Distribution } from '../target/node';
import { resolveTarget, type Target } from '../target/target';
import { findingsOf, originOf } from './findings';
import { jsonOf, type LaidOver, laidOver, notedReadFrom, wasChanged } from './history';

/** What a tree tells about itself, one thing at a time. */
export type TreeMessage =
  | {
      readonly type: 'cluster';
      readonly cluster: string;
      readonly path: string;
      readonly isPlatform: boolean;
      readonly architectures?: readonly Architecture[];
      readonly supportByArch?: GateSupportDeclaration;
      readonly hypervisorsInUse?: HypervisorsInUse;
      readonly nodes?: readonly ClusterNode[];
      readonly distribution?: Distribution;
      readonly target: Target;
      readonly policy: FindingsPolicy;
      readonly argocd?: ArgocdDeclaration;
    }
  | {
      readonly type: 'object';
      readonly cluster: string;
      readonly path: string;
      readonly owner: string;
      readonly object: KubeObject;
    }
  /** All objects of a cluster were told but its VMs, which follow: what VMs refer to is known before them. */
  | { readonly type: 'vms'; readonly cluster: string; readonly path: string }
  | { readonly type: 'dependency'; readonly cluster: string; readonly dependent: string; readonly dependency: string }
  | { readonly type: 'finding'; readonly cluster: string; readonly path: string; readonly finding: Finding }
  /** A cluster has told everything: its taker need not keep it for what comes after. */
  | { readonly type: 'complete'; readonly cluster: string; readonly path: string }
  | { readonly type: 'invalid'; readonly path: string; readonly message: string }
  /** Where a construct was made, and the object that it is, whose history may be asked for. */
  | {
      readonly type: 'origin';
      readonly path: string;
      readonly origin?: unknown;
      readonly object?: ApiObject;
      readonly laid?: () => LaidOver;
    }
  /** The construct that threw when it was asked. */
  | { readonly type: 'failed'; readonly path: string };

const API_OBJECT = Symbol.for('cdk8s.ApiObject');
const CHART = Symbol.for('cdk8s.Chart');
const PLATFORM = Symbol.for('polyvirt.platform');

/** What is read of a Platform, of whatever copy of polyvirt it is. */
interface PlatformView {
  readonly target: Target;
  readonly findings?: FindingsPolicy;
  readonly argocd?: ArgocdDeclaration;
  readonly supportByArch?: GateSupportDeclaration;
  architectures(): readonly Architecture[];
  hypervisorsInUse?(): HypervisorsInUse | undefined;
  context(): { readonly nodes?: readonly ClusterNode[]; readonly distribution?: Distribution };
}

/**
 * Tells everything about an app in one walk: clusters, objects, what depends on what, findings.
 *
 * Recognizes what it meets by the symbols that cdk8s and polyvirt put there, so that it works with the user's own copy
 * of either. A cluster is a Platform, or a chart outside of any.
 */
export function handOver(app: App, tell: (message: TreeMessage) => void): void {
  const stack: HandOverStep[] = [{ construct: app, path: app.node.path, cluster: undefined, owner: undefined }];
  for (let step = stack.pop(); step !== undefined; step = stack.pop()) {
    if (!('construct' in step)) {
      tellVms(step, tell);
      tell({ type: 'complete', cluster: step.name, path: step.path });
      continue;
    }
    const { construct, path, cluster: outer } = step;
    const { children } = construct.node;
    let cluster: WalkedCluster | undefined;
    try {
      cluster = beginCluster(construct, path, outer, tell);
      if (cluster !== undefined && cluster !== outer) {
        // Below its children, so that it comes when all of them were walked.
        stack.push(cluster);
      }
      if (cluster !== undefined) {
        tellConstruct(step, cluster, tell);
      }
      for (const message of construct.node.validate()) {
        tell({ type: 'invalid', path, message });
      }
    } catch (error) {
      tell({ type: 'failed', path });
      throw error;
    }
    const owner = originOf(construct) === undefined ? step.owner : path;
    for (let i = children.length - 1; i >= 0; i--) {
      const child = children[i]!;
      stack.push({ construct: child, path: pathBelow(path, child.node.id), cluster, owner });
    }
  }
}

/** What begins with a construct, or is around it. */
function beginCluster(
  construct: IConstruct,
  path: string,
  outer: WalkedCluster | undefined,
  tell: (message: TreeMessage) => void,
): WalkedCluster | undefined {
  const platform = PLATFORM in construct ? (construct as unknown as PlatformView) : undefined;
  if (platform === undefined && !(CHART in construct && outer === undefined)) {
    return outer;
  }
  const name = construct.node.id;
  tell({
    type: 'cluster',
    cluster: name,
    path,
    isPlatform: platform !== undefined,
    target: platform?.target ?? resolveTarget().target,
    ...(platform === undefined ? {} : pictureOf(platform)),
    policy: platform?.findings ?? {},
  });
  return { name, path, vms: [] };
}

/** Tells the VMs of a cluster, which are most of what it has. */
function tellVms({ name, path, vms }: WalkedCluster, tell: (message: TreeMessage) => void): void {
  if (vms.length === 0) {
    return;
  }
  tell({ type: 'vms', cluster: name, path });
  for (const vm of vms) {
    try {
      tellObject(vm, name, tell);
    } catch (error) {
      tell({ type: 'failed', path: vm.path });
      throw error;
    }
  }
}

/** The path of a construct without asking it, which would walk up to the root each time. */
function pathBelow(path: string, id: string): string {
  return path === '' || id === '' ? path + id : `${path}/${id}`;
}

/** A construct that is still to be walked, or the end of a cluster. */
type HandOverStep = Walked | WalkedCluster;

interface Walked {
  readonly construct: IConstruct;
  readonly path: string;
  readonly cluster: WalkedCluster | undefined;
  /** Path of the nearest construct around it that notes where it was made. */
  readonly owner: string | undefined;
}

/** A cluster that is being walked. */
interface WalkedCluster {
  readonly name: string;
  readonly path: string;
  /** Those of its objects that are told last. */
  readonly vms: WalkedObject[];
}

/** A construct that is an object. */
interface WalkedObject {
  readonly construct: ApiObject;
  readonly path: string;
  readonly owner: string;
}

/** What is known of the cluster beside its target; what is undefined does not survive JSON. */
function pictureOf(platform: PlatformView) {
  const { nodes, distribution } = platform.context();
  const hypervisorsInUse = platform.hypervisorsInUse?.();
  return {
    architectures: platform.architectures(),
    ...(platform.argocd === undefined ? {} : { argocd: platform.argocd }),
    ...(nodes === undefined ? {} : { nodes }),
    ...(distribution === undefined ? {} : { distribution }),
    ...(platform.supportByArch === undefined ? {} : { supportByArch: platform.supportByArch }),
    ...(hypervisorsInUse === undefined ? {} : { hypervisorsInUse }),
  };
}

function tellConstruct(
  { construct, path, owner }: Walked,
  { name: cluster, vms }: WalkedCluster,
  tell: (message: TreeMessage) => void,
): void {
  const origin = originOf(construct);
  const object = API_OBJECT in construct ? (construct as unknown as ApiObject) : undefined;
  const isTold = object !== undefined && (wasChanged(object) || notedReadFrom(object) !== undefined);
  if (origin !== undefined || isTold) {
    const laid = laidOver(construct);
    tell({
      type: 'origin',
      path,
      origin,
      ...(object === undefined ? {} : { object }),
      ...(laid === undefined ? {} : { laid }),
    });
  }
  for (const dependency of construct.node.dependencies) {
    tell({ type: 'dependency', cluster, dependent: path, dependency: dependency.node.path });
  }
  if (object !== undefined) {
    const walked = { construct: object, path, owner: origin === undefined ? (owner ?? path) : path };
    if (object.kind === 'VirtualMachine') {
      vms.push(walked);
    } else {
      tellObject(walked, cluster, tell);
    }
  }
  for (const finding of findingsOf(construct)) {
    const subject = finding.object ?? subjectOf(construct);
    tell({
      type: 'finding',
      cluster,
      path,
      finding: subject === undefined ? finding : { ...finding, object: subject },
    });
  }
}

function tellObject(
  { construct, path, owner }: WalkedObject,
  cluster: string,
  tell: (message: TreeMessage) => void,
): void {
  const object: unknown = jsonOf(construct);
  if (object !== undefined) {
    tell({ type: 'object', cluster, path, owner, object: writable(object as KubeObject, cluster, path, tell) });
  }
}

/** An object as it can be handed on as JSON, which would turn what it cannot say into null. */
function writable(object: KubeObject, cluster: string, path: string, tell: (message: TreeMessage) => void): KubeObject {
  const findings = checkPlainData(object);
  for (const finding of findings) {
    tell({
      type: 'finding',
      cluster,
      path,
      finding: { ...finding, what: `${finding.what} (construct ${path})` },
    });
  }
  return findings.length === 0 ? object : (writablePart(object) as KubeObject);
}

/** The object that a finding of a construct speaks of. */
function subjectOf(construct: IConstruct): Finding['object'] {
  const child = construct.node.tryFindChild('Resource');
  const object: unknown =
    child !== undefined && API_OBJECT in child ? (child as unknown as ApiObject).toJson() : undefined;
  return isMap(object) ? findingObject(object as KubeObject) : undefined;
}
