import { inOrder, isArchitecture } from '../architectures/architecture';
import { ARCH_LABEL, ARCHITECTURES, type Architecture } from '../architectures/facts';
import { type CheckContext, ClusterView } from '../cluster/cluster-view';
import { gateStateOf, hcoReleaseOf, listsOf } from '../cluster/gate-state';
import { kindOf } from '../cluster/guests';
import type { Finding } from '../findings/finding';
import {
  checkGuestFields,
  checkObjectFields,
  type GateState,
  gatesUsedBy,
  hasGuestFields,
} from '../gates/check-fields';
import { checkGateLists, LISTS_PATH } from '../gates/check-lists';
import { checkSupport, type SupportContext } from '../gates/check-support';
import type { GuestView } from '../gates/fields';
import { graceDevicesOf } from '../gates/guest-fields';
import { checkHcoGates } from '../gates/hco-kubevirt';
import { checkHcoOwnGates } from '../gates/judge-hco';
import { checkPrerequisites } from '../gates/prerequisites';
import { isHyperConverged, versionOf } from '../golden-images/hyper-converged-view';
import { workerArchitectures } from '../inventory/rules';
import { findingObject } from '../kube/identity';
import { requiredTerms, type SelectableNode, selectorRequirements, selectsNode } from '../kube/node-selector';
import type { KubeObject } from '../kube/object';
import { valueAt } from '../kube/values-at';
import { isMadeByOperator } from './golden-images';
import { NOTHING_WRONG, Subject } from './subject';

/** What is known of the feature gates of a cluster, and of who uses them. */
export interface GatePicture {
  readonly kubevirt: KubeObject | undefined;
  readonly hyperConverged: KubeObject | undefined;
  readonly state: GateState;
  readonly graceDevices: ReadonlySet<string>;
  readonly workloads: () => readonly Architecture[];
}

/** The gates as the KubeVirt or the HyperConverged among the objects has them. */
export function gatePictureOf(
  objects: readonly KubeObject[],
  context: CheckContext,
  cluster = new ClusterView(objects, context),
): GatePicture {
  const { kubevirt } = cluster;
  const [hyperConverged] = cluster.ofKind('hco.kubevirt.io', 'HyperConverged');
  const workloads = () => workloadArchitectures(objects, context, cluster);
  return {
    kubevirt,
    hyperConverged,
    // Only a HyperConverged decides by architecture: asking every guest for its own costs something.
    state: gateStateOf(kubevirt, hyperConverged, context, hyperConverged === undefined ? [] : workloads()),
    graceDevices: graceDevicesOf(kubevirt),
    workloads,
  };
}

/** What the KubeVirt or the HyperConverged among the objects lists, and which guests that concerns. */
export class ListedGates {
  /** The KubeVirt, where it is one of those that are judged. */
  private readonly _judged: KubeObject | undefined;
  private readonly _workloads: readonly Architecture[];
  /** Guests by the gates and architectures of which it is asked whom they concern: of hardly any. */
  private readonly _concerned = new Map<string, Map<Architecture, string[]>>();

  constructor(
    private readonly objects: readonly KubeObject[],
    private readonly context: CheckContext,
    private readonly cluster: ClusterView,
    private readonly picture: GatePicture,
  ) {
    const { kubevirt } = picture;
    this._judged = kubevirt !== undefined && objects.includes(kubevirt) ? kubevirt : undefined;
    this._workloads = this._judged === undefined ? [] : picture.workloads();
    this._support((gate, architecture) => {
      const asked = this._concerned.get(gate) ?? new Map<Architecture, string[]>();
      this._concerned.set(gate, asked.set(architecture, []));
      return [];
    });
  }

  /** Takes note of a guest that uses one of them; there is nothing to say about one guest alone. */
  public see(subject: Subject): readonly Finding[] {
    if (this._concerned.size > 0 && subject.instance !== undefined) {
      const guest = new Guest(subject, this.cluster, this.picture.graceDevices);
      for (const [gate, asked] of this._concerned) {
        const names = guest.architecture === undefined ? undefined : asked.get(guest.architecture);
        if (names !== undefined && (!hasGuestFields(gate) || gatesUsedBy(guest, this.picture.state.gates).has(gate))) {
          names.push(shownName(guest.object));
        }
      }
    }
    return NOTHING_WRONG;
  }

  /** Once every object was seen. */
  public findings(): Finding[] {
    const { context, picture } = this;
    const { hyperConverged, state } = picture;
    const own = this.objects
      .filter(isHyperConverged)
      .flatMap((object) => ownGates(object, context).map((finding) => located(finding, object, '')));
    const judged = this._judged;
    if (judged === undefined) {
      return own;
    }
    const listed = checkGateLists(state.lists, state.gates).filter(
      ({ code }) => !isMadeByOperator(judged) || !OF_THE_LISTS_OWNER.has(code),
    );
    return [
      ...listed.map((finding) => located(finding, judged, '')),
      ...this._support((gate, architecture) => this._concerned.get(gate)?.get(architecture) ?? []).map((finding) =>
        located(finding, judged, LISTS_PATH),
      ),
      ...checkPrerequisites(state.lists, state.gates, context.target.kubernetes).map((finding) =>
        located(finding, judged, LISTS_PATH),
      ),
      ...(hyperConverged === undefined ? [] : checkOwned(judged, hyperConverged, context, this._workloads)),
      ...own,
    ];
  }

