import { inOrder, isArchitecture } from '../architectures/architecture';
import { ARCH_LABEL, type Architecture } from '../architectures/facts';
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
import { checkPrerequisites } from '../gates/prerequisites';
import { isHyperConverged } from '../golden-images/hyper-converged-view';
import { workerArchitectures } from '../inventory/rules';
import { findingObject } from '../kube/identity';
import { isMap, type KubeObject } from '../kube/object';
import { valueAt } from '../kube/values-at';
import { type CheckContext, ClusterView, isKubeVirt } from './cluster-view';
import { gateStateOf, listsOf } from './gate-state';
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
  const workloads = workloadArchitectures(kubevirt, guests, context);
  const state = gateStateOf(kubevirt, all.find(isHyperConverged), context, workloads);
  const judged = kubevirt !== undefined && objects.includes(kubevirt) ? kubevirt : undefined;
  return [
    ...(judged === undefined ? [] : checkKubeVirtGates(judged, state, guests, workloads)),
    ...(judged === undefined
      ? []
      : checkPrerequisites(state.lists, state.gates, context.target.kubernetes).map((finding) =>
          located(finding, judged, LISTS_PATH),
        )),
    ...(judged === undefined || !all.some(isHyperConverged) ? [] : checkOwned(judged, context, workloads)),
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
  return workloadArchitectures(kubevirt, guestsOf(objects, kubevirt, cluster), context);
}

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
  return [
    ...checkGateLists(lists, gates).map((finding) => located(finding, kubevirt, '')),
    ...support.map((finding) => located(finding, kubevirt, LISTS_PATH)),
  ];
}

/** HyperConverged writes the KubeVirt resource itself, so gates that only stand there do not stay. */
function checkOwned(kubevirt: KubeObject, { target }: CheckContext, workloads: readonly Architecture[]): Finding[] {
  const { hco, kubevirt: release } = target;
  if (hco === undefined) {
    return [];
  }
  const { featureGates = [], disabledFeatureGates = [] } = listsOf(kubevirt);
  const wanted = { on: featureGates, off: disabledFeatureGates };
  return checkHcoGates(wanted, { hco, kubevirt: release }, workloads).map((finding) =>
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
  kubevirt: KubeObject | undefined,
  guests: readonly Guest[],
  { architectures, nodes }: CheckContext,
): readonly Architecture[] {
  const placed = valueAt(kubevirt, `spec.workloads.nodePlacement.nodeSelector["${ARCH_LABEL}"]`);
  if (isArchitecture(placed)) {
    return [placed];
  }
  const known = nodes === undefined ? architectures : workerArchitectures(nodes);
  return known ?? inOrder(guests.flatMap(({ architecture }) => architecture ?? []));
}

function shownName(object: KubeObject): string {
  const { namespace, name } = findingObject(object);
  return namespace === undefined ? name : `${namespace}/${name}`;
}

function located(finding: Finding, object: KubeObject, prefix: string): Finding {
  const path = [prefix, finding.path].filter((part) => part !== undefined && part !== '').join('.');
  return { ...finding, object: findingObject(object), path };
}
