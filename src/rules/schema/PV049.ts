import type { FindingPage } from '../page';

export const PV049: FindingPage = {
  code: 'PV049',
  severity: 'error',
  title: 'unknown kind',
  page: () => ({
    meaning:
      'An object has a kind that does not exist in its API group, which belongs to KubeVirt, CDI or HyperConverged.',
    impact: 'The API server rejects the object. Nothing in it was judged.',
    diagnosis:
      'It may be a typo such as `VirtualMachin`, or the apiVersion of another group. For a release newer than ' +
      'polyvirt it is a warning.',
    mitigation: 'Use the kind that the finding suggests.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt check --kubevirt 1.9
      apiVersion: kubevirt.io/v1
      kind: VirtualMachin
      metadata: { name: web }
      spec: { runStrategy: Always }
    `,
    output: `
      error PV049 VirtualMachin web at example.yaml:3:7, kind: KubeVirt has no kind "VirtualMachin" in kubevirt.io.
        The API server does not know the kind, and rejects the object; polyvirt judges nothing in it. Fix: did you mean "VirtualMachine"? Write one of KubeVirt, VirtualMachine, VirtualMachineInstance, VirtualMachineInstanceMigration, VirtualMachineInstancePreset, VirtualMachineInstanceReplicaSet.
    `,
  }),
};
