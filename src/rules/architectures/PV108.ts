import type { FindingPage } from '../page';

export const PV108: FindingPage = {
  code: 'PV108',
  severity: 'error',
  title: 'default machine type is rejected',
  page: () => ({
    meaning:
      'The default machine type that KubeVirt writes into VMs of an architecture does not match any machine type ' +
      'that it accepts there.',
    impact:
      'Every VM without a machine type is rejected. The example in the multi-architecture proposal has this ' +
      'problem: `machineType: q35` with `emulatedMachines: ["pc-*"]`.',
    diagnosis:
      'The list replaces KubeVirt’s own list; `*` matches any text, and `virt` alone does not match `virt-rhel9.6.0`.',
    mitigation: 'Add the glob that the finding names, or use another machine type.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt check --kubevirt 1.9
      apiVersion: kubevirt.io/v1
      kind: KubeVirt
      metadata: { name: kubevirt, namespace: kubevirt }
      spec:
        configuration:
          architectureConfiguration:
            amd64: { machineType: q35, emulatedMachines: ['pc-*'] }
    `,
    output: `
      error PV108 KubeVirt kubevirt/kubevirt at example.yaml:8:14, spec.configuration.architectureConfiguration.amd64: the default machine type q35 matches none of pc-*.
        KubeVirt writes it into every amd64 guest without one, and then rejects them all. Fix: add "q35*" to emulatedMachines, or write another machineType.
    `,
  }),
};
