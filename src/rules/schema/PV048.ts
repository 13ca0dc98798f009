import { lampCrd } from '../example-parts';
import type { FindingPage } from '../page';

export const PV048: FindingPage = {
  code: 'PV048',
  severity: 'info',
  title: 'CRD validation rule not evaluated',
  page: () => ({
    meaning:
      'A CEL rule of a CRD given with `--crds` uses something that polyvirt cannot evaluate, such as optional ' +
      'fields (`self.?size`) or `semver()`.',
    impact: 'None here, but the API server evaluates the rule and may reject an object that polyvirt accepts.',
    diagnosis: 'It is reported once per rule, however many objects the rule applies to. All other rules are evaluated.',
    mitigation: 'Check against a cluster that has the CRD: `kubectl apply --dry-run=server`.',
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
                      - { rule: 'self.?size.orValue(1) <= 5' }
      ---
      apiVersion: example.com/v1
      kind: Lamp
      metadata: { name: hall }
      spec: { size: 9 }
    `,
    output: `
      info PV048 CustomResourceDefinition lamps.example.com at example.yaml:2:1: the rule self.?size.orValue(1) <= 5 of Lamp.spec is not judged: it cannot be read: <input>:1:5: found . but expecting end of input.
        The API server evaluates it, and may reject an object that polyvirt accepts. Fix: ask a cluster: kubectl apply --dry-run=server.
    `,
  }),
};
