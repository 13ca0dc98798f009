import type { FindingPage } from '../page';

export const PV513: FindingPage = {
  code: 'PV513',
  severity: 'error',
  title: 'placement that contradicts itself',
  page: () => ({
    meaning:
      'What must hold leaves no value of a label, asks for nodes of another architecture than the guest’s, or keeps a machine ' +
      'apart from those that it must be together with.',
    impact: 'kube-scheduler finds no node for the pods: they stay Pending for ever.',
    diagnosis:
      'The finding is at the last of the demands that exclude each other; `nodeSelector` counts as one of them.',
    mitigation: 'Leave at least one value, or make one of the demands soft.',
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
        kube-scheduler finds no node for its pods, which stay Pending for ever. Fix: leave at least one value; what must hold of one node is one list of values.
    `,
  }),
};
