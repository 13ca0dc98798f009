import { isMap } from '../kube/object';
import { atLeast } from '../kube/release';
import type { LauncherContext, LimitedResource } from './context';

/** Whether KubeVirt sets a limit because a quota of the namespace wants one; up to 1.4 a gate had to be on. */
export function limitedByQuota(resource: LimitedResource, context: LauncherContext): boolean {
  const { limitedByQuota: limited = [], kubevirt, isOn } = context;
  return limited.includes(resource) && (atLeast(kubevirt, '1.5') || isOn('AutoResourceLimitsGate'));
}

/** Why the pod gets a CPU limit that the machine does not say; nothing where it gets none. */
export function cpuLimitReason(context: LauncherContext): string | undefined {
  if (limitedByQuota('cpu', context)) {
    return 'a ResourceQuota of the namespace limits CPUs';
  }
  const { configuration, namespaceLabels } = context;
  const selector = configuration.autoCPULimitNamespaceLabelSelector;
  return isMap(selector) && namespaceLabels !== undefined && selectsLabels(selector, namespaceLabels)
    ? 'the namespace has the labels of autoCPULimitNamespaceLabelSelector of the KubeVirt resource'
    : undefined;
}

/** Whether labels meet a label selector; one that says nothing selects everything, one that is wrong nothing. */
function selectsLabels(
  { matchLabels, matchExpressions }: Readonly<Record<string, unknown>>,
  labels: Readonly<Record<string, string>>,
): boolean {
  const equal = Object.entries(isMap(matchLabels) ? matchLabels : {});
  const expressions: unknown[] = Array.isArray(matchExpressions) ? matchExpressions : [];
  return equal.every(([key, value]) => labels[key] === value) && expressions.every((each) => meets(each, labels));
}

function meets(expression: unknown, labels: Readonly<Record<string, string>>): boolean {
  if (!isMap(expression)) {
    return false;
  }
  const { key, operator, values } = expression;
  const value = Object.hasOwn(labels, String(key)) ? labels[String(key)] : undefined;
  const isListed = Array.isArray(values) && values.includes(value);
  switch (operator) {
    case 'In':
      return isListed;
    case 'NotIn':
      return !isListed;
    case 'Exists':
      return value !== undefined;
    case 'DoesNotExist':
      return value === undefined;
    default:
      return false;
  }
}
