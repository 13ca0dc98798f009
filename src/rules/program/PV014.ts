import type { FindingPage } from '../page';

export const PV014: FindingPage = {
  code: 'PV014',
  severity: 'error',
  title: 'app never called synth()',
  page: () => ({
    meaning: 'The program ended normally without calling `synth()` on a cdk8s `App`.',
    impact: 'There are no manifests.',
    diagnosis: 'Often the last line or an `await` is missing, or the program prints `app.synthYaml()` itself.',
    mitigation: 'End the program with `app.synth()`.',
  }),
  example: () => ({
    language: 'ts',
    text: `
      // polyvirt synth
      import { App, Chart } from 'cdk8s';

      new Chart(new App(), 'edge');
    `,
    output: `
      error PV014 at main.ts: the program ended without calling synth() of a cdk8s App.
        Nothing was handed over, so there are no manifests. Fix: end the program with app.synth().
    `,
  }),
};
