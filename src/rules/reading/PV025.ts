import { lampCrd } from '../example-parts';
import type { FindingPage } from '../page';

export const PV025: FindingPage = {
  code: 'PV025',
  severity: 'error',
  title: 'invalid CRD',
  page: () => ({
    meaning:
      'A part of the CRD that types are generated from is missing or has the wrong type, such as a `minimum` ' +
      'that is a string. The path shows which.',
    impact: 'Kubernetes would reject the CRD too. Nothing is written.',
    diagnosis: 'Run `kubectl apply --dry-run=server -f` on the CRD to see what the API server says.',
    mitigation: 'Use the CRD as its project ships it, or undo the manual change.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt import
      ${lampCrd()}
                  spec: { type: object, properties: { size: { type: integer, minimum: none } } }
    `,
    output: `
      error PV025 CustomResourceDefinition lamps.example.com at example.yaml:1, spec.versions[v1].schema.openAPIV3Schema.properties.spec.properties.size.minimum: it is "none", not a number.
        Without it the fields of the resource are unknown. Fix: correct the schema.
    `,
  }),
};
