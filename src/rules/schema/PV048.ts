import type { FindingPage } from '../page';

export const PV048: FindingPage = {
  code: 'PV048',
  severity: 'info',
  title: 'rule of the CRD not judged',
  page: () => ({
    meaning:
      'A rule in CEL of a CRD given with `--crds` uses something that polyvirt cannot evaluate, as optional fields ' +
      '(`self.?size`) or `semver()`.',
    impact: 'None here; the API server asks the rule, and may refuse what is not complained about.',
    diagnosis: 'It is said once for each rule, whatever number of objects it is for. All other rules are judged.',
    mitigation: 'Ask a cluster with that CRD: `kubectl apply --dry-run=server`.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt check --crds example.yaml
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
        The API server asks it, and may refuse what is not complained about here. Fix: ask a cluster: kubectl apply --dry-run=server.
    `,
  }),
};
