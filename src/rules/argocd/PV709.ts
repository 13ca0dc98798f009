import type { FindingPage } from '../page';

export const PV709: FindingPage = {
  code: 'PV709',
  severity: 'error',
  title: 'program that is not deterministic',
  page: () => ({
    meaning:
      'A program uses the network, the clock, random numbers, the environment, other programs, files outside of ' +
      'its repository, or locale data of the engine. Outside the sandbox, only the clock, random numbers and ' +
      'locale data are reported.',
    impact:
      'Its manifests would differ from one render or machine to the next, which Argo CD shows as permanent ' +
      'drift. None of this exists in the sandbox, so the program could not continue.',
    diagnosis: 'The finding has the line.',
    mitigation:
      'The fix names the alternative; usually, commit the value to the repository or make it a parameter. ' +
      '[Programs](../programs.md) lists what is available.',
  }),
  example: () => ({
    language: 'sh',
    text: `
      echo 'app: npx ts-node main.ts' > cdk8s.yaml
      cat > main.ts <<'END'
      import { App } from 'cdk8s';
      import { Platform, VirtualMachine } from 'polyvirt';
      const app = new App();
      const edge = new Platform(app, 'edge', { namespace: 'shop' });
      new VirtualMachine(edge, \`web-\${Date.now()}\`, { architecture: 'amd64', memory: '2Gi' });
      app.synth();
      END
      polyvirt argocd generate --programs
    `,
    output: `
      error PV709 at main.ts:5:38: the program uses the clock (the time that it is now). Fix: write the value into the repository, or make it a parameter: Parameter.text(name, default).
        Manifests must come from the repository and its parameters alone, and be the same in every run.
    `,
  }),
};
