import type { FindingPage } from '../page';

export const PV401: FindingPage = {
  code: 'PV401',
  severity: 'error',
  title: 'unknown hypervisor',
  page: () => ({
    meaning:
      'A VM uses a hypervisor that is neither in the catalogue nor defined by its platform. It is a warning for ' +
      'the label `polyvirt.io/hypervisor` in plain manifests if no policy in the input uses the name either.',
    impact: 'KubeVirt would run the VM on the hypervisor of the cluster: its code silently falls back to KVM.',
    diagnosis:
      '`polyvirt hypervisors` prints the catalogue; `kvm` is called `qemu-kvm` here, and KubeVirt’s `hyperv-direct` ' +
      'is `qemu-mshv`.',
    mitigation: 'Correct the name, or define the hypervisor under `hypervisors` of the platform.',
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
        - { name: web, architecture: amd64, memory: 2Gi, hypervisor: cloud-hypervizor }
    `,
    output: `
      error PV401 VirtualMachine web at polyvirt.yaml:7:64, spec.virtualMachines[web].hypervisor: there is no hypervisor "cloud-hypervizor".
        KubeVirt would silently run the VM on the hypervisor of the cluster. Fix: did you mean "cloud-hypervisor"?, or define your own under hypervisors of the platform.
    `,
  }),
};
