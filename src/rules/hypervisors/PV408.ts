import type { FindingPage } from '../page';

export const PV408: FindingPage = {
  code: 'PV408',
  severity: 'error',
  title: 'second hypervisor on one cluster',
  page: () => ({
    meaning: 'Two hypervisors of one platform both need the whole cluster, but KubeVirt runs only one.',
    impact: 'VMs would run on a hypervisor other than the one they name.',
    diagnosis:
      'The realisations `native` and `cluster-image` affect every VM, including those that name no hypervisor ' +
      'and therefore mean `qemu-kvm`, unless the platform sets another realisation.',
    mitigation:
      'Use the same hypervisor for all VMs, or a separate cluster for one of the two. If one of them works with ' +
      '`pod-policy`, the finding says so.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt synth
      apiVersion: polyvirt.io/v1
      kind: Platform
      metadata: { name: edge }
      spec:
        target: { kubevirt: "1.9", kubernetes: "1.36" }
        kubevirt: {}
        virtualMachines:
        - { name: web, architecture: amd64, memory: 2Gi, hypervisor: qemu-mshv }
        - { name: db, architecture: amd64, memory: 2Gi }
    `,
    output: `
      error PV408 VirtualMachine db at polyvirt.yaml:10:5, spec.virtualMachines[db].hypervisor: the VM names no hypervisor, which means qemu-kvm, and the cluster runs qemu-mshv.
        KubeVirt runs one hypervisor per cluster, from one launcher image. Fix: write hypervisor: qemu-mshv for it, or move it to another cluster.
    `,
  }),
};
