import type { Finding } from '../findings/finding';
import { shownValue } from '../findings/secrets/shown-value';
import { isQualifiedName } from '../kube/names';
import { isMap } from '../kube/object';
import { refusedPod } from './refused';

/**
 * `matchLabelKeys` and `mismatchLabelKeys` that no pod may have, in a term of pod affinity or in a spread; virt-api does not look at them.
 *
 * A key that the selector has as well is only refused where the pod has the label: only then Kubernetes adds it to the selector.
 *
 * Source: kubernetes pkg/apis/core/validation/validation.go ValidateMatchLabelKeysAndMismatchLabelKeys, pkg/registry/core/pod/strategy.go.
 *
 * @param labels those of the pod
 */
export function checkLabelKeys(
  term: Readonly<Record<string, unknown>>,
  path: string,
  labels: Readonly<Record<string, unknown>>,
): Finding[] {
  const { labelSelector, matchLabelKeys, mismatchLabelKeys } = term;
  if (matchLabelKeys === undefined && mismatchLabelKeys === undefined) {
    return [];
  }
  const selected = selectedKeys(labelSelector);
  const mismatched = textsOf(mismatchLabelKeys);
  return [
    ...checkKeys(matchLabelKeys, `${path}.matchLabelKeys`, labelSelector),
    ...checkKeys(mismatchLabelKeys, `${path}.mismatchLabelKeys`, labelSelector),
    ...textsOf(matchLabelKeys).flatMap((key, i) => {
      const other = mismatched.includes(key)
        ? 'mismatchLabelKeys'
        : selected.has(key) && Object.hasOwn(labels, key)
          ? 'labelSelector'
          : undefined;
      return other === undefined
        ? []
        : [refusedPod(`${path}.matchLabelKeys[${i}]`, `${shownValue(key)} is in ${other} too`, 'keep one of the two')];
    }),
  ];
}

function checkKeys(keys: unknown, path: string, labelSelector: unknown): Finding[] {
  const written = textsOf(keys);
  if (written.length > 0 && (labelSelector === undefined || labelSelector === null)) {
    return [refusedPod(path, 'there is no labelSelector beside it', 'write labelSelector, or leave it out')];
  }
  return written.flatMap((key, i) =>
    isQualifiedName(key)
      ? []
      : [refusedPod(`${path}[${i}]`, `${shownValue(key)} is not the key of a label`, 'write the key of a label')],
  );
}

function selectedKeys(selector: unknown): ReadonlySet<unknown> {
  const { matchLabels, matchExpressions } = isMap(selector) ? selector : {};
  return new Set([
    ...Object.keys(isMap(matchLabels) ? matchLabels : {}),
    ...(Array.isArray(matchExpressions) ? matchExpressions : []).map((each: unknown) =>
      isMap(each) ? each.key : undefined,
    ),
  ]);
}

function textsOf(list: unknown): readonly string[] {
  return (Array.isArray(list) ? list : []).filter((key) => typeof key === 'string');
}
