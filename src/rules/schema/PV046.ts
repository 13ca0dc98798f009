import type { FindingPage } from '../page';

export const PV046: FindingPage = {
  code: 'PV046',
  severity: 'error',
  title: 'version that the target does not serve',
  page: () => ({
    meaning:
      'The kind exists, but the target’s release does not serve this `apiVersion`: it was added later, has been ' +
      'removed, or never existed.',
    impact: 'The API server does not find the kind, and the apply fails.',
    diagnosis:
      'The finding names the first or the last release with this version, and the versions that the target serves.',
    mitigation: 'Use one of the versions that the target serves; their fields may differ.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt check --kubevirt 1.9
      apiVersion: instancetype.kubevirt.io/v1alpha1
      kind: VirtualMachineInstancetype
      metadata: { name: small }
      spec:
        cpu: { guest: 1 }
        memory: { guest: 1Gi }
    `,
    output: `
      error PV046 VirtualMachineInstancetype small at example.yaml:2:13, apiVersion: KubeVirt 1.9 no longer serves instancetype.kubevirt.io/v1alpha1 VirtualMachineInstancetype: 1.5 was the last release that did.
        The API server does not know this version of the kind, and rejects the object. Fix: write instancetype.kubevirt.io/v1beta1.
    `,
  }),
};
