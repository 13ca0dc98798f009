import type { FindingPage } from '../page';

export const PV027: FindingPage = {
  code: 'PV027',
  severity: 'error',
  title: 'spec against a key',
  page: () => ({
    meaning: 'A key and `spec:` say different things of one field.',
    impact: '`spec:` is laid over what the keys make, so what the key says never reaches the cluster.',
    diagnosis: 'The finding is at the part of `spec:` and names the key.',
    mitigation: 'Remove one of the two. `spec:` is for what no key says.',
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
      error PV027 VirtualMachine web at polyvirt.yaml:13:51, spec.virtualMachines[web].spec.template.spec.domain.cpu.cores: cpu.cores says something else.
        spec is laid over the keys, so what the key says never reaches the cluster. Fix: remove cpu.cores, or this.
    `,
  }),
};
