import type { FindingPage } from '../page';

export const PV511: FindingPage = {
  code: 'PV511',
  severity: 'error',
  title: 'placement that the target cannot express',
  page: () => ({
    meaning:
      'A placement asks for something that its target cannot express: a machine-controller release without ' +
      'anti-affinity for nodes or without hard anti-affinity between VMs, a component that cannot be placed ' +
      'relative to others, a single VM that does not say which VMs it means.',
    impact: 'Nothing is written. Without the rule, VMs would silently run where you did not want them.',
    diagnosis:
      'The finding names the rule and the closest alternative; `docs/placement.md` has a table of what each ' +
      'controller release honours.',
    mitigation: 'Use the alternative if it is good enough, or change the target or the dialect.',
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
        The rule would be lost, and VMs would run where you did not want them. Fix: write labels, and give them to those VMs in template.labels: a VM by itself belongs to no group.
    `,
  }),
};
