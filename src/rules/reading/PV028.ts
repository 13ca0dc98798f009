import type { FindingPage } from '../page';

export const PV028: FindingPage = {
  code: 'PV028',
  severity: 'error',
  title: 'patch that does not apply',
  page: () => ({
    meaning: 'An operation under `patches:` is none, or points to what the object does not have.',
    impact: 'The object would be written without it, which is not what was meant.',
    diagnosis:
      'The finding is at the operation and tells its pointer. `polyvirt synth --stdout` without it shows the object.',
    mitigation:
      'Correct the pointer: items of lists are named by position, and `/` inside a key is written `~1`. `add` makes the last ' +
      'part of a pointer, not what is around it.',
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
          patches:
          - { op: replace, path: /spec/template/spec/hostname, value: front }
    `,
    output: `
      error PV028 VirtualMachine web at polyvirt.yaml:12:7, spec.virtualMachines[web].patches[0]: the patch at /spec/template/spec/hostname does not apply: there is nothing there.
        The object is written without it, which is not what was meant. Fix: correct the pointer; polyvirt synth --stdout without it shows the object.
    `,
  }),
};
