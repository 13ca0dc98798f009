import { compareFindings, type Finding } from '../../findings/finding';
import type { HypervisorsInUse } from '../../hypervisors/declaration';
import { isKubeObject, itemsOf } from '../../kube/identity';
import { asText, isMap, type KubeObject } from '../../kube/object';
import type { PlaceReport } from '../../pods/place-report';
import { readCustomKinds } from '../../schema/custom-validator';
import { type Distribution, isNode, readNodes } from '../../target/node';
import type { NodePool } from '../../target/node-pool';
import { NodeInventory, nodesOf } from '../../target/nodes';
import { resolveTarget, type TargetDeclaration } from '../../target/target';
import { clusterOf } from '../cluster';
import { type CheckContext, ClusterView } from '../cluster-view';
import { explainPod, type LauncherPod } from '../launcher-pod';
import { type Migratability, migratabilityOf } from '../migratability';
import { placeObjects } from '../place';
import { judge } from './judge';
import { unjudgedKinds } from './judged';

/** What the objects are for. */
export interface CheckOptions {
  /**
   * The releases that the cluster runs.
   *
   * @default - the newest KubeVirt that polyvirt knows
   */
  readonly target?: TargetDeclaration;

  /**
   * The nodes of the cluster, as `kubectl get nodes -o json` prints them.
   *
   * @default - the Node objects of `existing`; without any they are unknown, and rules that need nodes stay silent
   */
  readonly nodes?: NodeInventory;

  /**
   * Whether the cluster is OpenShift, where HyperConverged imports golden images.
   *
   * @default - what the labels of its nodes tell
   */
  readonly distribution?: Distribution;

  /**
   * What is on the cluster already. It is consulted, not judged: the KubeVirt resource, instance types, secrets.
   *
   * @default - nothing is known of it
   */
  readonly existing?: readonly KubeObject[];

  /**
   * CustomResourceDefinitions of the cluster, as plain objects: their kinds are judged by them, rules in CEL included.
   *
   * @default - KubeVirt, CDI and HyperConverged are judged by the tables of their releases, other kinds not at all
   */
  readonly crds?: readonly object[];

  /**
   * What a platform decided about hypervisors: `platform.hypervisorsInUse()`.
   *
   * @default - what the KubeVirt resource says
   */
  readonly hypervisorsInUse?: HypervisorsInUse;

  /**
   * The day by which allowances of objects are judged, as `2027-01-31`.
   *
   * @default - none has run out
   */
  readonly today?: string;
}

/**
 * What a cluster would say about these objects, taken as those of one cluster. No file is touched.
 *
 * Lists are judged by what is in them. What is no object at all is told as a finding.
 */
export function check(objects: readonly KubeObject[], options: CheckOptions = {}): Finding[] {
  const { context, findings } = contextOf(options);
  const given = unfolded(objects);
  return [
    ...findings,
    ...given.findings,
    ...judge(clusterOf(given.objects, context), { today: options.today ?? '0000-01-01' }).findings,
  ].sort(compareFindings);
}

/**
 * Objects of kinds that no rule and no table is about: `check` says nothing of them but what is wrong with their names.
 */
export function notJudgedKinds(
  objects: readonly KubeObject[],
  options: CheckOptions = {},
): { readonly apiVersion: string; readonly kind: string; readonly objects: number }[] {
  const counts = unjudgedKinds(unfolded(objects).objects, contextOf(options).context.crds);
  return [...counts].map(([name, count]) => {
    const [apiVersion = '', kind = ''] = name.split(' ');
    return { apiVersion, kind, objects: count };
  });
}

/**
 * The pod that virt-controller would make for a VirtualMachine or a VirtualMachineInstance, with the reason for each line.
 *
 * The KubeVirt resource, instance types, the namespace and its quotas are looked for in `existing`.
 *
 * @throws where the object makes no guest
 */
export function launcherPod(object: KubeObject, options: CheckOptions = {}): LauncherPod {
  const found = isKubeObject(object)
    ? explainPod(object, new ClusterView([object], contextOf(options).context))
    : undefined;
  if (found === undefined) {
    throw new TypeError(
      `${asText(isMap(object) ? object.kind : object)} makes no guest: a launcher pod is for a VirtualMachine or ` +
        'its instance',
    );
  }
  return found;
}

/**
 * Whether virt-handler will say that the guest of a VirtualMachine or a VirtualMachineInstance can migrate, and why not.
 *
 * The KubeVirt resource, claims, data volumes, storage profiles and instance types are looked for in `existing`.
 *
 * @throws where the object makes no guest
 */
