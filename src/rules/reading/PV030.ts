import type { FindingPage } from '../page';

export const PV030: FindingPage = {
  code: 'PV030',
  severity: 'error',
  title: 'invalid YAML',
  page: () => ({
    meaning:
      'A document of a platform file cannot be read: broken YAML, a duplicate key, a tag, an unknown alias, ' +
      'excessive nesting or aliases, or an unrendered template.',
    impact: 'Nothing is known about the platform, so nothing is written.',
    diagnosis:
      'The finding names line and column. YAML is read as Kubernetes reads it; tags other than the basic ones ' +
      'are rejected.',
    mitigation:
      'Correct the line. Put anything that differs between clusters into parameters or separate documents, not ' +
      'into a template.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt check
      apiVersion: kubevirt.io/v1
      kind: VirtualMachine
      metadata: { name: {{ .Values.name }} }
    `,
    output: `
      error PV030 at example.yaml:4:19: polyvirt cannot read this YAML: a template that was not rendered.
        Nothing can be read from this document. Fix: write plain YAML: templates ({{ }}) are not rendered here.
    `,
  }),
};
