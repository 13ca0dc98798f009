import type { FindingPage } from '../page';

export const PV718: FindingPage = {
  code: 'PV718',
  severity: 'error',
  title: 'incomplete manifest-generate-paths',
  page: () => ({
    meaning:
      'The annotation `argocd.argoproj.io/manifest-generate-paths` of an Application is missing, or lacks a file ' +
      'that its render reads.',
    impact:
      'Without it, every commit renders every Application again. If a file is missing, a change to it reaches ' +
      'the cluster only when something else changes.',
    diagnosis: '`polyvirt argocd doctor` lists what each cluster depends on.',
    mitigation:
      '`.` is right for committed manifests. If the plugin renders, use the output of `polyvirt argocd ' +
      'applications --plugin`.',
  }),
  example: () => ({
    language: 'sh',
    text: `
      git init -q .
      mkdir infra apps
      cat > infra/polyvirt.yaml <<'END'
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
      cat > apps/edge.yaml <<'END'
      apiVersion: argoproj.io/v1alpha1
      kind: Application
      metadata:
        name: edge
        annotations: { argocd.argoproj.io/manifest-generate-paths: /apps }
      spec: { source: { path: infra, repoURL: 'https://git.example/infra.git', plugin: { name: polyvirt-v0.1.0 } } }
      END
      polyvirt argocd doctor infra
    `,
    output: `
      error PV718 Application edge at apps/edge.yaml, metadata.annotations["argocd.argoproj.io/manifest-generate-paths"]: it lacks infra/polyvirt.yaml.
        A change there triggers no render: the cluster keeps the old objects until something else changes. Fix: add /infra/polyvirt.yaml, or take what polyvirt argocd applications --plugin prints.
    `,
  }),
};
