import type { FindingPage } from '../page';

export const PV413: FindingPage = {
  code: 'PV413',
  severity: 'error',
  title: 'architecture that the hypervisor does not support',
  page: () => ({
    meaning:
      'The hypervisor of a VM does not support its architecture: `qemu-mshv` is for amd64 only, Cloud Hypervisor ' +
      'for amd64 and arm64.',
    impact:
      'KubeVirt accepts the VM. No node of its architecture offers the device, so its pod stays Pending; or the ' +
      'launcher has no program that can run the guest.',
    diagnosis:
      '`polyvirt hypervisors` lists the architectures of each; `polyvirt explain hypervisor/NAME` shows the sources.',
    mitigation: 'Choose a hypervisor that supports the architecture, or another architecture.',
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
        - { name: web, architecture: arm64, memory: 2Gi, hypervisor: qemu-mshv }
    `,
    output: `
      error PV413 VirtualMachine web at polyvirt.yaml:9:32, spec.virtualMachines[web].architecture: qemu-mshv supports amd64, but the VM is arm64.
        No node of this architecture can run it, so its pod stays Pending or its guest does not start. Fix: choose a hypervisor that runs arm64, as qemu-kvm, or make the VM amd64.
    `,
  }),
};
