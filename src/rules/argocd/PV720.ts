import type { FindingPage } from '../page';

export const PV720: FindingPage = {
  code: 'PV720',
  severity: 'warning',
  title: 'Application that every plugin is asked for',
  page: () => ({
    meaning:
      'An Application does not say whether it is plain YAML, Helm, kustomize or for a plugin. An empty `directory` ' +
      'counts as nothing said.',
    impact:
      'Argo CD sends the repository to every plugin that discovers, for each render. Where one of them fails, the ' +
      'files are taken as plain YAML without a word.',
    diagnosis: 'Look at `spec.source` of the Application.',
    mitigation: '`directory: { recurse: true }` for what is committed, `plugin: { name: … }` for what is rendered.',
  }),
  example: () => ({
    language: 'sh',
    text: `
      git init -q .
      cat > polyvirt.yaml <<'END'
      apiVersion: polyvirt.io/v1
      kind: Platform
      metadata: { name: edge }
      spec:
        target: { kubevirt: '1.9' }
        virtualMachines:
          - name: web
            architecture: amd64
            memory: 2Gi
            disks: [{ name: os, containerDisk: { image: 'quay.io/containerdisks/fedora:42' } }]
      END
      cat > app.yaml <<'END'
      apiVersion: argoproj.io/v1alpha1
      kind: Application
      metadata: { name: edge, annotations: { argocd.argoproj.io/manifest-generate-paths: . } }
      spec: { source: { path: dist/edge, repoURL: 'https://git.example/infra.git', directory: {} } }
      END
      polyvirt argocd doctor
    `,
    output: `
      warning PV720 Application edge at app.yaml, spec.source: it does not say how it is rendered.
        Argo CD sends the repository to every plugin that discovers, and where one fails takes the files as plain YAML. Fix: write directory: { recurse: true } for what is committed, or plugin: { name } for what is rendered; an empty directory counts as none.
    `,
  }),
};
