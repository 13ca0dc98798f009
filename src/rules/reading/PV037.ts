import type { FindingPage } from '../page';

export const PV037: FindingPage = {
  code: 'PV037',
  severity: 'warning',
  title: 'unused allowance',
  page: () => ({
    meaning: 'An allowance in `findings.allow` matches no finding.',
    impact: 'It would hide the next mistake of the same kind.',
    diagnosis: 'The mistake may have been fixed, or the object renamed.',
    mitigation: 'Remove it.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt check --kubevirt 1.9
      apiVersion: kubevirt.io/v1
      kind: VirtualMachine
      metadata: { name: web, annotations: { polyvirt.io/allow: 'PV105 until 2199-01-31: the pool is ordered' } }
      spec:
        runStrategy: Always
        template:
          spec:
            architecture: arm64
            domain: { devices: {} }
    `,
    output: `
      warning PV037 VirtualMachine web at example.yaml:4:58, metadata.annotations["polyvirt.io/allow"]: nothing needs the allowance for PV105.
        It would hide the next mistake of its kind. Fix: remove it.
    `,
  }),
};
