import type { FindingPage } from '../page';

export const PV058: FindingPage = {
  code: 'PV058',
  severity: 'info',
  title: 'namespace of a cluster-scoped object',
  page: () => ({
    meaning:
      'An object of a cluster-scoped kind, such as MigrationPolicy, VirtualMachineClusterInstancetype or ' +
      'StorageProfile, ' +
      'has `metadata.namespace`.',
    impact:
      'None by itself: the API server clears the namespace, and so does Argo CD. But it does not let you have ' +
      'two objects of the same name: they overwrite each other.',
    diagnosis:
      'Often a tool added the namespace to all objects: the `namespace` of a cdk8s chart or of a kustomization.',
    mitigation: 'Remove it.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt check --kubevirt 1.9
      apiVersion: migrations.kubevirt.io/v1alpha1
      kind: MigrationPolicy
      metadata: { name: slow, namespace: shop }
      spec:
        bandwidthPerMigration: 64Mi
        selectors: { namespaceSelector: { tier: batch } }
    `,
    output: `
      info PV058 MigrationPolicy shop/slow at example.yaml:4:36, metadata.namespace: a MigrationPolicy is cluster-scoped: the namespace "shop" is ignored.
        The API server clears it: an object of this kind and name in another namespace is the same object. Fix: leave it out.
    `,
  }),
};
