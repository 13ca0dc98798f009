import type { FindingPage } from '../page';

export const PV711: FindingPage = {
  code: 'PV711',
  severity: 'error',
  title: 'cluster not chosen',
  page: () => ({
    meaning:
      'The platform has several clusters, and the Application does not choose one, or chooses one that does not exist.',
    impact: 'An Application goes to one cluster; objects of the other clusters would be created there too.',
    diagnosis: 'The finding lists the clusters.',
    mitigation: 'Set the parameter `cluster`, or the variable `POLYVIRT_CLUSTER` under `plugin.env`.',
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
      sed 's/edge/west/' polyvirt.yaml > more.yaml
      (cat polyvirt.yaml; echo ---; cat more.yaml) > both.yaml && mv both.yaml polyvirt.yaml
      polyvirt argocd generate
    `,
    output: `
      error PV711 parameter cluster: there are 2 clusters, and the Application does not choose one. Fix: give the parameter one of edge, west.
        An Application goes to one cluster: objects of the others would be created there too.
    `,
  }),
};
