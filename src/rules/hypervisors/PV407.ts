import type { FindingPage } from '../page';

export const PV407: FindingPage = {
  code: 'PV407',
  severity: 'error',
  title: 'realisation that cannot work',
  page: () => ({
    meaning: 'There is no realisation for a hypervisor on this cluster, or the chosen one cannot work there.',
    impact: 'Its VMs would run on another hypervisor, or not at all.',
    diagnosis:
      'The finding says why each realisation is impossible. Drivers for remote hosts, such as `vmware-esx` and ' +
      '`hyperv`, can never run in a launcher pod. A policy cannot give a VM a device of another kind of cluster; ' +
      '`docs/hypervisors.md` lists the other limits.',
    mitigation:
      'Choose a realisation that the finding offers, or provide what is missing: a launcher image, a newer ' +
      'target, `target.kubernetes`.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt synth
      apiVersion: polyvirt.io/v1
      kind: Platform
      metadata: { name: edge }
      spec:
        virtualMachines:
        - { name: web, architecture: amd64, memory: 2Gi, hypervisor: vmware-esx }
    `,
    output: `
      error PV407 VirtualMachine web at polyvirt.yaml:7:64, spec.virtualMachines[web].hypervisor: vmware-esx cannot be realised: the driver is remote only: guests run on ESX hosts that are reached over HTTPS, not on the node.
        KubeVirt runs each guest in a launcher pod on the node. Fix: choose one that runs in a launcher: qemu-kvm, qemu-mshv, cloud-hypervisor, xen, lxc.
    `,
  }),
};
