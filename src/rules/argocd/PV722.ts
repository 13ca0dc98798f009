import type { FindingPage } from '../page';

export const PV722: FindingPage = {
  code: 'PV722',
  severity: 'error',
  title: 'file that is no plain file',
  page: () => ({
    meaning:
      'There is a pipe, a socket or a device in the repository of a program, or a `package.json` of an absurd size.',
    impact:
      'Whatever reads it may wait for ever, or take all memory, so nothing of the repository is bundled or run. Git ' +
      'keeps no such files: something put it there.',
    diagnosis: '`find . -not -type f -not -type d -not -type l` lists such files.',
    mitigation: 'Remove it, or put a plain file there.',
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
      new VirtualMachine(edge, 'web', { architecture: 'amd64', memory: '2Gi' });
      app.synth();
      END
      mkfifo pipe
      polyvirt argocd generate --programs
    `,
    output: `
      error PV722 at pipe: it is a pipe, a socket or a device. Fix: put a plain file there, or remove it.
        Whatever reads it may wait for ever, or take all memory.
    `,
  }),
};
