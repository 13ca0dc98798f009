import type { FindingPage } from '../page';

export const PV314: FindingPage = {
  code: 'PV314',
  severity: 'warning',
  title: 'two images for one data source',
  page: () => ({
    meaning:
      'Two images in one namespace fill the same data source (for the same architecture, if images are imported ' +
      'per architecture). Two images for one data source with different architectures are fine: SSP imports ' +
      'both.',
    impact:
      'SSP keeps only the last one by name, and does not report the other. An image without architectures is ' +
      'also lost if another image for the same data source lists some, because the data source is then a ' +
      'pointer.',
    diagnosis: 'The finding names both.',
    mitigation: 'Give each its own data source, or let each list architectures that the other does not have.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt synth
      apiVersion: polyvirt.io/v1
      kind: Platform
      metadata: { name: edge }
      spec:
        target: { hco: "1.18" }
        hyperConverged: {}
        goldenImages:
        - { name: fedora, cron: our-fedora, registry: { url: "docker://registry.example.com/fedora:42" }, size: 5Gi }
    `,
    output: `
      warning PV314 HyperConverged kubevirt-hyperconverged/kubevirt-hyperconverged at polyvirt.yaml:9:13, spec.goldenImages[fedora].name: fedora-image-cron and our-fedora both fill the data source fedora.
        SSP keeps one import for each data source and architecture, that of the last template by name: our-fedora. Fix: give fedora-image-cron a data source of its own.
    `,
  }),
};
