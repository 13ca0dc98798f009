import { lampCrd } from '../example-parts';
import type { FindingPage } from '../page';

export const PV026: FindingPage = {
  code: 'PV026',
  severity: 'error',
  title: 'duplicate CRD',
  page: () => ({
    meaning:
      'The same CRD was given twice to `polyvirt import` or `polyvirt check`, with different content. Identical ' +
      'copies are fine.',
    impact: 'A kind can have only one CRD. `import` writes nothing; `check` uses the first one.',
    diagnosis: 'The finding names both places. Often one of them is from another release.',
    mitigation: 'Pass only one of them. For CRDs of older releases use `--earlier 1.8=path`.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt import
      ${lampCrd()}
                  spec:
                    type: object
                    properties: { size: { type: integer } }
      ---
      ${lampCrd()}
                  spec:
                    type: object
                    properties: { length: { type: integer } }
    `,
    output: `
      error PV026 at example.yaml:21: the CRD lamps.example.com differs from the one in example.yaml, line 1.
        A kind can have one CRD only. Fix: name one of the two; polyvirt import takes that of an older release with --earlier.
    `,
  }),
};
