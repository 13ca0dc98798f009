import type { FindingPage } from '../page';

export const PV033: FindingPage = {
  code: 'PV033',
  severity: 'error',
  title: 'not a platform',
  page: () => ({
    meaning: 'A document of a platform file is not a `Platform` of `polyvirt.io/v1`.',
    impact: 'Nothing can be synthesized from it.',
    diagnosis: 'It may be a manifest or the values file of a chart.',
    mitigation: 'Begin the document with `apiVersion: polyvirt.io/v1` and `kind: Platform`, or move it elsewhere.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt synth
      apiVersion: v1
      kind: ConfigMap
      metadata: { name: settings }
    `,
    output: `
      error PV033 at polyvirt.yaml:2:1: this has apiVersion "v1" and kind "ConfigMap".
        A platform file holds platforms only; manifests are what polyvirt writes from them. Fix: begin the document with apiVersion: polyvirt.io/v1 and kind: Platform, or move it to another file.
    `,
  }),
};
