import type { FindingPage } from '../page';

export const PV015: FindingPage = {
  code: 'PV015',
  severity: 'error',
  title: 'several apps',
  page: () => ({
    meaning:
      'The program calls `synth()` on more than one `App`, or a folder has both a `polyvirt.yaml` and a ' +
      '`cdk8s.yaml` (or would have after `polyvirt init`).',
    impact: 'They would overwrite each other in one output folder.',
    diagnosis: 'Look for a second `new App()`, also in imported files.',
    mitigation: 'Put all platforms into one `App`, or give each app its own folder with a `cdk8s.yaml`.',
  }),
  example: () => ({
    language: 'ts',
    text: `
      // polyvirt synth
      import { App } from 'cdk8s';

      new App().synth();
      new App().synth();
    `,
    output: `
      error PV015 at main.ts: the program calls synth() of 2 apps.
        They would overwrite each other in one output folder. Fix: put all platforms into one App, or give each app its own folder and cdk8s.yaml.
    `,
  }),
};
