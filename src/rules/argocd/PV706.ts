import type { FindingPage } from '../page';

export const PV706: FindingPage = {
  code: 'PV706',
  severity: 'error',
  title: 'render that takes too long',
  page: () => ({
    meaning: 'The plugin did not finish within its deadline, 45 seconds by default.',
    impact:
      'Shortly afterwards Argo CD would kill it without a message. After three failures it shows the error for ' +
      'an hour without retrying.',
    diagnosis: 'The finding says which step took the time; its second line lists all steps.',
    mitigation:
      'Speed that step up. For more time raise `POLYVIRT_DEADLINE` together with ' +
      '`controller.repo.server.timeout.seconds` and `server.repo.server.timeout.seconds`.',
  }),
  example: () => ({
    language: 'sh',
    text: `
      cat > polyvirt.yaml <<'END'
      apiVersion: polyvirt.io/v1
      kind: Platform
      metadata: { name: edge }
      spec:
        target: { kubevirt: "1.9" }
        namespace: shop
        virtualMachines: [{ name: web, architecture: amd64, memory: 2Gi }]
      END
      POLYVIRT_CACHE=off POLYVIRT_DEADLINE=0.01 polyvirt argocd generate
    `,
    output: `
      error PV706: it did not finish within 0.0 s: 0.3 s were spent on starting. Fix: make that part smaller, as with one folder or one cluster per Application, or raise POLYVIRT_DEADLINE together with the timeouts of Argo CD.
        Argo CD kills a plugin without a message soon after. All steps: starting 0.3 s, waiting for a turn 0.0 s.
    `,
  }),
};
