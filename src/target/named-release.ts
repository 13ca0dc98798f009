import type { Finding } from '../findings/finding';
import { minorOf, type Release } from '../kube/release';
import { BUNDLES } from './facts';
import { resolveTarget } from './resolve';
import type { TargetDeclaration } from './target';

/** A component that a cluster is upgraded by: KubeVirt itself, or HyperConverged, which brings it along. */
type LeadingComponent = 'kubevirt' | 'hco';

/** One release of it. */
export interface NamedRelease {
  readonly component: LeadingComponent;
  readonly release: Release;
}

const NAMED = /^(?:(kubevirt|hco)[:=])?(.*)$/is;

/**
 * Reads a release as a command line names it: `1.9` of KubeVirt, `hco:1.19` of HyperConverged.
 *
 * A release that the tables do not know is an error here: a comparison with it would find nothing, and say so.
 */
export function readNamedRelease(text: string): {
  readonly named: NamedRelease;
  readonly findings: readonly Finding[];
} {
  const [, prefix = 'kubevirt', written = ''] = NAMED.exec(text.trim())!;
  const component = prefix.toLowerCase() as LeadingComponent;
  const { target, findings } = resolveTarget({ [component]: written });
  return {
    named: { component, release: target[component]! },
    findings: findings.map((finding) => ({
      ...finding,
      ...(finding.code === 'PV904' ? { severity: 'error' as const, why: UNKNOWN } : {}),
    })),
  };
}

const UNKNOWN = 'What it changes is not in the tables, so a comparison with it would find nothing';

/** A release as it is named: `1.9`, `hco:1.19`. */
export function nameOfRelease({ component, release }: NamedRelease): string {
  return component === 'hco' ? `hco:${release}` : release;
}

/** A target with another release; what HyperConverged brings along goes with it. */
export function retargeted(declared: TargetDeclaration, { component, release }: NamedRelease): TargetDeclaration {
  if (component === 'kubevirt') {
    return { ...declared, kubevirt: release };
  }
  const { kubevirt, cdi, ssp, ...rest } = declared;
  const bundle = BUNDLES.find(({ hco }) => hco === minorOf(release));
  // Where a bundle is not known, what was written is better than nothing.
  return { ...rest, ...(bundle === undefined ? { kubevirt, cdi, ssp } : {}), hco: release };
}
