import type { FindingPage } from '../page';

export const PV502: FindingPage = {
  code: 'PV502',
  severity: 'error',
  title: 'fits no node',
  page: () => ({
    meaning:
      'There are nodes of the right architecture, but none meets all requirements of the VM’s pod at once: one ' +
      'has a taint that is not tolerated, another too little memory, another lacks the CPU model.',
    impact:
      'The pod stays Pending forever. If only cordons or taints that Kubernetes sets on unhealthy nodes are in ' +
      'the way, it is a warning: the VM starts when they are gone.',
    diagnosis:
      'The finding uses the words of kube-scheduler. `polyvirt place` shows the reason for every node, and ' +
      '`polyvirt explain vm/NAME --pod` shows the pod with the origin of each request. Running pods are not ' +
      'subtracted here; `polyvirt place --pods` does that. Memory is that of the pod: the guest’s plus ' +
      'KubeVirt’s overhead. Unknown properties of a declared pool do not rule out a node.',
    mitigation:
      'The fix is the smallest change that passes the filters. There are others: label or add a node, or request less.',
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
      error PV502 VirtualMachine web at polyvirt.yaml:9:26, spec.virtualMachines[web].memory: its pod fits no node; kube-scheduler would say: 0/3 nodes are available: 3 Insufficient memory.
        It stays Pending forever. Fix: lower domain.memory.guest from 16Gi to 15954Mi (then it fits arm-1); polyvirt place shows every node.
    `,
  }),
};
