import type { FindingPage } from '../page';

export const PV719: FindingPage = {
  code: 'PV719',
  severity: 'error',
  title: 'timeouts that do not belong together',
  page: () => ({
    meaning:
      'Files of an installation of Argo CD set one of several timeouts that work together only, or one that does ' +
      'nothing.',
    impact:
      'An Application syncs and cannot be shown, or the other way round; or Argo CD ends the plugin before it can ' +
      'say what took so long.',
    diagnosis:
      'The controller and the API server each have a timeout of their own for repo-server; the plugin has ' +
      '`POLYVIRT_DEADLINE`, which must be shorter. `ARGOCD_EXEC_TIMEOUT` is for Helm and kustomize only.',
    mitigation: '`polyvirt argocd install --timeout SECONDS` sets all of them.',
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
      cat > argocd.yaml <<'END'
      apiVersion: v1
      kind: ConfigMap
      metadata: { name: argocd-cmd-params-cm }
      data: { controller.repo.server.timeout.seconds: '180' }
      END
      polyvirt argocd doctor
    `,
    output: `
      error PV719 argocd-cmd-params-cm: controller.repo.server.timeout.seconds is 180, server.repo.server.timeout.seconds is 60.
        An Application syncs and cannot be shown, or the other way round. Fix: set both to 180.
    `,
  }),
};
