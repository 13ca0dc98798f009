import type { FindingPage } from '../page';

export const PV703: FindingPage = {
  code: 'PV703',
  severity: 'error',
  title: 'fewer objects than there must be',
  page: () => ({
    meaning: 'The platform has fewer objects than `argocd.minimumObjects` asks for.',
    impact: 'With pruning, Argo CD deletes whatever is missing; its own guard acts only when everything is.',
    diagnosis:
      'Compare with the last commit that was synced: a list that was emptied, a file that was moved, a filter that ' +
      'matches less.',
    mitigation: 'Bring back what is missing, or lower `minimumObjects` in the same change that removes objects.',
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
        argocd: { minimumObjects: 5 }
      END
      polyvirt argocd generate
    `,
    output: `
      error PV703 argocd.minimumObjects: edge has 1 object, and must have at least 5. Fix: bring back what is missing, or lower minimumObjects where it is meant.
        With pruning, whatever is missing is deleted from the cluster.
    `,
  }),
};
