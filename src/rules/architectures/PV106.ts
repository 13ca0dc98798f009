import type { FindingPage } from '../page';

export const PV106: FindingPage = {
  code: 'PV106',
  severity: 'info',
  title: 'adapted to this architecture',
  page: () => ({
    meaning:
      'A definition for several architectures sets something that one of them does not support, and polyvirt ' +
      'left it out there.',
    impact: 'None: it shows how the VMs of one definition differ.',
    diagnosis: 'The finding names the field and the architecture.',
    mitigation: 'If you do not want the difference, write one VM per architecture.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt synth
      apiVersion: polyvirt.io/v1
      kind: Platform
      metadata: { name: edge }
      spec:
        nodes:
        - { pool: intel, architecture: amd64 }
        - { pool: ampere, architecture: arm64 }
        kubevirt: { defaultArchitecture: amd64 }
        virtualMachines:
        - { name: web, perArchitecture: true, memory: 2Gi, cpu: { model: Haswell } }
    `,
    output: `
      info PV106 VirtualMachine web-arm64 at polyvirt.yaml:11:68, spec.virtualMachines[web].cpu.model: the CPU model Haswell is left out: arm64 does not have it.
        KubeVirt would reject the instance, or it could not start. Fix: nothing, if that is what you want; otherwise write one virtual machine per architecture.
    `,
  }),
};
