import { inOrder, isArchitecture } from '../../architectures/architecture';
import { ARCH_LABEL, ARCHITECTURES, type Architecture } from '../../architectures/facts';
import { type CheckContext, ClusterView } from '../../cluster/cluster-view';
import { CreatedInstance } from '../../cluster/created-instance';
import { gateStateOf } from '../../cluster/gate-state';
import { instanceOf } from '../../cluster/instance-of';
import type { GateState } from '../../gates/check-fields';
import type { GuestView } from '../../gates/fields';
import { graceDevicesOf } from '../../gates/guest-fields';
import { requiredTerms, type SelectableNode, selectorRequirements, selectsNode } from '../../kube/node-selector';
import type { KubeObject } from '../../kube/object';
import { valueAt } from '../../kube/path';
import { workerArchitectures } from '../../target/nodes';

/** What is known of the feature gates of a cluster, and of who uses them. */
export interface GatePicture {
  readonly kubevirt: KubeObject | undefined;
  readonly hyperConverged: KubeObject | undefined;
  readonly state: GateState;
  readonly graceDevices: ReadonlySet<string>;
  readonly workloads: () => readonly Architecture[];
}

/** The gates as the KubeVirt or the HyperConverged among the objects has them. */
export function gatePictureOf(cluster: ClusterView): GatePicture {
  const { kubevirt, context } = cluster;
  const [hyperConverged] = cluster.ofKind('hco.kubevirt.io', 'HyperConverged');
  const workloads = () => workloadArchitectures(cluster);
  return {
    kubevirt,
    hyperConverged,
    // Only a HyperConverged decides by architecture: asking every guest for its own costs something.
    state: gateStateOf(kubevirt, hyperConverged, context, hyperConverged === undefined ? [] : workloads()),
    graceDevices: graceDevicesOf(kubevirt),
    workloads,
  };
}

/** The architectures that VMs run on, as far as the objects and what is known of the cluster tell. */
export function workloadArchitecturesOf(
  objects: readonly KubeObject[],
  context: CheckContext,
): readonly Architecture[] {
  return workloadArchitectures(new ClusterView(objects, context));
}

/** The architectures that VMs run on: where KubeVirt lets them, of those that the cluster has or they ask for. */
function workloadArchitectures(cluster: ClusterView): readonly Architecture[] {
  const { objects, nodes } = cluster;
  const { nodeSelector, affinity } = cluster.workloadPlacement;
  const isPlaced =
    (nodeSelector !== undefined && selectorRequirements(nodeSelector).length > 0) ||
    (affinity !== undefined && requiredTerms(affinity) !== undefined);
  if (isPlaced && nodes !== undefined) {
    return inOrder(
      cluster.workloadNodes().flatMap((node) => (isArchitecture(node.architecture) ? node.architecture : [])),
    );
  }
  const known = nodes === undefined ? cluster.declaredArchitectures() : workerArchitectures(nodes);
  const asked = () =>
    inOrder(
      objects.flatMap((object) => {
        const written = instanceOf(object);
        return written === undefined
          ? []
          : (new Guest(new CreatedInstance(object, written, cluster), cluster, new Set()).architecture ?? []);
      }),
    );
  if (!isPlaced) {
    return known ?? asked();
  }
  // Nothing but the label of the architecture is known of nodes that were not shown.
  const allowed = ARCHITECTURES.filter((each) => selectsNode(cluster.workloadPlacement, anyNode(each)) !== 'no');
  const possible = known ?? (allowed.length === 1 ? allowed : asked());
  return possible.filter((each) => allowed.includes(each));
}

function anyNode(architecture: Architecture): SelectableNode {
  return { name: '', labels: { [ARCH_LABEL]: architecture }, known: 'declared' };
}

/** A guest among the objects, as gates ask for it: hardly ever for more than its template. */
export class Guest implements GuestView {
  public readonly object: KubeObject;
  /** With what an instance type and a preference add, which may need a gate too. */
  public readonly template: unknown;

  constructor(
    { object, written, spec }: CreatedInstance,
    private readonly cluster: ClusterView,
    public readonly graceDevices: ReadonlySet<string>,
  ) {
    this.object = object;
    const { template } = written;
    this.template = spec === written.spec ? template : { ...template, spec };
  }

  public get architecture(): Architecture | undefined {
    const said = valueAt(this.template, 'spec.architecture') ?? this.cluster.defaultArchitecture()?.architecture;
    return isArchitecture(said) ? said : undefined;
  }

  public get architectures(): readonly Architecture[] {
    return this.cluster.architectures();
  }

  public get apiArchitecture(): Architecture | undefined {
    return this.cluster.apiArchitecture();
  }
}
