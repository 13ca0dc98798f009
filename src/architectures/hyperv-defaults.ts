import { isMap } from '../kube/object';
import type { Because, InstanceDraft } from './draft';

const HYPERV = 'domain.features.hyperv';
const FEATURES = 'domain.cpu.features';

/** Which enlightenment needs which other, in KubeVirt's own order: it turns that one on unless it is turned off. */
export const HYPERV_NEEDS: readonly (readonly [feature: string, needed: string])[] = [
  ['evmcs', 'vapic'],
  ['ipi', 'vpindex'],
  ['tlbflush', 'vpindex'],
  ['synictimer', 'synic'],
  ['synic', 'vpindex'],
];

/**
 * Turns on what is written without a state, and what the others need.
 *
 * Where one that is needed is turned off, KubeVirt stops here and leaves the refusal to its validating webhook.
 *
 * @see kubevirt pkg/defaults/hyperv.go SetHypervFeatureDependencies, staging/src/kubevirt.io/api/core/v1/defaults.go
 */
export function addHyperv(draft: InstanceDraft): void {
  const written = draft.get(HYPERV);
  if (!isMap(written)) {
    return;
  }
  const isSaid = (feature: string) => draft.get(`${HYPERV}.${feature}.enabled`) !== undefined;
  const isOn = (feature: string) => draft.get(`${HYPERV}.${feature}.enabled`) === true;
  for (const [feature, state] of Object.entries(written)) {
    if (isMap(state) && !isSaid(feature)) {
      draft.set(`${HYPERV}.${feature}.enabled`, true, because('on where it is named, unless said otherwise'));
    }
  }
  for (const [feature, needed] of HYPERV_NEEDS) {
    if (!isOn(feature)) {
      continue;
    }
    if (!isSaid(needed)) {
      draft.set(`${HYPERV}.${needed}.enabled`, true, because(`${feature} needs it`));
    } else if (!isOn(needed)) {
      return;
    }
  }
  if (isOn('evmcs')) {
    requireVmx(draft);
  }
}

/** Nested virtualization, whatever the VM says of the feature. */
function requireVmx(draft: InstanceDraft): void {
  const vmx = draft.items(FEATURES).find(({ item }) => item.name === 'vmx');
  if (vmx !== undefined) {
    if (vmx.item.policy !== 'require') {
      draft.setIn(vmx.item, 'policy', 'require', `${vmx.path}.policy`, because('evmcs needs it'));
    }
    return;
  }
  const others = draft.get(FEATURES);
  const features = [...(Array.isArray(others) ? others : []), { name: 'vmx', policy: 'require' }];
  draft.set(FEATURES, features, because('evmcs needs vmx'));
}

function because(reason: string): Because {
  return { from: 'default', reason, source: 'kubevirt pkg/defaults/hyperv.go' };
}
