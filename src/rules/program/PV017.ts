import type { FindingPage } from '../page';

export const PV017: FindingPage = {
  code: 'PV017',
  severity: 'error',
  title: 'validation of the app',
  page: () => ({
    meaning: 'A construct of the app, ours or not, found its own input wrong (`node.addValidation`).',
    impact: 'Nothing is written, as under `cdk8s synth`.',
    diagnosis: 'The finding carries the message and the path of the construct.',
    mitigation: 'Correct what the message complains about.',
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
