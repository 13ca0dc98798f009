import { selectsLabels } from '../kube/label-selector';
import type { LauncherContext, LimitedResource } from './context';

/** Whether KubeVirt sets a limit because a quota of the namespace wants one; up to 1.4 a gate had to be on. */
export function limitedByQuota(resource: LimitedResource, context: LauncherContext): boolean {
  const { limitedByQuota: limited = [], isOn } = context;
  return limited.includes(resource) && isOn('AutoResourceLimitsGate');
}

/** Why the pod gets a CPU limit that the VM does not say; nothing where it gets none. */
export function cpuLimitReason(context: LauncherContext): string | undefined {
  if (limitedByQuota('cpu', context)) {
    return 'a ResourceQuota of the namespace limits CPUs';
  }
  const { configuration, namespaceLabels } = context;
  const selector = configuration.autoCPULimitNamespaceLabelSelector;
  return namespaceLabels !== undefined && selectsLabels(selector, namespaceLabels)
    ? 'the namespace has the labels of autoCPULimitNamespaceLabelSelector of the KubeVirt resource'
    : undefined;
}
