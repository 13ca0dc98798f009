import { edgeRepository } from '../example-parts';
import type { FindingPage } from '../page';

export const PV714: FindingPage = {
  code: 'PV714',
  severity: 'warning',
  title: 'plugin without a version in its name',
  page: () => ({
    meaning: 'An Application uses a plugin whose name is the same in every version.',
    impact:
      'The cache key of Argo CD includes the name of the plugin but not its image. After an upgrade of the ' +
      'plugin, Argo CD uses the old objects for up to a day.',
    diagnosis: 'Compare `spec.source.plugin.name` with the name in the ConfigMap of the sidecar.',
    mitigation:
      '`polyvirt argocd install` writes a plugin with the version in its name. Use that name and change both ' +
      'together, or do a hard refresh after each upgrade.',
  }),
  example: () => ({
    language: 'sh',
    text: `
      ${edgeRepository()}
      cat > app.yaml <<'END'
      apiVersion: argoproj.io/v1alpha1
      kind: Application
      metadata:
        name: edge
        annotations: { argocd.argoproj.io/manifest-generate-paths: . }
      spec: { source: { path: ., repoURL: 'https://git.example/infra.git', plugin: { name: polyvirt } } }
      END
      polyvirt argocd doctor
    `,
    output: `
      warning PV714 Application edge at app.yaml, plugin.name: the plugin "polyvirt" has no version in its name.
        Argo CD caches renders by plugin name: after an upgrade of the plugin it uses the old objects for up to a day. Fix: name it with its version, as polyvirt argocd install does, and change both together.
    `,
  }),
};
