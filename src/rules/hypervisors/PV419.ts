import type { FindingPage } from '../page';

export const PV419: FindingPage = {
  code: 'PV419',
  severity: 'error',
  title: 'rules that are not enforced',
  page: () => ({
    meaning:
      '`enforce` requires ValidatingAdmissionPolicies, and the API server of the target does not support them; ' +
      'or, as a warning, a group of rules has nothing to work with.',
    impact: 'Objects that do not come from Git are not checked.',
    diagnosis:
      '`kubectl api-versions` lists `admissionregistration.k8s.io/v1`; `kubectl get validatingadmissionpolicies` ' +
      'shows the policies.',
    mitigation:
      'Target Kubernetes 1.30 or later. Declare `kubevirt` or `hyperConverged` so that polyvirt knows which ' +
      'gates are on, or write the policies from a snapshot: `polyvirt policy --cluster live.yaml`.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt synth
      apiVersion: polyvirt.io/v1
      kind: Platform
      metadata: { name: edge }
      spec:
        target: { kubevirt: "1.3", kubernetes: "1.29" }
        kubevirt: {}
        enforce: { action: Deny }
    `,
    output: `
      error PV419 at polyvirt.yaml:8:12, spec.enforce: Kubernetes 1.29 has no ValidatingAdmissionPolicies in v1.
        They were added in 1.30; an older API server rejects the objects. Fix: leave enforce out, or target Kubernetes 1.30 or later.
    `,
  }),
};
