import type { Architecture } from '../../architectures/facts';
import type { Finding } from '../../findings/finding';
import { enablementOf, type GateLists } from '../../gates/enablement';
import { judgeListed } from '../../gates/judge';
import type { FeatureGates } from '../../gates/registry';
import type { SupportStatus } from '../../gates/support';

/** What the judgement of support needs to know of a cluster. */
export interface SupportContext {
  /** Architectures that VMs run on. */
  readonly architectures: readonly Architecture[];
  /** VMs on an architecture that use a gate, by name. */
  readonly concerned: (gate: string, architecture: Architecture) => readonly string[];
}

/** More names than these are not shown. */
const NAMES = 5;

export const SUPPORT_SOURCE = 'polyvirt’s own table; KubeVirt has none (enhancement 123 was closed)';

/**
 * Listed gates that an architecture of the cluster does not support, or may not.
 *
 * Only what is listed: a gate that is on by itself was not chosen.
 */
export function checkSupport(lists: GateLists, gates: FeatureGates, context: SupportContext): Finding[] {
  if (context.architectures.length === 0) {
    return [];
  }
  return (lists.featureGates ?? []).flatMap((gate, i) => {
    const isOn = enablementOf(gate, lists, gates.kubevirt, (name) => gates.stageOf(name)).enabled;
    const isChoice = isOn && judgeListed(gate, gates)?.leftOut !== true;
    const finding = isChoice ? judgeSupport(gate, gates, context) : undefined;
    return finding === undefined ? [] : [{ ...finding, path: `featureGates[${i}]` }];
  });
}

function judgeSupport(gate: string, gates: FeatureGates, context: SupportContext): Finding | undefined {
  const { architectures } = context;
  const having = (...statuses: SupportStatus[]) =>
    architectures.filter((architecture) => statuses.includes(gates.statusOf(gate, architecture)));
  const unsupported = having('Unsupported');
  const lacking = having('Unsupported', 'Pending');
  const unverified = having('Unverified');
  if (unsupported.length === architectures.length) {
    return {
      code: 'PV209',
      severity: 'error',
      what: `${gate} is unsupported on ${unsupported.join(' and ')}, the only architectures that run VMs here`,
      why: reasons(gate, unsupported, gates),
      fix: 'remove the gate, or add nodes that support it; where you know better, say so under supportByArch',
      source: SUPPORT_SOURCE,
    };
  }
  if (lacking.length > 0) {
    return {
      code: 'PV210',
      severity: 'warning',
      what: lacking.map((architecture) => lack(gate, architecture, gates, context)).join('; '),
      why: reasons(gate, lacking, gates),
      fix: `keep what needs it off ${lacking.join(' and ')}; where you know better, say so under supportByArch`,
      source: SUPPORT_SOURCE,
    };
  }
  if (unverified.length > 0) {
    return {
      code: 'PV211',
      severity: 'info',
      what: `${gate} is not verified on ${unverified.join(' and ')}`,
      why: reasons(gate, unverified, gates),
      fix: 'try it before you rely on it, and say what came of it under supportByArch',
      source: SUPPORT_SOURCE,
    };
  }
  return undefined;
}

function lack(gate: string, architecture: Architecture, gates: FeatureGates, { concerned }: SupportContext): string {
  const names = concerned(gate, architecture);
  const more = names.length > NAMES ? ` and ${names.length - NAMES} more` : '';
  const vms =
    names.length === 0 ? 'no VM here needs it there' : `concerned: ${names.slice(0, NAMES).join(', ')}${more}`;
  const isPending = gates.statusOf(gate, architecture) === 'Pending';
  return `${gate} is ${isPending ? 'not supported yet' : 'unsupported'} on ${architecture} (${vms})`;
}

function reasons(gate: string, architectures: readonly Architecture[], gates: FeatureGates): string {
  return architectures
    .map((architecture) => `On ${architecture}: ${gates.supportOf(gate, architecture).evidence}`)
    .join('. ');
}
