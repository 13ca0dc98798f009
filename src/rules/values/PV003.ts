import type { FindingPage } from '../page';

export const PV003: FindingPage = {
  code: 'PV003',
  severity: 'error',
  title: 'value of the wrong kind',
  page: () => ({
    meaning:
      'A value is there but cannot be right: a fraction of a core, a UUID that is none, memory beside an ' +
      'instancetype, a key that does not exist. Of manifests, what virt-api refuses in values: a MAC or PCI address, ' +
      'a cache mode, a block size, cloud-init data of more than 2048 bytes, a binding that its network does not ' +
      'have, a volume that a LUN cannot be.',
    impact:
      'The API server or KubeVirt’s admission refuses the object, or the value is ignored. A UUID that is none is a ' +
      'warning: KubeVirt takes it, and libvirt does not start the guest.',
    diagnosis: 'The finding names the path and the value.',
    mitigation: 'Write what the finding asks for.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt synth
      apiVersion: polyvirt.io/v1
      kind: Platform
      metadata: { name: edge }
      spec:
        virtualMachines:
        - name: web
          memory: 2Gi
          networks: [{ name: lan, pod: {}, binding: masquerade, macAddress: web-1 }]
    `,
    output: `
      error PV003 VirtualMachine web at polyvirt.yaml:9:71, spec.virtualMachines[web].networks[lan].macAddress: "web-1" is not a MAC address.
        virt-api refuses the object. Fix: write six pairs of hexadecimal digits, for example '02:00:00:00:00:01'.
    `,
  }),
};
