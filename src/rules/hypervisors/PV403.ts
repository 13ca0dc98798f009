import type { FindingPage } from '../page';

export const PV403: FindingPage = {
  code: 'PV403',
  severity: 'error',
  title: 'malformed hypervisor',
  page: () => ({
    meaning:
      'A hypervisor is declared twice, has a name that cannot be a label, extends something that does not exist or ' +
      'itself, says something that is not read, or has a value that cannot be: a device that is no resource name, ' +
      'an image that is no reference, a variable that no shell takes, one thing said twice and differently.',
    impact: 'VMs that name it would get something else than was meant.',
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
