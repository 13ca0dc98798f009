import type { FindingPage } from '../page';

export const PV314: FindingPage = {
  code: 'PV314',
  severity: 'warning',
  title: 'two images for one data source',
  page: () => ({
    meaning: 'Two images of one namespace fill the same data source.',
    impact: 'SSP keeps one of them, the last by name, and says nothing about the other.',
    diagnosis: 'The finding names both.',
    mitigation: 'Give each a data source of its own, or disable one.',
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
        SSP keeps one image for each data source, the last by name: our-fedora. Fix: give each image a data source of its own, or disable one of them.
    `,
  }),
};
