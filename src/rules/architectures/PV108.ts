import type { FindingPage } from '../page';

export const PV108: FindingPage = {
  code: 'PV108',
  severity: 'error',
  title: 'default machine type that is refused',
  page: () => ({
    meaning:
      'The machine type that KubeVirt writes into guests of an architecture matches none of the machine types that ' +
      'it accepts there.',
    impact:
      'Every guest that names no machine type is refused. The example of the multi-architecture proposal does it: ' +
      '`machineType: q35` with `emulatedMachines: ["pc-*"]`.',
    diagnosis:
      'The list replaces KubeVirt’s own; `*` matches any text, and `virt` alone does not match `virt-rhel9.6.0`.',
    mitigation: 'Add the glob that the finding names, or write another machine type.',
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
        KubeVirt writes it into every amd64 guest that names none, and then refuses them all. Fix: add "q35*" to emulatedMachines, or write another machineType.
    `,
  }),
};
