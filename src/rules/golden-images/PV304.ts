import type { FindingPage } from '../page';

export const PV304: FindingPage = {
  code: 'PV304',
  severity: 'warning',
  title: 'architectures that HyperConverged misreads',
  page: () => ({
    meaning:
      'The annotation `ssp.kubevirt.io/dict.architectures` of an image contains a word that is not an ' +
      'architecture: with a space, in capital letters, or under another name.',
    impact:
      'HyperConverged splits at commas and compares each word literally with the architectures of nodes. `amd64, ' +
      'arm64` therefore imports the image for amd64 but silently not for arm64.',
    diagnosis: 'The finding quotes the words. Nothing on a cluster validates them.',
    mitigation:
      'Write `amd64,arm64,s390x`, without spaces. With `architectures` of a golden image, polyvirt writes it for you.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt check --hco 1.18
      apiVersion: hco.kubevirt.io/v1beta1
      kind: HyperConverged
      metadata: { name: kubevirt-hyperconverged, namespace: kubevirt-hyperconverged }
      spec:
        featureGates: { enableMultiArchBootImageImport: true }
        dataImportCronTemplates:
        - metadata:
            name: corp-image-cron
            annotations: { ssp.kubevirt.io/dict.architectures: "amd64, arm64" }
          spec:
            managedDataSource: corp
            schedule: "0 4 * * *"
            template:
              spec:
                source: { registry: { url: "docker://registry.example.com/corp:1" } }
                storage: { resources: { requests: { storage: 20Gi } } }
    `,
    output: `
      warning PV304 HyperConverged kubevirt-hyperconverged/kubevirt-hyperconverged at example.yaml:10:58, spec.dataImportCronTemplates[0].metadata.annotations["ssp.kubevirt.io/dict.architectures"]: " arm64" in the architectures of corp-image-cron is no architecture.
        HyperConverged splits at commas and does not trim; a word that is not the architecture of a node is silently dropped. Fix: write "amd64,arm64", without spaces.
    `,
  }),
};
