import type { FindingPage } from '../page';

export const PV404: FindingPage = {
  code: 'PV404',
  severity: 'error',
  title: 'feature that the hypervisor lacks',
  page: () => ({
    meaning:
      'A VM needs a device or feature that the driver of its hypervisor does not support. Devices that KubeVirt ' +
      'adds itself count too: a graphical console, a memory balloon, a serial console.',
    impact:
      'KubeVirt accepts the VM; libvirt rejects the guest when its pod starts, and the pod restarts again and ' +
      'again. For live migration the guest runs, but a drain of its node waits forever. It is a warning if only ' +
      'the `evictionStrategy` of the whole cluster requires migration.',
    diagnosis: '`polyvirt explain hypervisor/NAME` lists its features, with sources.',
    mitigation:
      'Remove the feature, use the alternative in the finding, or choose a hypervisor that supports it. For VMs ' +
      'that polyvirt writes, it turns off what KubeVirt would add.',
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
        libvirt rejects the guest when its pod starts, long after KubeVirt accepted the VM. Fix: leave domain.devices.tpm out, or choose a hypervisor that has it.
    `,
  }),
};
