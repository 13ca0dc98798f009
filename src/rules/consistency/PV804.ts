import type { FindingPage } from '../page';

export const PV804: FindingPage = {
  code: 'PV804',
  severity: 'error',
  title: 'one MAC address twice',
  page: () => ({
    meaning: 'Two network cards on one network of a cluster have the same MAC address.',
    impact:
      'On one network each frame reaches one of them, whichever answered last: connections break without a pattern.',
    diagnosis:
      'The finding is at the second card and names the machine that has the first. A machine and its own instance ' +
      'are one; networks are told apart by the pod network and by the NetworkAttachmentDefinition that ' +
      '`multus.networkName` names. A card whose network is not said may be on any.',
    mitigation:
      'Give each card an address of its own, or leave it to the cluster. If the two are on networks that never meet, ' +
      'allow it with that reason.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt check --kubevirt 1.9
      apiVersion: kubevirt.io/v1
      kind: VirtualMachine
      metadata: { name: web }
      spec:
        runStrategy: Always
        template:
          spec:
            architecture: amd64
            networks: [{ name: default, pod: {} }]
            domain:
              devices: { interfaces: [{ name: default, bridge: {}, macAddress: 02:00:00:00:00:01 }] }
      ---
      apiVersion: kubevirt.io/v1
      kind: VirtualMachine
      metadata: { name: db }
      spec:
        runStrategy: Always
        template:
          spec:
            architecture: amd64
            networks: [{ name: default, pod: {} }]
            domain:
              devices: { interfaces: [{ name: default, bridge: {}, macAddress: 02:00:00:00:00:01 }] }
    `,
    output: `
      error PV804 VirtualMachine db at example.yaml:24:74, spec.template.spec.domain.devices.interfaces[default].macAddress: 02:00:00:00:00:01 is the MAC address of VirtualMachine web too.
        On one network each frame reaches one of them, whichever answered last. Fix: give each card an address of its own, or leave it to the cluster.
    `,
  }),
};
