import type { FindingPage } from '../page';

export const PV511: FindingPage = {
  code: 'PV511',
  severity: 'error',
  title: 'placement that the target cannot express',
  page: () => ({
    meaning:
      'A placement asks for something that the thing it is written for has no words for: a machine-controller that ' +
      'cannot avoid nodes or force VMs apart, a component that is not placed by the company of others, a single ' +
      'VM that does not say which VMs it is about.',
    impact:
      'Nothing is written. Written without it, VMs would run where they were meant not to, and no one would be ' +
      'told.',
    diagnosis:
      'The finding names the demand and the nearest thing that can be said; `docs/placement.md` has the table of ' +
      'what each controller release obeys.',
    mitigation: 'Write the alternative, where it is good enough, or change the target or the dialect.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt synth
      apiVersion: polyvirt.io/v1
      kind: Platform
      metadata: { name: plant }
      spec:
        virtualMachines:
        - { name: web, architecture: amd64, memory: 2Gi, placement: { apart: [{ type: hard }] } }
    `,
    output: `
      error PV511 VirtualMachine web at polyvirt.yaml:7:73, spec.virtualMachines[web].placement.apart[0].labels: it does not say which VMs it is about.
        What cannot be written down would not be obeyed: VMs would run where they were meant not to. Fix: write labels, and give them to those VMs in template.labels: a VM by itself belongs to no group.
    `,
  }),
};
