import type { FindingPage } from '../page';

export const PV305: FindingPage = {
  code: 'PV305',
  severity: 'error',
  title: 'name of a golden image too long',
  page: () => ({
    meaning:
      'The name of a template or of its data source has more than 63 characters, or more than 57 if an ' +
      'architecture suffix is added. Templates that are disabled or kept from SSP are not judged.',
    impact:
      'CDI rejects the DataImportCron, so the image is not imported. This can start only when images are ' +
      'imported per architecture, after it has worked for years.',
    diagnosis: 'The finding counts the characters. The suffix `-amd64`, `-arm64` or `-s390x` takes six.',
    mitigation:
      'Use a shorter name. In `polyvirt.yaml` the template is called `<name>-image-cron`, which leaves 46 ' +
      'characters; `cron` sets another name.',
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
        CDI rejects names of more than 63, and SSP adds 6 for the architecture. Fix: use at most 57 characters.
    `,
  }),
};
