import type { FindingPage } from '../page';

export const PV315: FindingPage = {
  code: 'PV315',
  severity: 'error',
  title: 'golden image that the webhook refuses',
  page: () => ({
    meaning:
      'The template of an image has no name or that of another, is enabled without a spec, or its annotation ' +
      '`dataimportcrontemplate.kubevirt.io/enable` is neither true nor false; or its source or schedule is none that ' +
      'a cron can have.',
    impact:
      'The webhook of HyperConverged denies the whole resource, with everything else that was changed. A source or ' +
      'schedule gets past it, and CDI then refuses the import: the finding says which.',
    diagnosis:
      'The finding says which. A name beside `metadata:` instead of below it, one indentation too little, makes a ' +
      'template without a name.',
    mitigation: 'Correct the template.',
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
        - metadata: { name: fedora-image-cron, annotations: { dataimportcrontemplate.kubevirt.io/enable: "no" } }
    `,
    output: `
      error PV315 HyperConverged kubevirt-hyperconverged/kubevirt-hyperconverged at example.yaml:7:100, spec.dataImportCronTemplates[0].metadata.annotations["dataimportcrontemplate.kubevirt.io/enable"]: "no" is neither true nor false.
        The webhook of HyperConverged denies the whole resource. Fix: write "true" or "false", in quotes.
    `,
  }),
};
