import type { FindingPage } from '../page';

export const PV038: FindingPage = {
  code: 'PV038',
  severity: 'error',
  title: 'invalid findings policy',
  page: () => ({
    meaning:
      '`findings` names a code that does not exist, has an invalid date, gives no reason, or relaxes a finding ' +
      'that cannot be relaxed.',
    impact: 'A policy that does not do what it says hides mistakes, or hides nothing.',
    diagnosis:
      'Findings that would make the output wrong cannot be allowed: 0xx (reading and structure), PV801, PV803 ' +
      'and an invalid target.',
    mitigation: 'Correct the policy, or fix the finding itself.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt check --kubevirt 1.9
      apiVersion: kubevirt.io/v1
      kind: VirtualMachine
      metadata: { name: web, annotations: { polyvirt.io/allow: 'PV105, for a while' } }
      spec:
        runStrategy: Always
        template:
          spec:
            architecture: arm64
            domain: { devices: {} }
    `,
    output: `
      error PV038 VirtualMachine web at example.yaml:4:58, metadata.annotations["polyvirt.io/allow"]: "PV105, for a while" is not an allowance.
        The finding that it should allow is still reported. Fix: write a code, a last day and a reason, as in PV107 until 2027-01-31: the pool is ordered.
    `,
  }),
};
