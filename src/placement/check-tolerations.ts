import type { Finding } from '../findings/finding';
import { shownValue } from '../findings/secrets/shown-value';
import { isLabelValue, isQualifiedName } from '../kube/names';
import { isMap } from '../kube/object';
import { refusedPod } from './refused';

/**
 * Tolerations that no pod may have; virt-api looks at their operators and effects only. Paths are below the spec.
 *
 * Source: kubernetes pkg/apis/core/validation/validation.go ValidateTolerations.
 */
export function checkTolerations(tolerations: readonly unknown[]): Finding[] {
  return tolerations.flatMap((toleration, i) =>
    isMap(toleration) ? checkToleration(toleration, `tolerations[${i}]`) : [],
  );
}

function checkToleration(toleration: Readonly<Record<string, unknown>>, path: string): Finding[] {
  const { tolerationSeconds } = toleration;
  const [key, operator, value, effect] = ['key', 'operator', 'value', 'effect'].map((name) => toleration[name] ?? '');
  const findings: Finding[] = [];
  if (typeof key === 'string' && key !== '' && !isQualifiedName(key)) {
    findings.push(
      refusedPod(`${path}.key`, `${shownValue(key)} is not the key of a taint`, 'write the key of a taint'),
    );
  }
  if (key === '' && operator !== 'Exists') {
    findings.push(refusedPod(path, 'a toleration without a key takes Exists only', 'write operator: Exists, or a key'));
  }
  if (tolerationSeconds !== undefined && tolerationSeconds !== null && effect !== 'NoExecute') {
    findings.push(
      refusedPod(
        `${path}.tolerationSeconds`,
        'tolerationSeconds takes the effect NoExecute',
        'write effect: NoExecute, or leave tolerationSeconds out',
      ),
    );
  }
  if (operator === 'Exists' && value !== '') {
    findings.push(refusedPod(`${path}.value`, 'Exists takes no value', 'leave value out, or write operator: Equal'));
  }
  if (operator !== 'Exists' && typeof value === 'string' && !isLabelValue(value)) {
    findings.push(
      refusedPod(`${path}.value`, `${shownValue(value)} cannot be the value of a taint`, 'write the value of a taint'),
    );
  }
  return findings;
}
