import type { FindingPage } from '../page';

export const PV406: FindingPage = {
  code: 'PV406',
  severity: 'info',
  title: 'adapted to this hypervisor',
  page: () => ({
    meaning:
      'The manifest of a VM differs from that for QEMU, because its hypervisor does not support something that ' +
      'KubeVirt does by default.',
    impact:
      'None, if that is what you want. There may be no graphical console, no memory balloon, a boot order on ' +
      'each disk, and cloud-init on a virtio disk instead of a CD drive. Guests find cloud-init either way: the ' +
      'launcher writes an ISO 9660 image with the label `cidata` or `config-2`.',
    diagnosis: 'The finding names the differences.',
    mitigation: 'Nothing; or choose another hypervisor.',
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
        - { name: web, architecture: amd64, memory: 2Gi, hypervisor: cloud-hypervisor }
    `,
    output: `
      info PV406 VirtualMachine web at polyvirt.yaml:11:64, spec.virtualMachines[web].hypervisor: for cloud-hypervisor no graphical console is attached, no memory balloon is attached.
        It rejects guests with KubeVirt’s defaults. Fix: nothing, if that is what you want; otherwise choose another hypervisor.
    `,
  }),
};
