import type { FindingPage } from '../page';

export const PV050: FindingPage = {
  code: 'PV050',
  severity: 'error',
  title: 'class that is none',
  page: () => ({
    meaning: 'A VM takes over a class that is not under `classes`, or classes that take over each other in a circle.',
    impact: 'The VM would be made without what the class says.',
    diagnosis: 'The finding is at `class` and names the class.',
    mitigation: 'Correct the name, write the class, or break the circle.',
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
        classes:
          windows: { memory: 8Gi, features: { hyperv: windows } }
        virtualMachines:
        - { name: office, class: window, memory: 4Gi }
    `,
    output: `
      error PV050 VirtualMachine office at polyvirt.yaml:11:28, spec.virtualMachines[office].class: there is no class "window".
        The VM would be made without what the class says. Fix: did you mean "windows"? Write windows.
    `,
  }),
};
