import { edgeRepository } from '../example-parts';
import type { FindingPage } from '../page';

export const PV719: FindingPage = {
  code: 'PV719',
  severity: 'error',
  title: 'timeouts that do not fit together',
  page: () => ({
    meaning:
      'The files of an Argo CD installation set only one of several timeouts that depend on each other, or one ' +
      'that has no effect.',
    impact:
      'An Application syncs but cannot be shown, or the other way round; or Argo CD kills the plugin before it ' +
      'can report what took so long.',
    diagnosis:
      'The controller and the API server each have a timeout for repo-server; the plugin has ' +
      '`POLYVIRT_DEADLINE`, which must be shorter. `ARGOCD_EXEC_TIMEOUT` is for Helm and kustomize only.',
    mitigation: '`polyvirt argocd install --timeout SECONDS` sets all of them.',
  }),
  example: () => ({
    language: 'sh',
    text: `
      ${edgeRepository()}
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
