import { edgeRepository } from '../example-parts';
import type { FindingPage } from '../page';

export const PV720: FindingPage = {
  code: 'PV720',
  severity: 'warning',
  title: 'Application without a source type',
  page: () => ({
    meaning:
      'An Application does not say whether it is plain YAML, Helm, kustomize or for a plugin. An empty ' +
      '`directory` does not count.',
    impact:
      'Argo CD sends the repository to every plugin with discovery, for each render. If one of them fails, the ' +
      'files are silently treated as plain YAML.',
    diagnosis: 'Look at `spec.source` of the Application.',
    mitigation: 'Use `directory: { recurse: true }` for committed manifests, `plugin: { name: … }` for the plugin.',
  }),
  example: () => ({
    language: 'sh',
    text: `
      ${edgeRepository()}
      cat > app.yaml <<'END'
      apiVersion: argoproj.io/v1alpha1
      kind: Application
      metadata: { name: edge, annotations: { argocd.argoproj.io/manifest-generate-paths: . } }
      spec: { source: { path: dist/edge, repoURL: 'https://git.example/infra.git', directory: {} } }
      END
      polyvirt argocd doctor
    `,
    output: `
      warning PV720 Application edge at app.yaml, spec.source: it does not set a source type.
        Argo CD sends the repository to every plugin with discovery, and if one fails treats the files as plain YAML. Fix: write directory: { recurse: true } for what is committed, or plugin: { name } for what is rendered; an empty directory counts as none.
    `,
  }),
};
