import type { FindingPage } from '../page';

export const PV722: FindingPage = {
  code: 'PV722',
  severity: 'error',
  title: 'not a regular file',
  page: () => ({
    meaning: 'The repository of a program contains a pipe, a socket or a device, or an absurdly large `package.json`.',
    impact:
      'Reading it may hang or exhaust memory, so nothing of the repository is bundled or run. Git does not store ' +
      'such files: something else created it.',
    diagnosis: '`find . -not -type f -not -type d -not -type l` lists such files.',
    mitigation: 'Remove it, or replace it with a regular file.',
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
        Reading it may hang or exhaust memory.
    `,
  }),
};
