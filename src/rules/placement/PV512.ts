import type { FindingPage } from '../page';

export const PV512: FindingPage = {
  code: 'PV512',
  severity: 'error',
  title: 'invalid placement',
  page: () => ({
    meaning:
      'A key or value is not a valid label, a weight is not between 1 and 100, a skew is less than 1, nodes are ' +
      'selected in no way or in two ways, or a spread constraint is duplicated.',
    impact:
      'KubeVirt rejects the VirtualMachine. A MachineDeployment with the same mistake is accepted, and each of ' +
      'its VMs then fails. For a component of KubeVirt no pod is ever created.',
    diagnosis: 'The finding names the path and the value.',
    mitigation: 'Apply the fix in the finding.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt synth
      apiVersion: polyvirt.io/v1
      kind: Platform
      metadata: { name: plant }
      spec:
        virtualMachines:
        - { name: web, architecture: amd64, memory: 2Gi, placement: { hard: [{ key: "rack:4" }] } }
    `,
    output: `
      error PV512 VirtualMachine web at polyvirt.yaml:7:79, spec.virtualMachines[web].placement.hard[0].key: "rack:4" is not the key of a label.
        KubeVirt rejects the VM, with some controllers only after the pool was accepted. Fix: write the key of a label of the nodes.
    `,
  }),
};
