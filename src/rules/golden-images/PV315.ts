import type { FindingPage } from '../page';

export const PV315: FindingPage = {
  code: 'PV315',
  severity: 'error',
  title: 'golden image that the webhook rejects',
  page: () => ({
    meaning:
      'The template of an image has no name or a duplicate one, is enabled without a spec, has an annotation ' +
      '`dataimportcrontemplate.kubevirt.io/enable` that is neither true nor false, or has a source or schedule ' +
      'that a DataImportCron cannot have.',
    impact:
      'The webhook of HyperConverged rejects the whole resource, with everything else that was changed. A wrong ' +
      'source or schedule passes the webhook, and CDI then rejects the import. The finding says which.',
    diagnosis:
      'The finding says which part is wrong. A `name` next to `metadata:` instead of below it (wrong ' +
      'indentation) makes a template without a name.',
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
