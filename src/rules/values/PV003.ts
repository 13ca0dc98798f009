import type { FindingPage } from '../page';

export const PV003: FindingPage = {
  code: 'PV003',
  severity: 'error',
  title: 'invalid value',
  page: () => ({
    meaning:
      'A value cannot be right: a fraction of a core, an invalid UUID, memory next to an instance type, a key ' +
      'that does not exist. In manifests, also values that virt-api rejects: a MAC or PCI address, a cache mode, ' +
      'a block size, cloud-init data of more than 2048 bytes, a binding that does not work with its network, a ' +
      'volume that cannot back a LUN.',
    impact:
      'The API server or virt-api rejects the object, or the value is ignored. An invalid UUID is a warning: ' +
      'KubeVirt accepts it, and libvirt then fails to start the guest.',
    diagnosis: 'The finding names the path and the value.',
    mitigation: 'Apply the fix in the finding.',
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
        virt-api rejects the object. Fix: write six pairs of hexadecimal digits, for example '02:00:00:00:00:01'.
    `,
  }),
};
