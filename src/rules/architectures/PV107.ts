import type { FindingPage } from '../page';

export const PV107: FindingPage = {
  code: 'PV107',
  severity: 'error',
  title: 'no node of this architecture',
  page: () => ({
    meaning: 'A VM needs an architecture that no worker node of the platform has.',
    impact: 'Its pod needs a node with that labeland stays Pending forever.',
    diagnosis: 'Compare `architecture` with the node pools of the platform; only pools with the role worker run VMs.',
    mitigation:
      'Add a pool, build the guest for another architecture, or, from KubeVirt 1.9, turn on the gate ' +
      'CrossArchitectureVirtualization.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt synth
      apiVersion: polyvirt.io/v1
      kind: Platform
      metadata: { name: edge }
      spec:
        nodes: [{ pool: intel, architecture: amd64 }]
        virtualMachines:
        - { name: web, architecture: arm64, memory: 2Gi }
    `,
    output: `
      error PV107 VirtualMachine web at polyvirt.yaml:8:32, spec.virtualMachines[web].architecture: no node that runs VMs is arm64; they are amd64.
        Its pod needs a node with the label kubernetes.io/arch=arm64and stays Pending forever. Fix: add arm64 nodes, or build the guest for amd64.
    `,
  }),
};
