import type { FindingPage } from '../page';

export const PV721: FindingPage = {
  code: 'PV721',
  severity: 'error',
  title: 'program without permission',
  page: () => ({
    meaning:
      'A platform is created by another author’s program, and nothing allows it to run: in the Argo CD plugin ' +
      'its administrator decides, in `polyvirt review` of a commit the caller. `argocd doctor` reports it as a ' +
      'hint, because it cannot see what the plugin allows.',
    impact:
      'It is not run. The plugin prints nothing; a review exits with code 1, because nothing was compared. When ' +
      'allowed, it runs in WebAssembly with access to its repository only.',
    diagnosis:
      'The folder has a `cdk8s.yaml`. For the plugin: `kubectl get configmap --namespace argocd ' +
      'polyvirt-v0.1.0-plugin --output yaml` shows its commands and its policy.',
    mitigation:
      'Describe the platform in `polyvirt.yaml`, or commit the output of `polyvirt synth` and let Argo CD, or ' +
      '`polyvirt review main:dist dist`, read that. To allow programs: `polyvirt argocd install --programs`, ' +
      '`--programs` in the commands of `plugin.yaml`, or `typescript: {}` in a policy outside of the repository; ' +
      'for a review, `--programs`. See [Security](../security.md#what-runs).',
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
      polyvirt argocd generate
    `,
    output: `
      error PV721: this is a program, and the plugin runs programs only if its administrator allows it. Fix: describe the platform in polyvirt.yaml, or commit what polyvirt synth writes; the administrator of the plugin can allow programs, by --programs in the commands of plugin.yaml or by typescript: {} in the file that POLYVIRT_POLICY names.
        A program runs in WebAssembly and reaches nothing but its repository, and still takes time and memory that its administrator answers for.
    `,
  }),
};
