import type { FindingPage } from '../page';

export const PV027: FindingPage = {
  code: 'PV027',
  severity: 'error',
  title: 'spec contradicts a key',
  page: () => ({
    meaning: 'A key and `spec:` set the same field to different values.',
    impact: '`spec:` is merged over what the keys produce, so the value of the key never reaches the cluster.',
    diagnosis: 'The finding points at the place in `spec:` and names the key.',
    mitigation: 'Remove one of the two. Use `spec:` only for fields without a key.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt synth
      apiVersion: polyvirt.io/v1
      kind: Platform
      metadata: { name: edge }
      spec:
        target: { kubevirt: "1.9" }
        kubevirt: { defaultArchitecture: amd64 }
        virtualMachines:
        - name: web
          memory: 2Gi
          cpu: { cores: 2 }
          spec:
            template: { spec: { domain: { cpu: { cores: 4 } } } }
    `,
    output: `
      error PV027 VirtualMachine web at polyvirt.yaml:13:51, spec.virtualMachines[web].spec.template.spec.domain.cpu.cores: cpu.cores sets something else.
        spec is merged over the keys, so the value of the key never reaches the cluster. Fix: remove cpu.cores, or this.
    `,
  }),
};
