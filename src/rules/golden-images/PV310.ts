import type { FindingPage } from '../page';

export const PV310: FindingPage = {
  code: 'PV310',
  severity: 'error',
  title: 'incomplete override of a built-in image',
  page: () => ({
    meaning: 'A template has the name of a built-in image, and HyperConverged handles it differently than intended.',
    impact:
      'The spec of the built-in image is replaced as a whole: without a source the operator crashes, with the ' +
      'same registry the architectures are ignored, and with built-in images disabled the template is dropped.',
    diagnosis: 'The finding says which case it is.',
    mitigation:
      'Write the complete spec, with another registry if the architectures differ; or give the image its own ' +
      'name and disable the built-in one.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt check --hco 1.18
      apiVersion: hco.kubevirt.io/v1beta1
      kind: HyperConverged
      metadata: { name: kubevirt-hyperconverged, namespace: kubevirt-hyperconverged }
      spec:
        dataImportCronTemplates:
        - metadata: { name: fedora-image-cron }
          spec:
            managedDataSource: fedora
            schedule: "0 4 * * 0"
            template: { spec: { storage: { resources: { requests: { storage: 5Gi } } } } }
    `,
    output: `
      error PV310 HyperConverged kubevirt-hyperconverged/kubevirt-hyperconverged at example.yaml:11:25, spec.dataImportCronTemplates[0].spec.template.spec: fedora-image-cron overrides a built-in image but has no source.
        Nothing is inherited from the built-in spec, and the operator crashes on the missing source. Fix: write its source, as registry: { url: docker://quay.io/containerdisks/fedora:latest }.
    `,
  }),
};
