import { compareFindings, type Finding } from '../findings/finding';
import { foldFindings } from '../findings/fold';
import type { Distribution } from '../inventory/distribution';
import type { NodeInventory } from '../inventory/node-inventory';
import { isKubeObject, itemsOf } from '../kube/items';
import type { KubeObject } from '../kube/object';
import { readCustomKinds } from '../schema/custom-kinds';
import { resolveTarget } from '../target/resolve';
import type { TargetDeclaration } from '../target/target';
import { checkObjects } from './check';
import { type CheckContext, ClusterView } from './cluster-view';
import { explainPod, type LauncherPod } from './launcher-pod';

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
   * @default - unknown: rules that need nodes stay silent
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
}

/**
 * What a cluster would say about these objects, taken as those of one cluster. No file is touched.
 *
 * Lists are judged by what is in them. What is no object at all is told as a finding.
 */
export function check(objects: readonly KubeObject[], options: CheckOptions = {}): Finding[] {
  const { context, findings } = contextOf(options);
  const given = unfolded(objects);
  return [...findings, ...given.findings, ...foldFindings(checkObjects(given.objects, context))].sort(compareFindings);
}

/**
 * The pod that virt-controller would make for a VirtualMachine or a VirtualMachineInstance, with the reason for each line.
 *
 * The KubeVirt resource, instance types, the namespace and its quotas are looked for in `existing`.
 *
 * @throws where the object makes no guest
 */
export function launcherPod(object: KubeObject, options: CheckOptions = {}): LauncherPod {
  const found = explainPod(object, new ClusterView([object], contextOf(options).context));
  if (found === undefined) {
    throw new TypeError(`${object.kind} makes no guest: a launcher pod is for a VirtualMachine or its instance`);
  }
  return found;
}

/** What options say about the cluster, and what is wrong with them. */
export function contextOf(options: CheckOptions): {
  readonly context: CheckContext;
  readonly findings: readonly Finding[];
} {
  const { target, findings } = resolveTarget(options.target);
  const custom = options.crds === undefined ? undefined : readCustomKinds(options.crds);
  return {
    findings: [...findings, ...(custom?.findings ?? [])],
    context: {
      target,
      ...(options.nodes === undefined ? {} : { nodes: options.nodes.nodes }),
      ...(options.distribution === undefined ? {} : { distribution: options.distribution }),
      ...(options.existing === undefined ? {} : { existing: unfolded(options.existing).objects }),
      ...(custom === undefined ? {} : { crds: custom.table }),
    },
  };
}

/** Values of any origin as objects, and what of them is none. */
function unfolded(values: readonly unknown[]): { readonly objects: KubeObject[]; readonly findings: Finding[] } {
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
    why: 'Nobody knows what to judge it by',
    fix: 'leave it out, or write apiVersion and kind',
  };
}
