import type { Finding } from '../findings/finding';
import { chooseFrom, suggestionFor } from '../findings/suggestion';
import type { KubeObject } from '../kube/object';
import { valueAt, valuesAt } from '../kube/path';
import { atLeast, type Release } from '../kube/release';
import { BETA_ON_SINCE, DISABLED_GATES_SINCE, enablementOf, type GateLists } from './enablement';
import type { FeatureGates } from './registry';
import {
  type FeatureGate,
  GATE_NAMES,
  isFeatureGate,
  isInert,
  isReadUnregistered,
  REPLACED_BY,
  sourceOf,
  stepsOf,
} from './stages';

/** What there is to say about one entry of a list of gates. */
export interface GateJudgement {
  readonly finding: Finding;
  /** The entry changes nothing, so a manifest of ours does without it. */
  readonly leftOut: boolean;
}

const ENTRY_WARNING = 'Listing it only raises a warning on every update of the KubeVirt resource';

/** An entry of `featureGates`, for the release of these gates; nothing where it does what it is there for. */
export function judgeListed(gate: string, gates: FeatureGates): GateJudgement | undefined {
  const { kubevirt } = gates;
  const stage = gates.stageOf(gate);
  if (stage === undefined) {
    return isReadUnregistered(gate, kubevirt) ? undefined : judgeAbsent(gate, gates);
  }
  if (isInert(gate, kubevirt)) {
    return stage === 'Discontinued' ? discontinued(gate, kubevirt) : inert(gate, kubevirt);
  }
  const byItself = enablementOf(gate, {}, kubevirt, (name) => gates.stageOf(name));
  if (byItself.enabled) {
    return redundant(gate, kubevirt, stage === 'GA' ? 'is always on' : 'is Beta, and on by itself');
  }
  return stage === 'Deprecated' ? deprecated(gate, kubevirt) : undefined;
}

/** An entry of `disabledFeatureGates`. */
export function judgeDisabled(gate: string, gates: FeatureGates): GateJudgement | undefined {
  const { kubevirt } = gates;
  const stage = gates.stageOf(gate);
  if (stage === undefined && !isFeatureGate(gate)) {
    return judgeAbsent(gate, gates);
  }
  const byItself = enablementOf(gate, {}, kubevirt, (name) => gates.stageOf(name));
  if (byItself.reason === 'GA') {
    return { finding: alwaysOn(gate, kubevirt), leftOut: true };
  }
  if (!atLeast(kubevirt, DISABLED_GATES_SINCE)) {
    return redundant(gate, kubevirt, 'is off by itself, and there is no list of disabled gates');
  }
  if (stage === undefined || isInert(gate, kubevirt)) {
    return redundant(gate, kubevirt, 'does nothing');
  }
  if (gate === 'PersistentReservation' && atLeast(kubevirt, BETA_ON_SINCE)) {
    return redundant(gate, kubevirt, 'is off unless persistentReservationConfiguration or the list turns it on');
  }
  if (!byItself.enabled && atLeast(kubevirt, BETA_ON_SINCE)) {
    // Kept all the same: the day that it becomes Beta, this entry is what keeps it off.
    return { ...redundant(gate, kubevirt, 'is off by itself until it becomes Beta'), leftOut: false };
  }
  return undefined;
}

/** A name that the release does not have: not yet, or not at all. */
function judgeAbsent(gate: string, gates: FeatureGates): GateJudgement {
  return isFeatureGate(gate)
    ? { finding: notYet(gate, gates.kubevirt), leftOut: true }
    : { finding: unknown(gate, gates), leftOut: false };
}

function unknown(gate: string, gates: FeatureGates): Finding {
  const names = [...new Set([...gates.names(), ...GATE_NAMES])];
  const near = suggestionFor(gate, names);
  const isCase = near?.toLowerCase() === gate.toLowerCase();
  return {
    code: 'PV202',
    // A name far from all others may be of a build that the tables do not know; a near one is a slip.
    severity: near === undefined ? 'warning' : 'error',
    what: `KubeVirt ${gates.kubevirt} has no feature gate "${gate}"${isCase ? ': names are case-sensitive' : ''}`,
    why: atLeast(gates.kubevirt, BETA_ON_SINCE)
      ? 'KubeVirt takes any name and says nothing; one that it does not register is off although it is listed'
      : 'KubeVirt takes any name and says nothing; nothing in it asks for this one, so nothing is turned on',
    fix:
      near === undefined
        ? `write one that polyvirt gates --kubevirt ${gates.kubevirt} lists; a gate of your own build needs a stage ` +
          'under supportByArch'
        : chooseFrom(near, [near]).replace(/ Write .*/, ''),
    source: 'kubevirt pkg/virt-operator/webhooks/kubevirt-update-admitter.go, which checks no names',
  };
}

