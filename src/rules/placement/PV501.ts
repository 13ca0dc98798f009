import type { FindingPage } from '../page';

export const PV501: FindingPage = {
  code: 'PV501',
  severity: 'error',
  title: 'no node matches the selector',
  page: () => ({
    meaning: 'No node of the VM’s architecture matches its node selector or required affinity.',
    impact: 'kube-scheduler finds no node for the pod, which stays Pending forever.',
    diagnosis:
      'The finding names the unmatched requirement and the values that exist. Nodes of a declared pool may have ' +
      'labels that the pool does not list, so only contradictions count there; for exported nodes, all labels ' +
      'are known.',
    mitigation: 'Label a node, correct the selector, or update the list of nodes.',
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
        kube-scheduler finds no node for its pod, which stays Pending forever. Fix: did you mean eu-1a?
    `,
  }),
};
