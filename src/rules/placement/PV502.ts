import type { FindingPage } from '../page';

export const PV502: FindingPage = {
  code: 'PV502',
  severity: 'error',
  title: 'fits no node',
  page: () => ({
    meaning:
      'There are nodes of the right architecture, and each has some of what the pod of a VM asks for, but none ' +
      'has all of it at once: a taint that is not tolerated here, too little memory there, a CPU model or a VM ' +
      'type that virt-handler found nowhere.',
    impact:
      'The pod stays Pending for ever. Where only cordons, or taints that Kubernetes sets on nodes in trouble, are ' +
      'in the way, it is a warning: it starts when they are gone.',
    diagnosis:
      "The finding says it in kube-scheduler's words. `polyvirt place` shows for every node what is against it, and " +
      '`polyvirt explain vm/NAME --pod` the pod, with why it asks for what. What runs already is not subtracted ' +
      "here; `polyvirt place --pods` does that. Memory is that of the pod: the guest's and what KubeVirt adds to it. " +
      'What is not known of a declared pool counts as well.',
    mitigation:
      'The fix is the smallest change that the filters were asked again about. It is not the only one: label or add ' +
      'a node, or do with less.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt synth
      apiVersion: polyvirt.io/v1
      kind: Platform
      metadata: { name: plant }
      spec:
        nodes: [{ pool: arm, architecture: arm64, count: 3, cpu: 8, memory: 16Gi }]
        kubevirt: {}
        virtualMachines:
        - { name: web, memory: 16Gi }
    `,
    output: `
      error PV502 VirtualMachine web at polyvirt.yaml:9:26, spec.virtualMachines[web].memory: its pod fits no node, as kube-scheduler would say it: 0/3 nodes are available: 3 Insufficient memory.
        It stays Pending for ever. Fix: lower domain.memory.guest from 16Gi to 15954Mi (then it fits arm-1); polyvirt place shows every node.
    `,
  }),
};
