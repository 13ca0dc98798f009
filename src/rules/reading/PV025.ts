import type { FindingPage } from '../page';

export const PV025: FindingPage = {
  code: 'PV025',
  severity: 'error',
  title: 'malformed CRD',
  page: () => ({
    meaning:
      'A part of the CRD that types are made from is missing or of the wrong kind, as a `minimum` that is a text. ' +
      'The path says which.',
    impact: 'Kubernetes would not accept the CRD either. Nothing is written.',
    diagnosis: '`kubectl apply --dry-run=server -f` on the CRD says what the API server thinks of it.',
    mitigation: 'Use the CRD as its project ships it; correct what was changed by hand.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt import
      apiVersion: apiextensions.k8s.io/v1
      kind: CustomResourceDefinition
      metadata: { name: lamps.example.com }
      spec:
        group: example.com
        names: { kind: Lamp, plural: lamps }
        scope: Namespaced
        versions:
          - name: v1
            served: true
            storage: true
            schema:
              openAPIV3Schema:
                type: object
                properties:
                  spec: { type: object, properties: { size: { type: integer, minimum: none } } }
    `,
    output: `
      error PV025 CustomResourceDefinition lamps.example.com at example.yaml:1, spec.versions[v1].schema.openAPIV3Schema.properties.spec.properties.size.minimum: it is "none", not a number.
        Without it the fields of the resource are unknown. Fix: correct the schema.
    `,
  }),
};
