import type { FindingPage } from '../page';

export const PV012: FindingPage = {
  code: 'PV012',
  severity: 'error',
  title: 'app cannot be bundled',
  page: () => ({
    meaning: 'The program does not parse, or imports something that is not installed.',
    impact: 'The program does not start. Nothing is written, and the old manifests stay.',
    diagnosis: 'The finding names the line.',
    mitigation: 'Correct the line, or install the missing package.',
  }),
  example: () => ({
    language: 'ts',
    text: `
      // polyvirt synth
      import { App } from 'cdk8s';
      import { fleet } from './not-there';

      const app = new App();
      fleet(app);
      app.synth();
    `,
    output: `
      error PV012 at main.ts:3:23: "./not-there" cannot be found.
        The program does not start, so there are no manifests. Fix: correct the line.
    `,
  }),
};
