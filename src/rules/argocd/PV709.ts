import type { FindingPage } from '../page';

export const PV709: FindingPage = {
  code: 'PV709',
  severity: 'error',
  title: 'program that is not hermetic',
  page: () => ({
    meaning:
      'A program uses the network, the clock, random numbers, signals to other processes, or what git keeps for ' +
      'itself.',
    impact:
      'Its manifests would differ from one render to the next, which Argo CD shows as drift for ever; or it would ' +
      'reach what the sidecar shares with the repo-server.',
    diagnosis: 'The finding has the line.',
    mitigation:
      'Write the value into the repository, or make it a parameter. Where a library needs it, the administrator of the ' +
      'plugin can set `typescript: { hermetic: false }` in its policy.',
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
      error PV709 at main.ts:5:38: the program uses the clock (the time that it is now). Fix: write the value into the repository, or make it a parameter.
        In the plugin a program gets neither network nor clock nor chance: manifests must come from the repository alone.
    `,
  }),
};
