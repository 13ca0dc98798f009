import { lampCrd } from '../example-parts';
import type { FindingPage } from '../page';

export const PV047: FindingPage = {
  code: 'PV047',
  severity: 'error',
  title: 'CRD validation rule violated',
  page: () => ({
    meaning:
      'The object violates a CEL rule (`x-kubernetes-validations`) of a CRD given with `--crds`, or the rule ' +
      'cannot be evaluated for it.',
    impact: 'The API server rejects the object.',
    diagnosis:
      'The finding has the message from the CRD, or the rule itself if it has none. Rules see the defaults of ' +
      'the CRD. `it cannot be evaluated` often means that the rule reads a field that is not set.',
    mitigation: 'Correct the value that the rule checks, or the value it is compared with.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt check --crds example.yaml
      ${lampCrd()}
                  spec:
                    type: object
                    properties: { size: { type: integer } }
                    x-kubernetes-validations:
                      - { rule: self.size <= 5, message: a lamp has at most 5 bulbs }
      ---
      apiVersion: example.com/v1
      kind: Lamp
      metadata: { name: hall }
      spec: { size: 9 }
    `,
    output: `
      error PV047 Lamp hall at example.yaml:26:7, spec: a lamp has at most 5 bulbs.
        The API server rejects the object: its CRD has the rule self.size <= 5. Fix: correct it, or what it is compared with.
    `,
  }),
};
