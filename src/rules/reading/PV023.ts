import { lampCrd } from '../example-parts';
import type { FindingPage } from '../page';

export const PV023: FindingPage = {
  code: 'PV023',
  severity: 'error',
  title: 'CRD in a removed API version',
  page: () => ({
    meaning: 'The CRD uses `apiextensions.k8s.io/v1beta1`, which keeps schemas in another place and with other rules.',
    impact: 'Kubernetes 1.22 and later rejects it, so types generated from it would match no cluster.',
    diagnosis: 'Look at the `apiVersion` of the CRD.',
    mitigation:
      'Get the CRD from a newer release of its project, or from a cluster: the API server returns it as `v1`.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt import
      ${lampCrd('v1beta1')}
                  spec:
                    type: object
                    properties: { size: { type: integer } }
    `,
    output: `
      error PV023 CustomResourceDefinition lamps.example.com at example.yaml:1, apiVersion: it is written in apiextensions.k8s.io/v1beta1, which Kubernetes 1.22 removed.
        Without it the fields of the resource are unknown. Fix: take the CRD from a release that ships it as apiextensions.k8s.io/v1, or from a cluster with kubectl get crd -o yaml.
    `,
  }),
};
