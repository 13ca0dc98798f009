import { isArchitecture } from '../architectures/architecture';
import { ARCH_LABEL, ARCHITECTURES } from '../architectures/facts';
import { imageFor } from '../hypervisors/image';
import type { PolicyEffect } from '../hypervisors/property-effects';
import { amountOf, amountText, mebibytes, wholeUnits } from './amount';
import type { PodDraft } from './pod-draft';

const COMPUTE = ['spec', 'containers', 0] as const;
const SIDES = ['limits', 'requests'] as const;

/** Changes a pod as the policy of a hypervisor does when the pod is created. A test holds that its CEL does the same. */
export function putPolicy(draft: PodDraft, effect: PolicyEffect): void {
  const by = `by the policy of ${effect.hypervisor}`;
  const why = (reason: string) => ({ reason: `${reason}, ${by}`, source: 'the platform' });
  const bound = draft.get(['spec', 'nodeSelector', ARCH_LABEL]);
  const image = imageOn(effect, bound);
  if (image === undefined) {
    const reason =
      typeof bound === 'string' ? `${bound}, for which there is no image` : 'no architecture by which to choose one';
    draft.failures.push(`the policy of ${effect.hypervisor} rejects the pod: it is bound to ${reason}`);
    return;
  }
  draft.put([...COMPUTE, 'image'], image, why(`the launcher image of ${effect.hypervisor}`));
  for (const side of SIDES) {
    putDevice(draft, side, effect, why);
    putMemory(draft, side, effect, why);
  }
  const environment = Object.entries(effect.environment).map(([name, value]) => ({ name, value }));
  if (environment.length > 0) {
    draft.put([...COMPUTE, 'env'], environment, why('after what KubeVirt sets, which is not shown'));
  }
}

/** One for all, or that of the architecture that the pod is bound to. */
function imageOn({ images }: PolicyEffect, bound: unknown): string | undefined {
  const isByArchitecture = ARCHITECTURES.some((architecture) => images[architecture] !== undefined);
  return isByArchitecture && isArchitecture(bound) ? imageFor(images, bound) : images.all;
}

type Reasons = (reason: string) => { readonly reason: string; readonly source: string };

function putDevice(draft: PodDraft, side: (typeof SIDES)[number], { device }: PolicyEffect, why: Reasons): void {
  for (const from of device?.from ?? []) {
    const keys = [...COMPUTE, 'resources', side];
    const count = draft.get([...keys, from]);
    if (count === undefined) {
      continue;
    }
    draft.remove([...keys, from]);
    if (device!.to !== 'none') {
      draft.put([...keys, device!.to], count, why(`instead of ${from}`));
    }
  }
}

/** The policy writes bytes, whatever was there. */
function putMemory(draft: PodDraft, side: (typeof SIDES)[number], { memory }: PolicyEffect, why: Reasons): void {
  const keys = [...COMPUTE, 'resources', side, 'memory'];
  const before = amountOf(draft.get(keys));
  if (before === undefined || memory === 0) {
    return;
  }
  const sum = { nano: before.nano + mebibytes(memory).nano, format: before.format };
  const change = `${amountText(sum)}, ${Math.abs(memory)}Mi ${memory > 0 ? 'more' : 'less'} than for QEMU`;
  draft.put(
    keys,
    String(wholeUnits(sum)),
    why(`${draft.reasonAt(keys)}; that is ${amountText(before)}, made ${change}`),
  );
}
