import type { FindingPage } from '../page';

export const PV801: FindingPage = {
  code: 'PV801',
  severity: 'error',
  title: 'two objects with one identity',
  page: () => ({
    meaning:
      'Two objects of one cluster agree in API group, kind, namespace and name; or two platforms are called alike.',
    impact: 'A cluster has room for one: whichever is applied last overwrites the other, at every sync anew.',
    diagnosis: 'The finding is at the second of them.',
    mitigation: 'Give one of them another name or namespace.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt check
      apiVersion: v1
      kind: ConfigMap
      metadata: { name: settings, namespace: shop }
      data: { size: '1' }
      ---
      apiVersion: v1
      kind: ConfigMap
      metadata: { name: settings, namespace: shop }
      data: { size: '2' }
    `,
    output: `
      error PV801 ConfigMap shop/settings at example.yaml:9:19, metadata.name: there is another object of this kind with the same namespace and name.
        A cluster has room for one: whichever is applied last overwrites the other. Fix: give one of them another name or namespace.
    `,
  }),
};
