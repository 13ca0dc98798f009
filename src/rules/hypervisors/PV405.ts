import type { FindingPage } from '../page';

export const PV405: FindingPage = {
  code: 'PV405',
  severity: 'info',
  title: 'feature that the hypervisor may not support',
  page: () => ({
    meaning: 'A VM needs a feature, and it is unknown whether its hypervisor supports it.',
    impact: 'If it does not, the guest does not start.',
    diagnosis: '`polyvirt hypervisors` marks it with a question mark.',
    mitigation: 'Test it, and record the result under `features` of the hypervisor.',
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
        - { name: web, architecture: amd64, memory: 2Gi, hypervisor: qemu-mshv, hugepages: 2Mi }
    `,
    output: `
      info PV405 VirtualMachine web at polyvirt.yaml:9:47, spec.virtualMachines[web].memory.hugepages: it is unknown whether qemu-mshv supports huge pages.
        If it does not, the guest does not start. Fix: try it, and say so under features of the hypervisor.
    `,
  }),
};
