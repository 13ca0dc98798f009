import type { FindingPage } from '../page';

export const PV013: FindingPage = {
  code: 'PV013',
  severity: 'error',
  title: 'app failed',
  page: () => ({
    meaning: 'The program threw an error or exited with a code other than 0.',
    impact: 'It may have stopped before its manifests were complete, so none are written and the old ones stay.',
    diagnosis:
      'The finding has the error and the line of the program. The output of the program is on stderr, above the ' +
      'finding.',
    mitigation: 'Fix the program.',
  }),
  example: () => ({
    language: 'ts',
    text: `
      // polyvirt synth
      import { App } from 'cdk8s';

      const app = new App();
      if (process.env.SITE === undefined) {
        throw new Error('SITE is not set');
      }
      app.synth();
    `,
    output: `
      error PV013 at main.ts:6:9: the app failed: Error: SITE is not set.
        It ended before its manifests were complete, so none are written and the old ones stay. Fix: correct the program at this line.
    `,
  }),
};
