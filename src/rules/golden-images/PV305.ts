import type { FindingPage } from '../page';

export const PV305: FindingPage = {
  code: 'PV305',
  severity: 'error',
  title: 'name of a golden image too long',
  page: () => ({
    meaning:
      'The name of a template or of its data source has more than 63 characters, or more than 57 where an ' +
      'architecture is added to it. Templates that are disabled or kept away from SSP are not judged.',
    impact:
      'CDI refuses the DataImportCron, so the image is not imported; it may have been for years, until images are ' +
      'imported by architecture.',
    diagnosis: 'The finding counts. The suffix `-amd64`, `-arm64` or `-s390x` takes six.',
    mitigation:
      'Use a shorter name. In `polyvirt.yaml` the template is named `<name>-image-cron`, which leaves 46 characters; ' +
      '`cron` gives it another name.',
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
        nodes: [{ pool: intel, architecture: amd64 }]
        hyperConverged: { enableMultiArchBootImageImport: true }
        goldenImages:
        - name: enterprise-linux-for-the-whole-company-and-its-branches
          registry: { url: "docker://registry.example.com/linux:9" }
          architectures: [amd64]
          size: 20Gi
    `,
    output: `
      error PV305 HyperConverged kubevirt-hyperconverged/kubevirt-hyperconverged at polyvirt.yaml:10:5, spec.goldenImages[enterprise-linux-for-the-whole-company-and-its-branches].cron: "enterprise-linux-for-the-whole-company-and-its-branches-image-cron" has 66 characters, 57 are left for it.
        CDI refuses names of more than 63, and SSP adds 6 for the architecture. Fix: use at most 57 characters.
    `,
  }),
};
