import type { FindingPage } from '../page';

export const PV708: FindingPage = {
  code: 'PV708',
  severity: 'error',
  title: 'link that leads out of the repository',
  page: () => ({
    meaning: 'A symbolic link in the repository points to something outside of it.',
    impact: 'Through it, a program could read files of the sidecar and print them as manifests: Node follows links.',
    diagnosis: '`find . -type l` lists all links.',
    mitigation: 'Put the file there instead of the link, or remove the link.',
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
      ln -s /etc/hosts outside
      polyvirt argocd generate --programs
    `,
    output: `
      error PV708 at outside: it is a link that leads out of the repository. Fix: put the file itself there, or remove the link.
        A program of the repository could read files of the machine through it, and print them as manifests.
    `,
  }),
};
