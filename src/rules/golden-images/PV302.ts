import type { FindingPage } from '../page';

export const PV302: FindingPage = {
  code: 'PV302',
  severity: 'warning',
  title: 'golden image without architectures',
  alerts: ['HCOGoldenImageWithNoArchitectureAnnotation'],
  page: () => ({
    meaning:
      'Images are imported per architecture, and this one has no annotation ' +
      '`ssp.kubevirt.io/dict.architectures`, or an empty one. The alert ' +
      'HCOGoldenImageWithNoArchitectureAnnotation would fire.',
    impact:
      'Without the annotation there is one import, for the architecture of the node where the importer happens ' +
      'to run; a VM of another architecture gets a disk that it cannot boot. With an empty annotation there is ' +
      'no import at all.',
    diagnosis:
      'HyperConverged never adds the annotation to your own images. A built-in image loses its annotation as ' +
      'soon as anything in its registry source differs, even a pull method or a secret.',
    mitigation:
      'See which platforms the manifest of the image lists (`skopeo inspect --raw docker://…`) and set them as ' +
      '`architectures`, even if there is only one. `polyvirt check --fix PV302=annotate:amd64,arm64` does it in ' +
      '`polyvirt.yaml`.',
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
        - metadata: { name: corp-image-cron }
          spec:
            managedDataSource: corp
            schedule: "0 4 * * *"
            template:
              spec:
                source: { registry: { url: "docker://registry.example.com/corp:1" } }
                storage: { resources: { requests: { storage: 20Gi } } }
    `,
    output: `
      warning PV302 HyperConverged kubevirt-hyperconverged/kubevirt-hyperconverged at example.yaml:8:15, spec.dataImportCronTemplates[0].metadata.annotations["ssp.kubevirt.io/dict.architectures"]: corp-image-cron does not list the architectures of its image.
        It is imported once, for the architecture of whatever node the importer runs on, and VMs of others cannot boot it. Fix: look into the manifest of the image and annotate it, as ssp.kubevirt.io/dict.architectures: amd64,arm64.
    `,
  }),
};
