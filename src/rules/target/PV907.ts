import type { FindingPage } from '../page';

export const PV907: FindingPage = {
  code: 'PV907',
  severity: 'error',
  title: 'field that the target does not have',
  page: () => ({
    meaning: 'The platform sets something that the target’s release has no field for.',
    impact: 'The API server silently prunes it, or rejects the object with strict validation.',
    diagnosis: 'The finding names the release that added the field.',
    mitigation: 'Remove it, or raise the target.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt synth
      apiVersion: polyvirt.io/v1
      kind: Platform
      metadata: { name: edge }
      spec:
        target: { kubevirt: '1.9', cdi: '1.62' }
        namespace: factory
        dataVolumes:
        - name: os
          size: 10Gi
          source: { registry: { url: 'docker://quay.io/containerdisks/fedora:42', architecture: arm64 } }
    `,
    output: `
      error PV907 DataVolume factory/os at polyvirt.yaml:11:91, spec.dataVolumes[os].source.registry.architecture: CDI 1.62 cannot choose the architecture of an imported image.
        The field is pruned, and the importer uses the architecture of the node it happens to run on. Fix: leave it out and name an image of one architecture, or target CDI 1.63 or later.
    `,
  }),
};