export function migratability(object: KubeObject, options: CheckOptions = {}): Migratability {
  const found = isKubeObject(object)
    ? migratabilityOf(object, new ClusterView([object], contextOf(options).context))
    : undefined;
  if (found === undefined) {
    throw new TypeError(`${asText(isMap(object) ? object.kind : object)} makes no guest: only a guest can migrate`);
  }
  return found;
}

/** How VMs are placed. */
export interface PlaceOptions extends Omit<CheckOptions, 'nodes' | 'crds'> {
  /** The nodes of the cluster: as `kubectl get nodes -o json` prints them, or pools of nodes that are alike. */
  readonly nodes: NodeInventory | readonly NodePool[];

  /**
   * Pods of the cluster, as `kubectl get pods -A -o json` has them in `items`: what they take is subtracted first.
   *
   * @default - nothing runs
   */
  readonly pods?: readonly KubeObject[];

  /**
   * Whether to put VMs on nodes one after the other, in the order of names.
   *
   * @default false - each is judged alone
   */
  readonly pack?: boolean;

  /**
   * What is lost, all at once: names of nodes, `zone=…`, `arch=…` or `label=value`.
   *
   * @default - nothing
   */
  readonly without?: readonly string[];

  /**
   * Nodes that are drained, all at once: what becomes of their guests. Written as those of `without`.
   *
   * @default - none
   */
  readonly drain?: readonly string[];

  /**
   * Whether to say where each guest can be moved while it runs.
   *
   * @default false
   */
  readonly migration?: boolean;

  /**
   * Whether to say of each MachineDeployment if its machines can be replaced, with their surge.
   *
   * @default false
   */
  readonly rollout?: boolean;
}

/**
 * Where every VM among these objects can run, why on no other node, and the least that would have to change.
 *
 * Filters follow kube-scheduler; its scores are not predicted. What a pool cannot know is unknown, which is not no.
 *
 * @throws where something is to be lost that is not there, or a release is not known
 */
export function place(objects: readonly KubeObject[], options: PlaceOptions): PlaceReport {
  const { nodes, pods, pack, without, drain, migration, rollout, ...rest } = options;
  const { context, findings } = contextOf(rest);
  const error = findings.find(({ severity }) => severity === 'error');
  if (error !== undefined) {
    throw new TypeError(`${error.what}. ${error.fix}`);
  }
  const declared = nodes instanceof NodeInventory ? nodes : nodes.map(({ declaration }) => declaration);
  const placed = placeObjects(
    unfolded(objects).objects,
    { ...context, nodes: nodesOf(declared) },
    {
      ...(pods === undefined ? {} : { pods: unfolded(pods).objects }),
      ...(without === undefined ? {} : { without }),
      ...(drain === undefined ? {} : { drain }),
      pack: pack === true,
      migration: migration === true,
      rollout: rollout === true,
    },
  );
  if ('mistakes' in placed) {
    throw new TypeError(placed.mistakes.join('; '));
  }
  return placed.report;
}

/** What options of the library say about a cluster. */
export function contextOf(options: CheckOptions): {
  readonly context: CheckContext;
  readonly findings: readonly Finding[];
} {
  const { target, findings } = resolveTarget(options.target);
  const custom = options.crds === undefined ? undefined : readCustomKinds(options.crds);
  const existing = options.existing === undefined ? undefined : unfolded(options.existing).objects;
  const exported = existing?.filter(isNode) ?? [];
  const nodes = options.nodes?.nodes ?? (exported.length === 0 ? undefined : readNodes(exported));
  return {
    findings: [...findings, ...(custom?.findings ?? [])],
    context: {
      target,
      ...(nodes === undefined ? {} : { nodes }),
      ...(options.distribution === undefined ? {} : { distribution: options.distribution }),
      ...(existing === undefined ? {} : { existing }),
      ...(custom === undefined ? {} : { crds: custom.table }),
      ...(options.hypervisorsInUse === undefined ? {} : { hypervisorsInUse: options.hypervisorsInUse }),
    },
  };
}

/** Values of any origin as objects, and what of them is none. */
export function unfolded(values: readonly unknown[]): { readonly objects: KubeObject[]; readonly findings: Finding[] } {
  const objects: KubeObject[] = [];
  const findings: Finding[] = [];
  values.forEach((each, i) => {
    for (const { value, at } of itemsOf(each)) {
      if (isKubeObject(value)) {
        objects.push(value);
      } else {
        findings.push(noObject(`[${i}]${at.length === 0 ? '' : `.${at[0]}[${at[1]}]`}`));
      }
    }
  });
  return { objects, findings };
}

function noObject(path: string): Finding {
  return {
    code: 'PV003',
    severity: 'error',
    path,
    what: 'this is not a Kubernetes object: it has no apiVersion or no kind',
    why: 'It is unknown which release to judge it for',
    fix: 'leave it out, or write apiVersion and kind',
  };
}
