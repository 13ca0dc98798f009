import type { Finding } from '../findings/finding';

/** Something in a placement that virt-api refuses. */
export function malformed(path: string, what: string, fix: string): Finding {
  return {
    code: 'PV512',
    severity: 'error',
    path,
    what,
    why: 'KubeVirt refuses the VM, with some controllers only after the pool was accepted',
    fix,
    source: 'kubevirt pkg/virt-api/webhooks/validating-webhook: k8s validation of affinity and spread constraints',
  };
}

/** Something that virt-api accepts, and that no pod may have. */
export function refusedPod(path: string, what: string, fix: string): Finding {
  return {
    code: 'PV516',
    severity: 'error',
    path,
    what,
    why: 'virt-api accepts the VM, and the API server refuses its launcher pod: it is shown as synced, and never starts',
    fix,
    source: 'kubernetes pkg/apis/core/validation/validation.go',
  };
}

/** Something that a pod may have, and that kube-scheduler fails on. */
export function unschedulable(path: string, what: string, fix: string): Finding {
  return {
    ...refusedPod(path, what, fix),
    why: 'virt-api and the API server accept it, and kube-scheduler cannot read it: the launcher pod stays Pending',
    source: 'kubernetes staging/src/k8s.io/component-helpers/scheduling/corev1/nodeaffinity',
  };
}
