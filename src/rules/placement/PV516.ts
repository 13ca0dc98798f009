import type { FindingPage } from '../page';

export const PV516: FindingPage = {
  code: 'PV516',
  severity: 'error',
  title: 'launcher pod or instance that the API server rejects',
  page: () => ({
    meaning:
      'virt-api accepts the VM, but its launcher pod or instance cannot be created: a node selector or affinity ' +
      'with an invalid label, a toleration with `Exists` and a value or without a key, `tolerationSeconds` ' +
      'without `NoExecute`, `minDomains` with `ScheduleAnyway`, `matchLabelKeys` without a selector, a resource ' +
      'claim without a claim (virt-api rejects it since 1.9), or a label or annotation in the template that no ' +
      'instance may have. Or kube-scheduler cannot parse it: `Gt` with a value that is not an integer.',
    impact:
      'The VM is accepted and shown as Synced. The API server rejects its launcher pod or instance each time ' +
      'KubeVirt tries to create it, or scheduling fails, so the VM never starts.',
    diagnosis: 'The finding names the path and the value. On a cluster: `kubectl describe vmi`, event `FailedCreate`.',
    mitigation: 'Apply the fix in the finding.',
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
        virt-api accepts the VM, but the API server rejects its launcher pod: the VM is shown as Synced and never starts. Fix: correct the requirement, or leave it out.
    `,
  }),
};
