import type { FindingPage } from '../page';

export const PV701: FindingPage = {
  code: 'PV701',
  severity: 'error',
  title: 'unknown parameter',
  page: () => ({
    meaning:
      'An Application, `--set` or `--values` sets a parameter that the platform does not have, or in a fleet ' +
      'that none of its platforms has.',
    impact: 'The value would silently have no effect. So nothing is printed, and Argo CD keeps what it has.',
    diagnosis:
      '`polyvirt argocd parameters` prints the parameters of a platform. Every platform also has `cluster`, ' +
      '`namespace`, `target`, `severity`, `<name>.replicas`, and the placement inputs of each machine pool.',
    mitigation:
      'Correct the name, remove the parameter from the Application, or declare it under `spec.parameters`; a ' +
      'program reads it with `Parameter.text(…)`.',
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
      ARGOCD_APP_PARAMETERS='[{"name":"namespaces","string":"web"}]' polyvirt argocd generate
    `,
    output: `
      error PV701 parameter namespaces: there is no such parameter. Fix: did you mean "namespace"?
        The value would silently have no effect.
    `,
  }),
};