  private _support(concerned: SupportContext['concerned']): Finding[] {
    const { lists, gates } = this.picture.state;
    return this._judged === undefined ? [] : checkSupport(lists, gates, { architectures: this._workloads, concerned });
  }
}

function ownGates(object: KubeObject, { target }: CheckContext): Finding[] {
  return checkHcoOwnGates(object, hcoReleaseOf(target, object), versionOf(object));
}

/** Findings about structure without those about gates of a HyperConverged, of which its rule has more to say. */
export function withoutGates(
  findings: readonly Finding[],
  object: KubeObject,
  context: CheckContext,
): readonly Finding[] {
  if (findings.length === 0 || !isHyperConverged(object)) {
    return findings;
  }
  const told = ownGates(object, context).map(({ path }) => path);
  return findings.filter(({ path }) => !told.includes(path));
}

/** What an object needs of the gates. */
export function checkUsedGates(
  subject: Subject,
  cluster: ClusterView,
  { state, graceDevices }: GatePicture,
): readonly Finding[] {
  const { object, instance } = subject;
  const ofObject = checkObjectFields(object, kindOf(object), state);
  const ofGuest =
    instance === undefined ? NOTHING_WRONG : checkGuestFields(new Guest(subject, cluster, graceDevices), state);
  return ofObject.length === 0 && ofGuest.length === 0
    ? NOTHING_WRONG
    : [
        ...ofGuest.map((finding) => located(finding, object, instance!.templatePath)),
        ...ofObject.map((finding) => located(finding, object, '')),
      ];
}

/** A guest among the objects, as gates ask for it: hardly ever for more than its template. */
class Guest implements GuestView {
  public readonly object: KubeObject;
  /** With what an instance type and a preference add, which may need a gate too. */
  public readonly template: unknown;

  constructor(
    { object, instance, machine }: Subject,
    private readonly cluster: ClusterView,
    public readonly graceDevices: ReadonlySet<string>,
  ) {
    this.object = object;
    const { template, spec } = instance!;
    const expanded = machine!.expanded.spec;
    this.template = expanded === spec ? template : { ...template, spec: expanded };
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

/** The architectures that machines run on, as far as the objects and what is known of the cluster tell. */
export function workloadArchitecturesOf(
  objects: readonly KubeObject[],
  context: CheckContext,
): readonly Architecture[] {
  return workloadArchitectures(objects, context, new ClusterView(objects, context));
}

/** What only the one who writes the lists can change: nobody can where HyperConverged does. */
const OF_THE_LISTS_OWNER: ReadonlySet<string> = new Set(['PV201', 'PV203', 'PV204', 'PV205']);

/** HyperConverged writes the KubeVirt resource itself, so gates that only stand there do not stay. */
function checkOwned(
  kubevirt: KubeObject,
  hyperConverged: KubeObject,
  { target }: CheckContext,
  workloads: readonly Architecture[],
): Finding[] {
  if (isMadeByOperator(kubevirt)) {
    return [];
  }
  const { featureGates = [], disabledFeatureGates = [] } = listsOf(kubevirt);
  const wanted = { on: featureGates, off: disabledFeatureGates };
  const releases = { hco: hcoReleaseOf(target, hyperConverged), kubevirt: target.kubevirt };
  return checkHcoGates(wanted, releases, workloads, hyperConverged).map((finding) =>
    located(finding, kubevirt, LISTS_PATH),
  );
}

/** The architectures that machines run on: where KubeVirt lets them, of those that the cluster has or they ask for. */
function workloadArchitectures(
  objects: readonly KubeObject[],
  { architectures, nodes }: CheckContext,
  cluster: ClusterView,
): readonly Architecture[] {
  const { nodeSelector, affinity } = cluster.workloadPlacement;
  const isPlaced = selectorRequirements(nodeSelector).length > 0 || requiredTerms(affinity) !== undefined;
  if (isPlaced && nodes !== undefined) {
    return inOrder(
      cluster.workloadNodes().flatMap((node) => (isArchitecture(node.architecture) ? node.architecture : [])),
    );
  }
  const known = nodes === undefined ? architectures : workerArchitectures(nodes);
  const asked = () =>
    inOrder(
      objects
        .map((object) => new Subject(object, cluster))
        .filter(({ instance }) => instance !== undefined)
        .flatMap((subject) => new Guest(subject, cluster, new Set()).architecture ?? []),
    );
  if (!isPlaced) {
    return known ?? asked();
  }
  // Nothing but the label of the architecture is known of nodes that nobody showed.
  const allowed = ARCHITECTURES.filter((each) => selectsNode(cluster.workloadPlacement, anyNode(each)) !== 'no');
  const possible = known ?? (allowed.length === 1 ? allowed : asked());
  return possible.filter((each) => allowed.includes(each));
}

function anyNode(architecture: Architecture): SelectableNode {
  return { name: '', labels: { [ARCH_LABEL]: architecture }, known: 'declared' };
}

function shownName(object: KubeObject): string {
  const { namespace, name } = findingObject(object);
  return namespace === undefined ? name : `${namespace}/${name}`;
}

function located(finding: Finding, object: KubeObject, prefix: string): Finding {
  const path = [prefix, finding.path].filter((part) => part !== undefined && part !== '').join('.');
  return { ...finding, object: findingObject(object), path };
}
