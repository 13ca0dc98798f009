import type { FindingPage } from '../page';

export const PV028: FindingPage = {
  code: 'PV028',
  severity: 'error',
  title: 'patch that does not apply',
  page: () => ({
    meaning:
      'An operation under `patches:` is not a valid JSON Patch operation, or points to something that the object ' +
      'does not have.',
    impact: 'The object would be written without the patch, which is not what you intended.',
    diagnosis:
      'The finding points at the operation and shows its pointer. To see the object, run `polyvirt synth ' +
      '--stdout` without the patch.',
    mitigation:
      'Correct the pointer: list items are addressed by index, and `/` inside a key is written `~1`. `add` ' +
      'creates only the last part of the path, not its parents.',
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
        The object would be written without it, which is not what you intended. Fix: correct the pointer; polyvirt synth --stdout without it shows the object.
    `,
  }),
};
