import type { FindingPage } from '../page';

export const PV704: FindingPage = {
  code: 'PV704',
  severity: 'error',
  title: 'API that the cluster does not serve',
  page: () => ({
    meaning:
      'An object has a kind that the cluster of the Application does not serve, according to `KUBE_API_VERSIONS`.',
    impact:
      'The sync would fail halfway. Kinds whose CRD is in the output, and kinds that come with a KubeVirt, CDI ' +
      'or HyperConverged in the output, are not reported.',
    diagnosis:
      'Check `kubectl api-resources` on the cluster, the destination of the Application and the target of the ' +
      'platform.',
    mitigation:
      'Install the CRD first, or correct the target or destination. To ignore it, set the parameter `severity` ' +
      'to `PV704: warning`.',
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
      KUBE_API_VERSIONS=v1,v1/Pod polyvirt argocd generate
    `,
    output: `
      error PV704: the cluster does not serve VirtualMachine of kubevirt.io/v1, and there is one object. Fix: install what brings that kind first, or correct the target or the destination of the Application.
        The sync would fail halfway: what comes before is applied, what comes after is not.
    `,
  }),
};
