import type { FindingPage } from '../page';

export const PV707: FindingPage = {
  code: 'PV707',
  severity: 'error',
  title: 'refused by the policy of the plugin',
  page: () => ({
    meaning:
      'The administrator of the plugin allows only some kinds, some namespaces, or forbids programs, and this is something ' +
      'else. For programs of which nothing is said, see [PV721](PV721.md).',
    impact: 'Nothing is printed.',
    diagnosis: 'The policy is the file that `POLYVIRT_POLICY` names in the sidecar; see docs/security.md.',
    mitigation: 'Take the object out, move it to an allowed namespace, or ask for the policy to be widened.',
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
        The installation of the plugin allows only some objects, and so nothing is printed.
    `,
  }),
};
