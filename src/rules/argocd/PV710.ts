import type { FindingPage } from '../page';

export const PV710: FindingPage = {
  code: 'PV710',
  severity: 'warning',
  title: 'another Kubernetes than declared',
  page: () => ({
    meaning:
      'The target sets another Kubernetes release than the cluster of the Application runs, according to ' +
      '`KUBE_VERSION`.',
    impact:
      'Rules that depend on it were evaluated for the wrong release. It blocks nothing and is only in the log of ' +
      'the sidecar.',
    diagnosis: 'Check `kubectl version` and the destination of the Application.',
    mitigation: 'Set the release that the cluster runs.',
  }),
  example: () => ({
    language: 'sh',
    text: `
      cat > polyvirt.yaml <<'END'
      apiVersion: polyvirt.io/v1
      kind: Platform
      metadata: { name: edge }
      spec:
        target: { kubevirt: "1.9", kubernetes: "1.36" }
        namespace: shop
        virtualMachines: [{ name: web, architecture: amd64, memory: 2Gi }]
      END
      KUBE_VERSION=1.31.2 polyvirt argocd generate
    `,
    output: `
      warning PV710 target.kubernetes: the target is Kubernetes 1.36, but the cluster runs 1.31.2. Fix: write 1.31, or correct the destination of the Application.
    `,
  }),
};
