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
import type { GateLists } from '../gates/enablement';
import type { GuestView } from '../gates/fields';
import { graceDevicesOf } from '../gates/guest-fields';
import { checkHcoGates, hcoGateLists, hcoWordFor, patchInstead } from '../gates/hco-kubevirt';
import { FeatureGates } from '../gates/registry';
import { findingObject } from '../kube/identity';
import type { KubeObject } from '../kube/object';
import { valueAt, valuesAt } from '../kube/values-at';
import type { CheckContext } from './check';
import { guestTemplateOf, kindOf } from './guests';

/** A guest among the objects. */
interface Guest extends GuestView {
  readonly object: KubeObject;
  readonly path: string;
}

/** Feature gates: what the KubeVirt among the objects lists, and what the others need of it. */
export function checkGates(objects: readonly KubeObject[], context: CheckContext): Finding[] {
  const kubevirt = objects.find((object) => kindOf(object) === 'KubeVirt.kubevirt.io');
  const state = stateOf(objects, kubevirt, context);
  const guests = guestsOf(objects, kubevirt, context);
  return [
    ...(kubevirt === undefined ? [] : checkKubeVirtGates(kubevirt, state, guests, context)),
    ...(kubevirt === undefined ? [] : checkOwned(kubevirt, objects, context)),
    ...guests.flatMap(({ object, path, ...guest }) =>
      checkGuestFields(guest, state).map((finding) => located(finding, object, path)),
    ),
    ...objects.flatMap((object) =>
      checkObjectFields(object, kindOf(object), state).map((finding) => located(finding, object, '')),
    ),
  ];
}

function checkKubeVirtGates(
  kubevirt: KubeObject,
  { lists, gates }: GateState,
  guests: readonly Guest[],
  context: CheckContext,
): Finding[] {
  const support = checkSupport(lists, gates, {
    architectures: workloadArchitectures(kubevirt, guests, context),
    concerned: (gate, architecture) =>
      guests
        .filter(
          (guest) =>
            guest.architecture === architecture && (!hasGuestFields(gate) || gatesUsedBy(guest, gates).has(gate)),
        )
        .map(({ object }) => nameOf(object)),
  });
  return [
    ...checkGateLists(lists, gates).map((finding) => located(finding, kubevirt, '')),
    ...support.map((finding) => located(finding, kubevirt, LISTS_PATH)),
  ];
}

/** HyperConverged writes the KubeVirt resource itself, so gates that only stand there do not stay. */
function checkOwned(kubevirt: KubeObject, objects: readonly KubeObject[], context: CheckContext): Finding[] {
  const { hco, kubevirt: release } = context.target;
  if (hco === undefined || !objects.some(isHyperConverged)) {
    return [];
  }
  const { featureGates = [], disabledFeatureGates = [] } = listsOf(kubevirt);
  const workloads = context.workloadArchitectures ?? context.architectures ?? [];
  const wanted = { on: featureGates, off: disabledFeatureGates };
  return checkHcoGates(wanted, { hco, kubevirt: release }, workloads).map((finding) =>
    located(finding, kubevirt, LISTS_PATH),
  );
}

function isHyperConverged(object: KubeObject): boolean {
  return kindOf(object) === 'HyperConverged.hco.kubevirt.io';
}

/** The gates as the KubeVirt among the objects has them; where there is none, what is known without it. */
function stateOf(objects: readonly KubeObject[], kubevirt: KubeObject | undefined, context: CheckContext): GateState {
  const gates = FeatureGates.of(context.target.kubevirt, context.supportByArch);
  if (kubevirt !== undefined) {
    return { gates, lists: listsOf(kubevirt), isKnown: true };
  }
  const hyperConverged = objects.find(isHyperConverged);
  const { hco, kubevirt: release } = context.target;
  if (hyperConverged === undefined || hco === undefined) {
    return { gates, lists: {}, isKnown: false };
  }
  const workloads = context.workloadArchitectures ?? context.architectures ?? [];
  return {
    gates,
    lists: hcoGateLists(hyperConverged, { hco, kubevirt: release }, workloads),
    isKnown: true,
    fixFor: (gate) => {
      const word = hcoWordFor(gate, hco);
      return word === undefined
        ? patchInstead(gate, 'on')
        : `set ${word} of the HyperConverged, or leave the field out`;
    },
  };
}

/** What a KubeVirt says about its gates. */
export function listsOf(kubevirt: KubeObject): GateLists {
  const list = (name: string) =>
    valuesAt(kubevirt, `${LISTS_PATH}.${name}[]`)
      .map(({ value }) => value)
      .filter((value) => typeof value === 'string');
  const reservation = valueAt(kubevirt, 'spec.configuration.persistentReservationConfiguration.enabled');
  return {
    featureGates: list('featureGates'),
    disabledFeatureGates: list('disabledFeatureGates'),
    ...(typeof reservation === 'boolean' ? { persistentReservation: reservation } : {}),
  };
}

function guestsOf(objects: readonly KubeObject[], kubevirt: KubeObject | undefined, context: CheckContext): Guest[] {
  const found = objects.flatMap((object) => {
    const guest = guestTemplateOf(object);
    return guest === undefined ? [] : [{ object, ...guest }];
  });
  const told = valueAt(kubevirt, 'spec.configuration.architectureConfiguration.defaultArchitecture');
  const asked = inOrder(found.map(({ template }) => valueAt(template, 'spec.architecture')).filter(isArchitecture));
  const architectures = context.architectures ?? asked;
  const graceDevices = graceDevicesOf(kubevirt);
  return found.map(({ template, ...rest }) => {
    const architecture = valueAt(template, 'spec.architecture') ?? told;
    return {
      ...rest,
      template,
      architectures,
      graceDevices,
      ...(isArchitecture(architecture) ? { architecture } : {}),
    };
  });
}

/** The architectures that machines run on: where KubeVirt lets them, of those that the cluster has or they ask for. */
function workloadArchitectures(
  kubevirt: KubeObject,
  guests: readonly Guest[],
  { architectures, workloadArchitectures: known }: CheckContext,
): readonly Architecture[] {
  const placed = valueAt(kubevirt, `spec.workloads.nodePlacement.nodeSelector["${ARCH_LABEL}"]`);
  if (isArchitecture(placed)) {
    return [placed];
  }
  return known ?? architectures ?? inOrder(guests.flatMap(({ architecture }) => architecture ?? []));
}

function nameOf({ metadata }: KubeObject): string {
  return metadata.namespace === undefined ? metadata.name : `${metadata.namespace}/${metadata.name}`;
}

function located(finding: Finding, object: KubeObject, prefix: string): Finding {
  const path = [prefix, finding.path].filter((part) => part !== undefined && part !== '').join('.');
  return { ...finding, object: findingObject(object), path };
}
