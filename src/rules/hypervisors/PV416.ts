import type { FindingPage } from '../page';

export const PV416: FindingPage = {
  code: 'PV416',
  severity: 'warning',
  title: 'Plugin that does nothing',
  page: () => ({
    meaning: 'A Plugin has neither domain hooks nor node hooks.',
    impact:
      'KubeVirt 1.9 does not use the policy and webhook names of a Plugin: it neither installs them nor waits ' +
      'for them. The Plugin changes no VM.',
    diagnosis: 'Look at `spec.domainHooks` and `spec.nodeHooks`.',
    mitigation: 'Add a hook, or remove the Plugin and install the policies on their own.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt check
      apiVersion: plugin.kubevirt.io/v1alpha1
      kind: Plugin
      metadata: { name: acme }
      spec:
        mutatingAdmissionPolicies: [{ name: acme }]
      ---
      apiVersion: kubevirt.io/v1
      kind: KubeVirt
      metadata: { name: kubevirt, namespace: kubevirt }
      spec: { configuration: { developerConfiguration: { featureGates: [Plugins] } } }
    `,
    output: `
      warning PV416 Plugin acme at example.yaml:6:3, spec: the Plugin has no hooks, only names of policies and webhooks.
        KubeVirt does not use the names of policies and webhooks: the Plugin does nothing. Fix: write domainHooks or nodeHooks, or leave the Plugin out.
    `,
  }),
};
