import type { FindingPage } from '../page';

export const PV703: FindingPage = {
  code: 'PV703',
  severity: 'error',
  title: 'fewer objects than expected',
  page: () => ({
    meaning: 'The platform has fewer objects than `argocd.minimumObjects` requires.',
    impact:
      'With pruning, Argo CD deletes everything that is missing; its own safeguard only acts when everything is ' +
      'missing.',
    diagnosis: 'Compare with the last synced commit: an emptied list, a moved file, a narrower filter.',
    mitigation: 'Restore the missing objects, or lower `minimumObjects` in the same change that removes objects.',
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
      error PV703 argocd.minimumObjects: edge has 1 object, but must have at least 5. Fix: bring back what is missing, or lower minimumObjects where it is meant.
        With pruning, everything that is missing is deleted from the cluster.
    `,
  }),
};
