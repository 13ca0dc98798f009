import { type FindingRule, NOTHING_WRONG } from '../rule';

export const PV111: FindingRule = {
  code: 'PV111',
  severity: 'error',
  title: 'conflict with the instance type or preference',
  page: () => ({
    meaning: 'A field is set both by the VM and by its instance type, or the VM has less than its preference requires.',
    impact: 'KubeVirt rejects the VirtualMachine when it is created or changed. Argo CD shows a failed sync.',
    diagnosis:
      'An instance type always sets CPUs and memory, so a VM that uses one must not set `cpu`, `memory.guest` or ' +
      'resources. Before KubeVirt 1.7 nothing at all may be set under `domain.memory`. The requirements of a ' +
      'preference are in its `spec.requirements`; CPUs are counted in the unit of its preferred topology.',
    mitigation: 'Set it in one place only, use another instance type, or remove it.',
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
        KubeVirt rejects the VM when it is created or changed. Fix: say it in one place: leave it out here, or do without the instance type.
    `,
  }),
  rule: () => ({
    instance: ({ expanded }) =>
      expanded.refused.length === 0
        ? NOTHING_WRONG
        : expanded.refused.map((refusal) => ({
            code: 'PV111',
            ...refusal,
            why: 'KubeVirt rejects the VM when it is created or changed',
            source: 'kubevirt pkg/instancetype',
          })),
  }),
};
