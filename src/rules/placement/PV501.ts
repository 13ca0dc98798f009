import type { FindingPage } from '../page';

export const PV501: FindingPage = {
  code: 'PV501',
  severity: 'error',
  title: 'no node is selected',
  page: () => ({
    meaning: 'The selector or the required affinity of a VM asks for what no node of its architecture has.',
    impact: 'kube-scheduler finds no node for its pod, which stays Pending for ever.',
    diagnosis:
      'The finding names what no node has, and the values that there are. Nodes of a declared pool may have labels ' +
      'that were not written down, so only what contradicts the pool counts there; exported nodes have what they show.',
    mitigation: 'Label a node, correct the selector, or bring the list of nodes up to date.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt synth
      apiVersion: polyvirt.io/v1
      kind: Platform
      metadata: { name: plant }
      spec:
        nodes: [{ pool: arm, architecture: arm64, count: 3, zones: [eu-1a, eu-1b] }]
        kubevirt: {}
        virtualMachines:
        - { name: web, memory: 2Gi, nodeSelector: { topology.kubernetes.io/zone: eu-1c } }
    `,
    output: `
      error PV501 VirtualMachine web at polyvirt.yaml:9:76, spec.virtualMachines[web].nodeSelector["topology.kubernetes.io/zone"]: no node of this architecture has the label topology.kubernetes.io/zone=eu-1c; its values there are eu-1a, eu-1b.
        kube-scheduler finds no node for its pod, which stays Pending for ever. Fix: did you mean eu-1a?
    `,
  }),
};
