import type { FindingPage } from '../page';

export const PV404: FindingPage = {
  code: 'PV404',
  severity: 'error',
  title: 'feature that the hypervisor lacks',
  page: () => ({
    meaning:
      'A VM asks for a device or a feature that the driver of its hypervisor refuses. What KubeVirt attaches by ' +
      'itself counts: a graphical console, a memory balloon, a serial console.',
    impact:
      'KubeVirt accepts the VM; libvirt refuses the guest when its pod starts, and the pod starts again and ' +
      'again. For live migration it is another one: the guest runs, and a drain of its node waits for ever. It is a ' +
      'warning where only the `evictionStrategy` of the whole cluster asks for that.',
    diagnosis: '`polyvirt explain hypervisor/NAME` lists what it has, with the place where that was read.',
    mitigation:
      'Leave the feature out, use what the finding offers instead, or choose a hypervisor that has it. polyvirt ' +
      'turns off by itself what KubeVirt would attach, for VMs that it writes.',
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
        hypervisors:
        - { name: cloud-hypervisor, realisation: cluster-image, image: "registry.example/ch-launcher:v1.9" }
        virtualMachines:
        - { name: web, architecture: amd64, memory: 2Gi, hypervisor: cloud-hypervisor, tpm: persistent }
    `,
    output: `
      error PV404 VirtualMachine web at polyvirt.yaml:11:87, spec.virtualMachines[web].tpm: cloud-hypervisor has no support for trusted platform modules.
        libvirt refuses the guest when its pod starts, long after KubeVirt accepted the VM. Fix: leave domain.devices.tpm out, or choose a hypervisor that has it.
    `,
  }),
};
