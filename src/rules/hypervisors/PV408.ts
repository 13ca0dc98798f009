import type { FindingPage } from '../page';

export const PV408: FindingPage = {
  code: 'PV408',
  severity: 'error',
  title: 'second hypervisor of one cluster',
  page: () => ({
    meaning: 'Two hypervisors of one platform both want the whole cluster: KubeVirt runs one.',
    impact: 'VMs would run on another hypervisor than they name.',
    diagnosis:
      'Realisations `native` and `cluster-image` concern every machine, also one that names no hypervisor: it means ' +
      '`qemu-kvm` unless the platform names another realisation.',
    mitigation:
      'Name the same hypervisor for all VMs, or give one of the two a cluster of its own. Where one of them can be reached by ' +
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
