import { nameOf } from '../../kube/identity';
import type { Rule } from '../rule';

/** Presets that select an instance and contradict each other. */
export const presets: Rule = () => ({
  instance: ({ presetConflicts }) =>
    presetConflicts.map(({ first, second, path }) => ({
      code: 'PV802',
      path: 'domain',
      isLate: true,
      what: `the presets ${nameOf(first)} and ${nameOf(second)} select it, and differ in ${path}`,
      fix: 'let one of them select it, or say the same in both',
      source: 'kubevirt pkg/virt-api/webhooks/mutating-webhook/mutators/preset.go checkPresetConflicts',
    })),
});