function notYet(gate: FeatureGate, kubevirt: Release): Finding {
  const [first] = stepsOf(gate);
  return {
    code: 'PV205',
    severity: 'warning',
    what: `${gate} is not in KubeVirt ${kubevirt} yet: it comes with ${first!.since}, as ${first!.stage}`,
    why: 'The feature does not exist there, and KubeVirt does not say so',
    fix: `leave it out, or target KubeVirt ${first!.since} or later`,
    source: sourceOf(gate, first!.since),
  };
}

function inert(gate: string, kubevirt: Release): GateJudgement {
  return {
    leftOut: true,
    finding: {
      code: 'PV201',
      severity: 'info',
      what: `${gate} does nothing in KubeVirt ${kubevirt}`,
      why: ENTRY_WARNING,
      fix: 'remove it from the list',
      ...sourced(gate, kubevirt),
    },
  };
}

function redundant(gate: string, kubevirt: Release, how: string): GateJudgement {
  return {
    leftOut: true,
    finding: {
      code: 'PV201',
      severity: 'info',
      what: `${gate} ${how} in KubeVirt ${kubevirt}`,
      why: how === 'is always on' ? ENTRY_WARNING : 'The entry changes nothing',
      fix: 'remove it from the list',
      ...sourced(gate, kubevirt),
    },
  };
}

function deprecated(gate: string, kubevirt: Release): GateJudgement {
  return {
    leftOut: false,
    finding: {
      code: 'PV203',
      severity: 'warning',
      what: `${gate} is deprecated in KubeVirt ${kubevirt}`,
      why: 'It still works; KubeVirt warns on every update, and a later release removes it',
      fix: replacement(gate) ?? 'see what the release notes of KubeVirt give instead, and remove it',
      ...sourced(gate, kubevirt),
    },
  };
}

function discontinued(gate: string, kubevirt: Release): GateJudgement {
  return {
    leftOut: true,
    finding: {
      code: 'PV204',
      severity: 'warning',
      what: `${gate} is discontinued in KubeVirt ${kubevirt}`,
      why: 'Listing it has no effect: the feature is gone, and a VM that still uses it may be rejected',
      fix: replacement(gate) ?? 'remove it from the list, and what it was for from the VMs',
      ...sourced(gate, kubevirt),
    },
  };
}

function alwaysOn(gate: string, kubevirt: Release): Finding {
  return {
    code: 'PV206',
    severity: 'error',
    what: `${gate} cannot be turned off in KubeVirt ${kubevirt}: it is GA`,
    why: 'KubeVirt ignores the list for GA gates, so it stays on',
    fix: 'remove it from the list; what it brings has to be left alone in the VMs instead',
    ...sourced(gate, kubevirt),
  };
}

function replacement(gate: string): string | undefined {
  const instead = isFeatureGate(gate) ? REPLACED_BY[gate] : undefined;
  return instead === undefined ? undefined : `use ${instead}`;
}

function sourced(gate: string, kubevirt: Release): { source?: string } {
  return isFeatureGate(gate) ? { source: sourceOf(gate, kubevirt) } : {};
}

/** Where the two lists are in a KubeVirt. */
export const LISTS_PATH = 'spec.configuration.developerConfiguration';

/** What is wrong with the lists of a KubeVirt, entry by entry. */
export function checkGateLists(
  { featureGates = [], disabledFeatureGates = [] }: GateLists,
  gates: FeatureGates,
): Finding[] {
  // Before there is a second list, nothing is in both.
  const both = new Set(
    atLeast(gates.kubevirt, DISABLED_GATES_SINCE)
      ? featureGates.filter((gate) => disabledFeatureGates.includes(gate))
      : [],
  );
  const judged = (list: readonly string[], name: string, judge: typeof judgeListed) =>
    list.flatMap((gate, i) => {
      const judgement = both.has(gate) ? undefined : judge(gate, gates);
      return judgement === undefined ? [] : [{ ...judgement.finding, path: `${LISTS_PATH}.${name}[${i}]` }];
    });
  return [
    ...judged(featureGates, 'featureGates', judgeListed),
    // A field that the release does not have is said as such, whatever is in it.
    ...(atLeast(gates.kubevirt, DISABLED_GATES_SINCE)
      ? judged(disabledFeatureGates, 'disabledFeatureGates', judgeDisabled)
      : []),
    ...[...both].map((gate) => inBoth(gate, featureGates.indexOf(gate))),
  ];
}

function inBoth(gate: string, i: number): Finding {
  return {
    code: 'PV207',
    severity: 'error',
    path: `${LISTS_PATH}.featureGates[${i}]`,
    what: `${gate} is in both featureGates and disabledFeatureGates`,
    why:
      'An update that changes one of the lists is rejected; a new resource like this is accepted, and the gate is ' +
      'on',
    fix: 'remove it from one of them',
    source: 'kubevirt pkg/virt-operator/webhooks/kubevirt-update-admitter.go',
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
