import type { FindingPage } from '../page';

export const PV017: FindingPage = {
  code: 'PV017',
  severity: 'error',
  title: 'failed validation in the app',
  page: () => ({
    meaning:
      'The validation of a construct in the app (`node.addValidation`) reported an error. The construct may be ' +
      'yours or polyvirt’s.',
    impact: 'Nothing is written, as with `cdk8s synth`.',
    diagnosis: 'The finding has the message and the path of the construct.',
    mitigation: 'Fix what the message reports.',
  }),
  example: () => ({
    language: 'ts',
    text: `
      // polyvirt synth
      import { App, Chart } from 'cdk8s';

      const app = new App();
      const chart = new Chart(app, 'edge');
      chart.node.addValidation({ validate: () => ['there is no network'] });
      app.synth();
    `,
    output: `
      error PV017 edge: there is no network.
        A construct of the app found its own input wrong. Fix: correct what it complains about.
    `,
  }),
};
