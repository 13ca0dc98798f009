import type { FindingPage } from '../page';

export const PV712: FindingPage = {
  code: 'PV712',
  severity: 'error',
  title: 'invalid plugin configuration',
  page: () => ({
    meaning: 'A variable of the sidecar, or the file in `POLYVIRT_POLICY`, is invalid.',
    impact: 'A misconfigured plugin might print objects that it must not, so it prints nothing.',
    diagnosis: 'The finding names the variable or the key in the policy.',
    mitigation: 'Correct it; `polyvirt argocd generate --help` lists the variables, docs/security.md the keys.',
  }),
  example: () => ({
    language: 'sh',
    text: `
      cat > polyvirt.yaml <<'END'
      apiVersion: polyvirt.io/v1
      kind: Platform
      metadata: { name: edge }
      spec:
        target: { kubevirt: "1.9" }
        namespace: shop
        virtualMachines: [{ name: web, architecture: amd64, memory: 2Gi }]
      END
      POLYVIRT_CACHE=off POLYVIRT_RENDERS=many polyvirt argocd generate
    `,
    output: `
      error PV712 POLYVIRT_RENDERS: it is not a number from 1. Fix: write a number, as 0.
        A misconfigured plugin might print objects that it must not.
    `,
  }),
};
