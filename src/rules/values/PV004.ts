import type { FindingPage } from '../page';

export const PV004: FindingPage = {
  code: 'PV004',
  severity: 'error',
  title: 'missing value',
  page: () => ({
    meaning:
      'Something that KubeVirt or CDI needs is missing: the memory of a guest, the size of an import, the ' +
      'content of cloud-init. In manifests, also anything that is referenced but missing inside one object: the ' +
      'volume of a disk, the network of an interface or the interface of a network, the volume of a ' +
      'dataVolumeTemplate, of a credential or of an ACPI table, the resource claim of a device.',
    impact: 'The object is rejected or stays pending.',
    diagnosis: 'The finding names the path.',
    mitigation:
      'Add the value, or something that provides it: an instance type sets the memory, a clone takes the size of ' +
      'its source.',
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
        virt-api accepts the VirtualMachine and rejects its instance: it is shown as synced, and never starts. Fix: write memory.guest, memory.hugepages or a memory request.
    `,
  }),
};
