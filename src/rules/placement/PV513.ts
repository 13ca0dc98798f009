import type { FindingPage } from '../page';

export const PV513: FindingPage = {
  code: 'PV513',
  severity: 'error',
  title: 'placement that contradicts itself',
  page: () => ({
    meaning:
      'The hard rules leave no possible value for a label, select nodes of another architecture than the ' +
      'guest’s, or separate VMs that must also be together.',
    impact: 'kube-scheduler finds no node for the pods, which stay Pending forever.',
    diagnosis: 'The finding points at the last of the rules that exclude each other; `nodeSelector` is one of them.',
    mitigation: 'Leave at least one possible value, or make one of the rules soft.',
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
        - name: web
          architecture: amd64
          memory: 2Gi
          placement: { hard: [{ key: rack, values: [r1] }], avoid: [{ type: hard, key: rack, values: [r1, r2] }] }
    `,
    output: `
      error PV513 VirtualMachine web at polyvirt.yaml:10:63, spec.virtualMachines[web].placement.avoid[0]: no value of rack is left by everything that is asked of it.
        kube-scheduler finds no node for its pods, which stay Pending forever. Fix: leave at least one value; what must hold of one node is one list of values.
    `,
  }),
};
