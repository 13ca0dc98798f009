import type { Finding } from '../findings/finding';
import { suggestionFor } from '../findings/suggestion';
import { GATE_NAMES, isFeatureGate } from './history';
import type { GateSupportDeclaration } from './registry';

/** Names under `supportByArch` that are neither a gate of KubeVirt nor, by a stage, one of the platform's own. */
export function checkDeclaredSupport(declared: GateSupportDeclaration): Finding[] {
  return Object.entries(declared)
    .filter(([name, { stage }]) => stage === undefined && !isFeatureGate(name))
    .map(([name]) => {
      const near = suggestionFor(name, GATE_NAMES);
      const own = 'give it a stage if it is a gate of your own build';
      return {
        code: 'PV202',
        severity: 'error' as const,
        path: `supportByArch.${name}`,
        what: `there is no feature gate "${name}"`,
        why: 'What is said of a gate that does not exist changes nothing, and the gate that was meant stays as it is',
        fix: near === undefined ? own : `did you mean "${near}"? Otherwise ${own}`,
      };
    });
}
