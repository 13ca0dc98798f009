import type { FindingPage } from '../page';

export const PV403: FindingPage = {
  code: 'PV403',
  severity: 'error',
  title: 'invalid hypervisor',
  page: () => ({
    meaning:
      'A hypervisor is declared twice, has a name that is not a valid label, extends itself or something that ' +
      'does not exist, has an unknown key, or has an invalid value: a device that is not a resource name, an ' +
      'image that is not a reference, an invalid variable name, one setting with two values.',
    impact: 'VMs that use it would get something else than intended.',
    diagnosis: 'The finding names the entry and the key.',
    mitigation: 'Correct the entry.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt synth
      apiVersion: polyvirt.io/v1
      kind: Platform
      metadata: { name: edge }
      spec:
        hypervisors:
        - { name: acme, extends: cloudhypervisor }
        virtualMachines:
        - { name: web, architecture: amd64, memory: 2Gi }
    `,
    output: `
      error PV403 at polyvirt.yaml:7:28, spec.hypervisors[acme].extends: there is no hypervisor "cloudhypervisor".
        What it does not say itself would come from there. Fix: did you mean "cloud-hypervisor"?
    `,
  }),
};
