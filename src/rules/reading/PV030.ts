import type { FindingPage } from '../page';

export const PV030: FindingPage = {
  code: 'PV030',
  severity: 'error',
  title: 'not YAML',
  page: () => ({
    meaning:
      'A document of a platform file cannot be read: broken YAML, a key twice, a tag, an unknown alias, nesting or ' +
      'aliases beyond all measure, a template that was not rendered.',
    impact: 'Nothing is known about that platform, so nothing is written.',
    diagnosis:
      'The finding names line and column. YAML is read as Kubernetes reads it; tags beyond the basic ones are ' +
      'refused.',
    mitigation:
      'Correct the place. What changes from cluster to cluster belongs into parameters or several documents, not ' +
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
      error PV030 at example.yaml:4:19: this is not YAML that polyvirt reads: a template that was not rendered.
        Nothing can be read from this document. Fix: write plain YAML: templates ({{ }}) are not rendered here.
    `,
  }),
};
