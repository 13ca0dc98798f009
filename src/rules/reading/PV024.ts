import type { FindingPage } from '../page';

export const PV024: FindingPage = {
  code: 'PV024',
  severity: 'error',
  title: 'CRD without a schema',
  page: () => ({
    meaning: 'A served version of the CRD has no `schema.openAPIV3Schema`.',
    impact: 'Without a schema the fields of the resource are unknown, so there is nothing to generate types from.',
    diagnosis:
      'Look at `spec.versions` of the CRD. Some projects publish a short form without schemas next to the full one.',
    mitigation: 'Use the CRD that the project installs, or leave the file out.',
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
    `,
    output: `
      error PV024 CustomResourceDefinition lamps.example.com at example.yaml:1, spec.versions[v1].schema.openAPIV3Schema: version v1 has no schema.
        Without it the fields of the resource are unknown. Fix: use the CRD as its project ships it, with its schema, or leave the file out.
    `,
  }),
};
