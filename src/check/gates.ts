import { inOrder, isArchitecture } from '../architectures/architecture';
import { ARCH_LABEL, ARCHITECTURES, type Architecture } from '../architectures/facts';
import type { Finding } from '../findings/finding';
import {
  checkGuestFields,
  checkObjectFields,
  type GateState,
  gatesUsedBy,
  hasGuestFields,
} from '../gates/check-fields';
import { checkGateLists, LISTS_PATH } from '../gates/check-lists';
import { checkSupport } from '../gates/check-support';
import type { GuestView } from '../gates/fields';
import { graceDevicesOf } from '../gates/guest-fields';
import { checkHcoGates } from '../gates/hco-kubevirt';
import { checkHcoOwnGates } from '../gates/judge-hco';
import { checkPrerequisites } from '../gates/prerequisites';
import { isHyperConverged, versionOf } from '../golden-images/hyper-converged-view';
import { workerArchitectures } from '../inventory/rules';
import { findingObject } from '../kube/identity';
import { requiredTerms, type SelectableNode, selectorRequirements, selectsNode } from '../kube/node-selector';
import { isMap, type KubeObject } from '../kube/object';
import { valueAt } from '../kube/values-at';
import { type CheckContext, ClusterView, isKubeVirt } from './cluster-view';
import { gateStateOf, hcoReleaseOf, listsOf } from './gate-state';
import { isMadeByOperator } from './golden-images';
import { guestTemplateOf, kindOf } from './guests';
import { instanceOf } from './instance-of';
import { machineOf } from './machine';

/** A guest among the objects. */
interface Guest extends GuestView {
  readonly object: KubeObject;
  readonly path: string;
}

/** Feature gates: what the KubeVirt among the objects lists, and what the others need of it. */
export function checkGates(
  objects: readonly KubeObject[],
  context: CheckContext,
  cluster = new ClusterView(objects, context),
): Finding[] {
  const all = [...objects, ...(context.existing ?? [])];
  const kubevirt = all.find(isKubeVirt);
  const guests = guestsOf(objects, kubevirt, cluster);
  const workloads = workloadArchitectures(guests, context, cluster);
  const hyperConverged = all.find(isHyperConverged);
  const state = gateStateOf(kubevirt, hyperConverged, context, workloads);
  const judged = kubevirt !== undefined && objects.includes(kubevirt) ? kubevirt : undefined;
  return [
    ...(judged === undefined ? [] : checkKubeVirtGates(judged, state, guests, workloads)),
    ...(judged === undefined
      ? []
      : checkPrerequisites(state.lists, state.gates, context.target.kubernetes).map((finding) =>
          located(finding, judged, LISTS_PATH),
        )),
    ...(judged === undefined || hyperConverged === undefined
      ? []
      : checkOwned(judged, hyperConverged, context, workloads)),
    ...objects
      .filter(isHyperConverged)
      .flatMap((object) =>
        checkHcoOwnGates(object, hcoReleaseOf(context.target, object), versionOf(object)).map((finding) =>
          located(finding, object, ''),
        ),
      ),
    ...guests.flatMap((guest) =>
      checkGuestFields(guest, state).map((finding) => located(finding, guest.object, guest.path)),
    ),
    ...objects.flatMap((object) =>
      checkObjectFields(object, kindOf(object), state).map((finding) => located(finding, object, '')),
    ),
  ];
}

/** The architectures that machines run on, as far as the objects and what is known of the cluster tell. */
export function workloadArchitecturesOf(
  objects: readonly KubeObject[],
  context: CheckContext,
): readonly Architecture[] {
  const cluster = new ClusterView(objects, context);
  const kubevirt = [...objects, ...(context.existing ?? [])].find(isKubeVirt);
  return workloadArchitectures(guestsOf(objects, kubevirt, cluster), context, cluster);
}

/** What only the one who writes the lists can change: nobody can where HyperConverged does. */
const OF_THE_LISTS_OWNER: ReadonlySet<string> = new Set(['PV201', 'PV203', 'PV204', 'PV205']);

function checkKubeVirtGates(
  kubevirt: KubeObject,
  { lists, gates }: GateState,
  guests: readonly Guest[],
  architectures: readonly Architecture[],
): Finding[] {
  const support = checkSupport(lists, gates, {
    architectures,
    concerned: (gate, architecture) =>
      guests
        .filter((guest) => guest.architecture === architecture)
        .filter((guest) => !hasGuestFields(gate) || gatesUsedBy(guest, gates).has(gate))
        .map(({ object }) => shownName(object)),
  });
  const listed = checkGateLists(lists, gates).filter(
    ({ code }) => !isMadeByOperator(kubevirt) || !OF_THE_LISTS_OWNER.has(code),
  );
  return [
    ...listed.map((finding) => located(finding, kubevirt, '')),
    ...support.map((finding) => located(finding, kubevirt, LISTS_PATH)),
  ];
}

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

function guestsOf(objects: readonly KubeObject[], kubevirt: KubeObject | undefined, cluster: ClusterView): Guest[] {
  const architectures = cluster.architectures();
  const byDefault = cluster.defaultArchitecture()?.architecture;
  const graceDevices = graceDevicesOf(kubevirt);
  return objects.flatMap((object) => {
    const found = guestTemplateOf(object);
    if (found === undefined) {
      return [];
    }
    const template = expandedTemplate(object, found.template, cluster);
    const architecture = valueAt(template, 'spec.architecture') ?? byDefault;
    return [
      {
        object,
        path: found.path,
        template,
        architectures,
        graceDevices,
        ...(isArchitecture(architecture) ? { architecture } : {}),
      },
    ];
  });
}

/** The template with what an instance type and a preference add, which may need a gate too. */
function expandedTemplate(object: KubeObject, template: unknown, cluster: ClusterView): unknown {
  const spec = instanceOf(object)?.machine?.spec;
  if (!isMap(template) || (spec?.instancetype === undefined && spec?.preference === undefined)) {
    return template;
  }
  const machine = machineOf(object, cluster);
  return machine === undefined ? template : { ...template, spec: machine.expanded.spec };
}

/** The architectures that machines run on: where KubeVirt lets them, of those that the cluster has or they ask for. */
function workloadArchitectures(
  guests: readonly Guest[],
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
  if (!isPlaced) {
    return known ?? inOrder(guests.flatMap(({ architecture }) => architecture ?? []));
  }
  // Nothing but the label of the architecture is known of nodes that nobody showed.
  const allowed = ARCHITECTURES.filter((each) => selectsNode(cluster.workloadPlacement, anyNode(each)) !== 'no');
  const asked =
    known ?? (allowed.length === 1 ? allowed : inOrder(guests.flatMap((guest) => guest.architecture ?? [])));
  return asked.filter((each) => allowed.includes(each));
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
