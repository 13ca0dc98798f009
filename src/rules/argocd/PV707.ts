import type { FindingPage } from '../page';

export const PV707: FindingPage = {
  code: 'PV707',
  severity: 'error',
  title: 'not allowed by the plugin policy',
  page: () => ({
    meaning:
      'The administrator of the plugin restricts kinds or namespaces, or forbids programs. For programs without ' +
      'a rule, see [PV721](PV721.md).',
    impact: 'Nothing is printed.',
    diagnosis: 'The policy is the file in `POLYVIRT_POLICY` of the sidecar; see docs/security.md.',
    mitigation: 'Remove the object, move it to an allowed namespace, or ask the administrator to extend the policy.',
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
      spec: { output: { namespaces: [team-*] } }
      END
      POLYVIRT_POLICY=policy.yaml polyvirt argocd generate
    `,
    output: `
      error PV707 VirtualMachine shop/web: shop is not an allowed namespace. Fix: take the object out, or ask for it; allowed are team-*.
        The plugin policy does not allow the object, so nothing is printed.
    `,
  }),
};
