import type { FindingPage } from '../page';

export const PV050: FindingPage = {
  code: 'PV050',
  severity: 'error',
  title: 'unknown class',
  page: () => ({
    meaning: 'A VM uses a class that is not defined under `classes`, or classes refer to each other in a circle.',
    impact: 'The VM would be created without the settings of the class.',
    diagnosis: 'The finding points at `class` and names it.',
    mitigation: 'Correct the name, define the class, or break the circle.',
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
        The VM would be created without the settings of the class. Fix: did you mean "windows"? Write windows.
    `,
  }),
};
