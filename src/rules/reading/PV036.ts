import type { FindingPage } from '../page';

export const PV036: FindingPage = {
  code: 'PV036',
  severity: 'warning',
  title: 'expired allowance',
  page: () => ({
    meaning: 'The expiry date of an allowance in `findings.allow` has passed.',
    impact: 'The finding that it allowed is reported again.',
    diagnosis: 'The finding repeats the reason of the allowance.',
    mitigation: 'Fix what it allowed, or renew it with a new date and reason.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt check --kubevirt 1.9
      apiVersion: kubevirt.io/v1
      kind: VirtualMachine
      metadata: { name: web, annotations: { polyvirt.io/allow: 'PV105 until 2026-01-31: the pool is ordered' } }
      spec:
        runStrategy: Always
        template:
          spec:
            architecture: arm64
            domain:
              devices: { disks: [{ name: tools, cdrom: {} }] }
    `,
    output: `
      warning PV036 VirtualMachine web at example.yaml:4:58, metadata.annotations["polyvirt.io/allow"]: the allowance for PV105 expired on 2026-01-31.
        The finding that it allowed is reported again (reason of the allowance: the pool is ordered). Fix: correct what it was for, or give it a new day and reason.
    `,
  }),
};
