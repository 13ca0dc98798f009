import type { FindingPage } from '../page';

export const PV407: FindingPage = {
  code: 'PV407',
  severity: 'error',
  title: 'realisation that cannot work',
  page: () => ({
    meaning: 'There is no way for a hypervisor to reach this cluster, or the way that is named cannot work there.',
    impact: 'Its VMs would run on whatever the cluster runs, or not at all.',
    diagnosis:
      'The finding says what is in the way of each realisation. Drivers that reach a remote host, as `vmware-esx` ' +
      'and `hyperv`, can never run in a launcher pod. A policy cannot give a VM the device of another kind of ' +
      'cluster, `docs/hypervisors.md` says what else does not go together.',
    mitigation:
      'Choose one of the realisations that the finding offers, or remove what is in the way: a launcher image, a ' +
      'newer target, `target.kubernetes`.',
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
        KubeVirt runs each guest inside of a launcher pod on the node. Fix: choose one that runs in a launcher: qemu-kvm, qemu-mshv, cloud-hypervisor, xen, lxc.
    `,
  }),
};
