import type { FindingPage } from '../page';

export const PV004: FindingPage = {
  code: 'PV004',
  severity: 'error',
  title: 'missing value',
  page: () => ({
    meaning:
      'Something that KubeVirt or CDI cannot do without is not there: the memory of a guest, the size of an import, ' +
      'the content of cloud-init. Of manifests also what is named and missing inside one object: the volume of a ' +
      'disk, the network of an interface and the interface of a network, the volume of a dataVolumeTemplate, of a ' +
      'credential or of an ACPI table, the resource claim of a device.',
    impact: 'The object is refused, or stays pending.',
    diagnosis: 'The finding names the path.',
    mitigation: 'Add the value, or what brings it along: an instancetype brings memory, a clone brings its size.',
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
        - { name: web, architecture: amd64 }
    `,
    output: `
      error PV004 VirtualMachine web at polyvirt.yaml:7:5, spec.virtualMachines[web].memory: the instance has no memory.
        virt-api accepts the VirtualMachine and refuses its instance: it is shown as synced, and never starts. Fix: write memory.guest, memory.hugepages or a memory request.
    `,
  }),
};
