import type { FindingPage } from '../page';

export const PV402: FindingPage = {
  code: 'PV402',
  severity: 'error',
  title: 'missing property of a hypervisor',
  page: () => ({
    meaning:
      'A hypervisor of your own extends nothing and leaves properties out, or its realisation needs a property ' +
      'that has never been measured.',
    impact:
      'The device and memory of the launcher pod would be guesses: too little memory kills guests, and a wrong ' +
      'device keeps pods Pending.',
    diagnosis: '`polyvirt explain hypervisor/NAME` shows which properties are unknown, and why.',
    mitigation:
      'Measure it and write it under `properties` of the hypervisor, or extend the one that yours is most like.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt synth
      apiVersion: polyvirt.io/v1
      kind: Platform
      metadata: { name: edge }
      spec:
        target: { kubevirt: "1.9", kubernetes: "1.36" }
        hypervisors:
        - { name: cloud-hypervisor, realisation: pod-policy, image: "registry.example/ch-launcher:v1.9" }
        virtualMachines:
        - { name: web, architecture: amd64, memory: 2Gi, hypervisor: cloud-hypervisor }
    `,
    output: `
      error PV402 at polyvirt.yaml:8:5, spec.hypervisors[cloud-hypervisor].properties: cloud-hypervisor has no value for daemonOverhead and vmmOverhead.
        The requests of the launcher pod are computed from it; polyvirt does not guess. Fix: write properties.daemonOverhead and properties.vmmOverhead; or choose realisation: proposal.
    `,
  }),
};
