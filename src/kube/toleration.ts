/** A toleration of a taint. */
export interface Toleration {
  readonly key?: string;
  readonly operator?: 'Exists' | 'Equal';
  readonly value?: string;
  readonly effect?: 'NoSchedule' | 'PreferNoSchedule' | 'NoExecute';
  readonly tolerationSeconds?: number;
}

/** A taint of a node. */
interface TaintView {
  readonly key: string;
  readonly value?: string;
  readonly effect: string;
}

/** A toleration of a pod, as it was written. */
interface TolerationView {
  readonly key?: string;
  readonly operator?: string;
  readonly value?: string;
  readonly effect?: string;
}

/** Whether a toleration is for a taint: an absent effect is every effect, an absent key with `Exists` every key. */
function tolerates(toleration: TolerationView, taint: TaintView): boolean {
  const { key = '', operator = '', value = '', effect = '' } = toleration;
  if (effect !== '' && effect !== taint.effect) {
    return false;
  }
  if (key !== '' && key !== taint.key) {
    return false;
  }
  if (operator === 'Exists') {
    return true;
  }
  return (operator === '' || operator === 'Equal') && key !== '' && value === (taint.value ?? '');
}

/** The first taint that keeps a pod away and that it does not tolerate. */
export function untolerated<T extends TaintView>(
  taints: readonly T[],
  tolerations: readonly TolerationView[],
): T | undefined {
  return taints
    .filter(({ effect }) => effect === 'NoSchedule' || effect === 'NoExecute')
    .find((taint) => !tolerations.some((toleration) => tolerates(toleration, taint)));
}
