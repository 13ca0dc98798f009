import { type FindingRule, NOTHING_WRONG } from '../rule';

export const PV111: FindingRule = {
  code: 'PV111',
  severity: 'error',
  title: 'instance type or preference that does not go with the VM',
  page: () => ({
    meaning: 'A field is set by the VM and by its instance type, or the VM has less than its preference requires.',
    impact: 'KubeVirt refuses the VirtualMachine when it is created or changed. Argo CD shows the sync as failed.',
    diagnosis:
      'An instance type sets CPUs and memory always: a VM that names one leaves `cpu`, `memory.guest` and the ' +
      'resources out. Before KubeVirt 1.7 any word under `domain.memory` is one too many. What a preference requires ' +
      'is under `spec.requirements` of it, and CPUs are counted in the unit that its topology prefers.',
    mitigation: 'Say it in one place, take another instance type, or do without it.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt check --kubevirt 1.9
      apiVersion: instancetype.kubevirt.io/v1beta1
      kind: VirtualMachineInstancetype
      metadata: { name: small, namespace: shop }
      spec:
        cpu: { guest: 2 }
        memory: { guest: 4Gi }
      ---
      apiVersion: kubevirt.io/v1
      kind: VirtualMachine
      metadata: { name: web, namespace: shop }
      spec:
        runStrategy: Always
        instancetype: { kind: VirtualMachineInstancetype, name: small }
        template:
          spec:
            domain:
              cpu: { cores: 4 }
              devices: {}
    `,
    output: `
      error PV111 VirtualMachine shop/web at example.yaml:18:23, spec.template.spec.domain.cpu.cores: the instance type small sets it too.
        KubeVirt refuses the VM when it is created or changed. Fix: say it in one place: leave it out here, or do without the instance type.
    `,
  }),
  rule: () => ({
    instance: ({ expanded }) =>
      expanded.refused.length === 0
        ? NOTHING_WRONG
        : expanded.refused.map((refusal) => ({
            code: 'PV111',
            ...refusal,
            why: 'KubeVirt refuses the VM when it is created or changed',
            source: 'kubevirt pkg/instancetype',
          })),
  }),
};
