import type { FindingPage } from '../page';

export const PV705: FindingPage = {
  code: 'PV705',
  severity: 'error',
  title: 'more output than Argo CD accepts',
  page: () => ({
    meaning: 'The objects of one Application exceed 64 MiB, or `output.maximumMiB` of the policy.',
    impact:
      'Argo CD accepts 100 MiB in one message, and sidecar, repo-server and controller each hold all of it in memory.',
    diagnosis: '`polyvirt synth --stdout | wc -c` shows the size.',
    mitigation:
      'Split the platform into several Applications. A higher limit needs a higher `ARGOCD_GRPC_MAX_SIZE_MB` on ' +
      'all three.',
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
      cat > policy.yaml <<'END'
      apiVersion: polyvirt.io/v1
      kind: PluginPolicy
      spec: { output: { maximumMiB: 0.001 } }
      END
      sed -i 's/amd64/amd64, replicas: 9/' polyvirt.yaml
      POLYVIRT_POLICY=policy.yaml polyvirt argocd generate
    `,
    output: `
      error PV705: the objects exceed 0.001 MiB. Fix: divide the platform into several Applications, or raise output.maximumMiB in the policy of the plugin.
        Argo CD accepts 100 MiB in one message by default, and holds all of it in memory several times.
    `,
  }),
};
