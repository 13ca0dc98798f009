import type { FindingPage } from '../page';

export const PV516: FindingPage = {
  code: 'PV516',
  severity: 'error',
  title: 'launcher pod or instance that the API server refuses',
  page: () => ({
    meaning:
      'virt-api takes the virtual machine, and no pod may have what it says: a key or a value of a node selector ' +
      'or of a node affinity that no label can have, a toleration with `Exists` and a value or without a key, ' +
      '`tolerationSeconds` without `NoExecute`, `minDomains` with `ScheduleAnyway`, `matchLabelKeys` without a ' +
      'selector, a resource claim that names no claim (virt-api refuses it since 1.9); or its template has a label or an annotation that no instance may have; or kube-scheduler cannot ' +
      'read it: `Gt` with something else than a whole number.',
    impact:
      'The VM is accepted and shown as synced. The API server refuses its launcher pod, or its instance, each time ' +
      'that KubeVirt tries to create it, or the scheduler fails on the pod, so the guest never starts.',
    diagnosis: 'The finding names the path and the value. On a cluster: `kubectl describe vmi`, event `FailedCreate`.',
    mitigation: 'Write what the finding asks for.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt check --kubevirt 1.9
      apiVersion: kubevirt.io/v1
      kind: VirtualMachine
      metadata: { name: web }
      spec:
        runStrategy: Always
        template:
          spec:
            architecture: amd64
            affinity:
              nodeAffinity:
                requiredDuringSchedulingIgnoredDuringExecution:
                  nodeSelectorTerms:
                  - matchExpressions: [{ key: generation, operator: Gt, values: ['-1'] }]
            domain: { devices: {}, memory: { guest: 2Gi } }
    `,
    output: `
      error PV516 VirtualMachine web at example.yaml:14:75, spec.template.spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchExpressions[0].values: "-1" cannot be the value of a label.
        virt-api accepts the VM, and the API server refuses its launcher pod: it is shown as synced, and never starts. Fix: correct the requirement, or leave it out.
    `,
  }),
};
